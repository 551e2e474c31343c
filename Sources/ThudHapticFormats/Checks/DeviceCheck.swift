public import ThudCore

/// A platform whose parser a file is held against, by that parser's own rules.
public enum DeviceCheck: String, CaseIterable, Hashable, Sendable {
    /// OpenHarmony: `.he` files.
    case harmony

    /// Whether the platform's parser would take a file.
    ///
    /// - Throws: `ThudError` with the place of the first thing for which it would refuse the file.
    public func check(_ bytes: [UInt8], file: String) throws(ThudError) {
        try HarmonyEventCheck.check(JSONReader(bytes, file: file))
    }
}
