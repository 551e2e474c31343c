import ThudCore
import ThudPatterns

/// HarmonyOS `.json` files for its vibrator (OpenHarmony's `DefaultVibratorDecoder`, sensors_miscdevice, API 18):
///     { "MetaData": { "Version": 1, "ChannelNumber": 1 },
///       "Channels": [ { "Parameters": { "Index": 0 }, "Pattern": [
///         { "Event": { "Type": "transient", "StartTime": 0,
///           "Parameters": { "Intensity": 100, "Frequency": 31 } } } ] } ] }
/// The events are those of `.he` (``HEFile``), with a `StartTime` from the start of the file. A continuous event
/// without a curve stays constant. A curve has 4 to 16 points and need not begin or end at strength 0. Sides (`Index`
/// of a channel: 0 both actuators, 1 left, 2 right) are not distinguished; the strongest is kept at each time.
enum HarmonyFile {
    static let name = "a HarmonyOS file"
    /// The most events of a channel and bytes of a file; the decoder refuses more.
    static let mostEvents = 128
    static let mostBytes = 64 << 10

    static func read(_ root: JSONReader, _ notes: inout ReadingNotes) throws(ThudError) -> HapticPattern {
        try notes.ignoreAll(in: root, but: ["MetaData", "Channels"])
        let metadata = try root.optional("MetaData")
        var texts: [(name: String, text: String)] = []
        for (name, ours) in [("Create", "Created"), ("Description", "Description")] {
            texts.append((ours, try metadata?.optional(name)?.string() ?? ""))
        }
        if let version = try metadata?.optional("Version"), try version.number() != 1 {
            notes.diagnostic(version, .suspicious, "only version 1 is known; read as such")
        }
        let channels = try root.member("Channels")
        let all = try channels.elements()
        guard !all.isEmpty else { throw channels.error("expected at least one channel, found none") }
        var reader = HEReader(.harmony)
        for channel in all {
            try notes.ignoreAll(in: channel, but: ["Parameters", "Pattern"])
            if let parameters = try channel.optional("Parameters") { try HEReader.side(parameters, &notes) }
            try reader.pattern(channel.member("Pattern"), at: 0, &notes)
        }
        return PatternAssembly.pattern(reader.flattened(root, &notes), metadata: MetadataText.members(texts))
    }

    static func write(_ pattern: HapticPattern) -> PatternExport {
        var losses: [String] = []
        let all = HEFile.events(pattern, name, &losses)
        let metadata = MetadataText(pattern)
        var texts: Set = ["Created", "Description"]
        var kept = all.prefix(mostEvents)
        var text = Self.text(kept, metadata, texts)
        if text.utf8.count > mostBytes {
            // A long text must not cost events.
            texts = texts.filter { metadata[$0].utf8.count < mostBytes / mostEvents }
            text = Self.text(kept, metadata, texts)
        }
        losses += metadata.losses(but: texts, name)
        while text.utf8.count > mostBytes, kept.count > 1 {
            kept = kept.prefix(kept.count * 7 / 8)
            text = Self.text(kept, metadata, texts)
        }
        if kept.count < all.count {
            losses.append(
                "\(name) holds \(mostEvents) events in \(mostBytes >> 10) KiB; only \(kept.count) of \(all.count) are "
                    + "written, to \(shown(Double(all[kept.count].time) / 1e3)) s")
        }
        return PatternExport(text: text, losses: losses)
    }

    private static func text(
        _ events: ArraySlice<HEEvent>, _ metadata: MetadataText, _ texts: Set<String>
    ) -> String {
        func text(_ name: String) -> JSONValue { .string(texts.contains(name) ? metadata[name] : "") }
        let root: JSONValue = [
            "MetaData": [
                "Create": text("Created"), "Description": text("Description"), "Version": 1, "ChannelNumber": 1,
            ],
            "Channels": [["Parameters": ["Index": 0], "Pattern": .array(events.map(\.harmony))]],
        ]
        return root.text()
    }
}
