import ThudCore

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
