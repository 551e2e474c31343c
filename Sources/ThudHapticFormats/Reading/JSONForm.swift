import ThudCore
import ThudPatterns

/// The formats whose files all end in `.json`. What a file holds says which it is.
enum JSONForm {
    /// The pattern of a file in whichever of the formats it has; AHAP has its own reader.
    ///
    /// - Throws: `ThudError` where it is of none of them, or is not what its format asks.
    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        switch try format(of: root) {
        case .harmony: try HarmonyFile.read(root, &notes)
        case .vibrate: try VibrateFile.read(root, &notes)
        case .gamepad: try GamepadFile.read(root, &notes)
        case .he: try HEFile.read(root, &notes)
        default: try AndroidFile.read(root, &notes)
        }
    }

    /// Which of the formats a file has.
    ///
    /// - Throws: `ThudError` where it is of none of them.
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
        // HarmonyOS tells its own files and RichTap's by what they hold too, and some of these end in .json.
        if names.contains("PatternList") || names.isSuperset(of: ["Metadata", "Pattern"]) { return .he }
        if names.contains("duration") { return .gamepad }
        throw root.error(
            "expected Android's `timings` or `primitives`, HarmonyOS' `Channels` or a gamepad's `duration`, found none")
    }
}
