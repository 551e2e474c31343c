public import ThudCore

extension ActuatorProfile {
    /// A profile from a JSON file, read strictly:
    ///
    ///     {"name": "x-axis", "resonance_hz": 170, "quality": 9, "overdrive": 2, "braking": 1, "band_hz": [150, 190]}
    ///
    /// The first three must be there; the others are as in ``ActuatorResonance``.
    ///
    /// - Throws: `SourceError` for what is no such object, has other members or a value out of range.
    public static func read(_ bytes: [UInt8], file: String) throws(SourceError) -> ActuatorProfile {
        let root = try JSONReader(bytes, file: file)
        try root.requireOnly(["name", "resonance_hz", "quality", "overdrive", "braking", "band_hz"])
        let resonance = ActuatorResonance(
            frequency: try root.member("resonance_hz").number(in: ActuatorResonance.frequencies),
            quality: try root.member("quality").number(in: ActuatorResonance.qualities),
            overdrive: try root.optional("overdrive")?.number(in: ActuatorResonance.overdrives) ?? 1,
            braking: try root.optional("braking")?.number(in: ActuatorResonance.brakings) ?? 0,
            band: try root.optional("band_hz").map(band))
        return ActuatorProfile(name: try name(root.member("name")), resonance: resonance)
    }

    private static func name(_ reader: JSONReader) throws(SourceError) -> String {
        let name = try reader.string()
        guard (1...40).contains(name.count), !name.contains(where: \.isNewline) else {
            throw reader.error("expected a name of 1 to 40 characters on one line")
        }
        return name
    }

    private static func band(_ reader: JSONReader) throws(SourceError) -> ClosedRange<Double> {
        let edges = try reader.elements()
        guard edges.count == 2 else { throw reader.error("expected two frequencies, found \(edges.count)") }
        let lower = try edges[0].number(in: ActuatorResonance.frequencies)
        let upper = try edges[1].number(in: ActuatorResonance.frequencies)
        guard lower < upper else { throw edges[1].error("expected a frequency above the first") }
        return lower...upper
    }
}
