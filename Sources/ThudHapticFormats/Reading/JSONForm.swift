import ThudCore

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
        // Bundlers for the web and React Native import JSON only by this extension, so other formats end in it, too.
        if names.isSuperset(of: ["Version", "Pattern"]) { return .ahap }
        if names.isSuperset(of: ["version", "signals"]) { return .haptic }
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
