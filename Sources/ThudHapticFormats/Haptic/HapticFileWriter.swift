import ThudCore
import ThudHaptics

extension HapticFile {
    static func write(_ pattern: HapticPattern) -> PatternExport {
        let reduction = PatternReduction(pattern, format: name)
        let envelope = HapticEnvelope(reduction.score)
        let metadata = MetadataText(pattern)
        let lost = metadata.losses(
            but: ["Project", "Description", "Author", "Editor", "Source", "Tags"], name)
        var envelopes: [JSONValue.Member] = [
            .init("amplitude", .array(envelope.amplitude.map(json)))
        ]
        if !envelope.frequency.isEmpty {
            envelopes.append(
                .init(
                    "frequency",
                    .array(envelope.frequency.map { ["time": .number($0.time), "frequency": .number($0.value)] })))
        }
        let root: JSONValue = [
            "version": ["major": 1, "minor": 0, "patch": 0],
            "metadata": [
                "editor": .string(metadata["Editor"]), "author": .string(metadata["Author"]),
                "source": .string(metadata["Source"]), "project": .string(metadata["Project"]),
                "tags": .array(metadata.list("Tags").map(JSONValue.string)),
                "description": .string(metadata["Description"]),
            ],
            "signals": ["continuous": ["envelopes": .object(envelopes)]],
        ]
        return PatternExport(text: root.text(), losses: reduction.losses + lost)
    }

    private static func json(_ point: HapticEnvelope.Breakpoint) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("time", .number(point.time)), .init("amplitude", .number(point.amplitude)),
        ]
        if let tap = point.emphasis {
            members.append(
                .init("emphasis", ["amplitude": .number(tap.intensity), "frequency": .number(tap.sharpness)]))
        }
        return .object(members)
    }
}
