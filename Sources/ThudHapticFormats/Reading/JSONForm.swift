import ThudCore
import ThudPatterns

/// The formats whose files all end in `.json`, recognised by their content.
enum JSONForm {
    /// Reads a pattern in whichever of these formats the file has, except AHAP, which has its own reader. `event`
    /// chooses one of a theme's events.
    /// - Throws: `ThudError` if the file has none of them or breaks the rules of its format.
    static func read(
        _ root: JSONReader, event: String?, _ notes: inout ReadingNotes
    ) throws(ThudError) -> HapticPattern {
        switch try format(of: root) {
        case .harmony: try HarmonyFile.read(root, &notes)
        case .vibrate: try VibrateFile.read(root, &notes)
        case .gamepad: try GamepadFile.read(root, &notes)
        case .he: try HEFile.read(root, &notes)
        case .vibraPattern: try VibraFile.read(root, &notes)
        case .feedbackd: try FeedbackdTheme.read(root, event: event, &notes)
        default: try AndroidFile.read(root, &notes)
        }
    }

    /// Returns the format of a file.
    /// - Throws: `ThudError` if it has none of them.
    static func format(of root: JSONReader) throws(ThudError) -> PatternFormat {
        switch root.node.content {
        case .number: return .vibrate
        case .array(let elements):
            if case .object = elements.first?.content { return .gamepad }
            return .vibrate
        default: break
        }
        let names = Set(try root.members().map(\.name))
        if !names.isDisjoint(with: ["timings", "primitives"]) { return .android }
        if names.contains("Channels") { return .harmony }
        if names.isSuperset(of: ["Version", "Pattern"]) { return .ahap }
        // HarmonyOS also recognises its own files and RichTap's by content, and some of RichTap's end in .json.
        if names.contains("PatternList") || names.isSuperset(of: ["Metadata", "Pattern"]) { return .he }
        if names.contains("profiles") || names.contains("parent-name") { return .feedbackd }
        if try root.optional("type").map({ reader throws(ThudError) in try reader.string().hasPrefix("Vibra") }) == true
        {
            return .vibraPattern
        }
        if names.contains("duration") { return .gamepad }
        throw root.error(
            "expected Android's `timings` or `primitives`, HarmonyOS' `Channels`, a gamepad's `duration` or feedbackd's "
                + "`profiles`, found none")
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
