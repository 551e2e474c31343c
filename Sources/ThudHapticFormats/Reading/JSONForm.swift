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
