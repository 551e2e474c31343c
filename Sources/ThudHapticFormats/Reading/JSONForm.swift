import ThudCore
import ThudPatterns

/// The formats whose files all end in `.json`, recognised by their content.
enum JSONForm {
    /// Returns the format of a file.
    /// - Throws: `ThudError` if it has none of them.
    static func format(of root: JSONReader) throws(ThudError) -> PatternFormat {
        var names: Set<String> = []
        switch root.node.content {
        case .number: return .vibrate
        case .array(let elements):
            guard case .object(let members) = elements.first?.content else { return .vibrate }
            if !GamepadFile.signs.isDisjoint(with: members.map(\.name)) { return .gamepad }
        default: names = Set(try root.members().map(\.name))
        }
        if !names.isDisjoint(with: ["timings", "primitives"]) { return .android }
        if names.contains("Channels") { return .harmony }
        if names.isSuperset(of: ["Version", "Pattern"]) { return .ahap }
        // HarmonyOS also recognises its own files and RichTap's by content, and some of RichTap's end in .json.
        if names.contains("PatternList") || names.isSuperset(of: ["Metadata", "Pattern"]) { return .he }
        if names.contains("profiles") || names.contains("parent-name") { return .feedbackd }
        if names.contains("type"), try root.member("type").string().hasPrefix("Vibra") { return .vibraPattern }
        if names.contains("duration"), !GamepadFile.signs.isDisjoint(with: names) { return .gamepad }
        throw root.error(
            "expected Android's `timings` or `primitives`, HarmonyOS' `Channels`, a gamepad's magnitudes or "
                + "feedbackd's `profiles`, found none")
    }
}

extension PatternFormat {
    /// Returns the format of a text without a file name, recognised by its content; nil if it has none.
    ///
    /// JSON that does not parse counts as AHAP, whose reader says where the error is. `.hmpg` has no sign of its own.
    public static func recognised(in bytes: [UInt8]) -> PatternFormat? {
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) else {
            return nil
        }
        if first == UInt8(ascii: "<") { return .androidXML }
        guard first == UInt8(ascii: "{") else { return inJSON(bytes) }
        guard let root = try? JSONReader(bytes, file: "", options: .lenient), let members = try? root.members() else {
            return .ahap
        }
        let names = Set(members.map(\.name))
        if names.contains("signals") { return .haptic }
        if names.contains("perceptions") { return .hjif }
        // Apple's loader does not need a version.
        return (try? JSONForm.format(of: root)) ?? (names.contains("Pattern") ? .ahap : nil)
    }
}
