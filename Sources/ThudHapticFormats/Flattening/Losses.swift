import ThudCore
import ThudPatterns

/// Reports the sounds in a pattern, which only AHAP can hold.
enum SoundLosses {
    static func sentences(_ pattern: HapticPattern, _ format: String) -> [String] {
        var sentences: [String] = []
        for (index, event) in pattern.events.enumerated() {
            switch event.kind {
            case .audioCustom:
                let path = event.waveformPath ?? "no file"
                sentences.append("\(place(index, event)): \(format) cannot hold an AudioCustom (\(path))")
            case .audioContinuous:
                sentences.append("\(place(index, event)): \(format) cannot hold an AudioContinuous")
            case .transient where (event.duration ?? 0) > HapticLimits.transientLength:
                sentences.append("\(place(index, event)): \(format) cannot hold the duration of a tap")
            case .transient, .continuous:
                break
            }
        }
        let steps = pattern.parameters.enumerated().filter { !$0.element.id.isHaptic }.map {
            "parameters[\($0.offset)] at \(shown($0.element.time)) s: \(format) cannot hold \($0.element.id.rawValue)"
        }
        let curves = pattern.curves.enumerated().filter { !$0.element.id.isHaptic }.map {
            "curves[\($0.offset)] at \(shown($0.element.time)) s: \(format) cannot hold \($0.element.id.rawValue)"
        }
        return sentences + steps + curves
    }
}

/// Reports what a pattern loses in a format without frequency or without strength.
enum FlatLosses {
    /// Reports sharpness that differs from the fixed one of a format without frequency.
    static func sharpness(_ flattened: FlattenedPattern, _ format: String) -> [String] {
        let felt = AndroidFile.sharpness
        let all =
            flattened.taps.map(\.sharpness) + flattened.vibrations.flatMap { $0.sharpnessCurve.points.map(\.value) }
        guard let farthest = all.max(by: { distance($0, felt) < distance($1, felt) }), farthest != felt else {
            return []
        }
        return [
            "\(format) has no frequency; every sharpness becomes \(shown(felt)), even \(shown(farthest)) "
                + "(\(NoticeableDifference.words(NoticeableDifference.between(sharpness: farthest, felt))))"
        ]
    }

    /// Reports the distance in milliseconds at which changing vibrations had to be sampled; nil if none was.
    static func sampling(_ step: Int?, _ format: String) -> [String] {
        guard let step else { return [] }
        let time = NoticeableDifference.words(time: Double(step) / 1e3)
        return ["changing vibrations are sampled every \(step) ms in \(format) (\(time))"]
    }

    /// Reports taps, for a format that has only vibrations.
    static func taps(_ flattened: FlattenedPattern, _ format: String) -> [String] {
        guard !flattened.taps.isEmpty else { return [] }
        let times = flattened.taps.map { milliseconds($0.time) }
        let joined = zip(times, times.dropFirst()).count { $1 - $0 <= Tap.length }
        let rest = joined > 0 ? "; \(joined) of \(times.count) follow the one before without a pause" : ""
        return ["taps become vibrations of \(Tap.length) ms in \(format)\(rest)"]
    }

    /// Reports taps that nobody can feel beside the vibration that they are on.
    static func hidden(_ taps: Int, _ format: String) -> [String] {
        taps == 0 ? [] : ["\(Count.of(taps, "tap")) on a vibration cannot be felt apart from it in \(format)"]
    }

    /// Reports a strength below full, for a format without strength.
    static func strength(_ flattened: FlattenedPattern, _ format: String) -> [String] {
        let all = flattened.taps.map(\.intensity) + flattened.vibrations.map(\.intensityCurve.largest)
        guard let weakest = all.min(), weakest < 1 else { return [] }
        return [
            "\(format) has no strength; every intensity becomes 1, even \(shown(weakest)) "
                + "(\(NoticeableDifference.words(NoticeableDifference.between(intensity: weakest, 1))))"
        ]
    }

    private static func distance(_ one: Double, _ two: Double) -> Double {
        abs(DriveLaw.frequency(sharpness: one) - DriveLaw.frequency(sharpness: two))
    }
}

/// The texts in a pattern's metadata, for a format that can hold some of them.
struct MetadataText {
    private let members: [JSONValue.Member]

    init(_ pattern: HapticPattern) { members = pattern.metadata }

    /// Returns a text by its AHAP name, or an empty one if missing.
    subscript(name: String) -> String {
        guard case .string(let text) = members.first(where: { $0.name == name })?.value else { return "" }
        return text
    }

    /// Returns a list of texts by its name, or an empty one if missing.
    func list(_ name: String) -> [String] {
        guard case .array(let values) = members.first(where: { $0.name == name })?.value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Returns a sentence for each member that a format cannot hold.
    func losses(but held: Set<String>, _ format: String) -> [String] {
        members.filter { !held.contains($0.name) && $0.value != "" }.map {
            "\(format) cannot hold Metadata.\($0.name)"
        }
    }

    /// Creates members with these names and texts, without empty texts.
    static func members(_ texts: [(name: String, text: String)]) -> [JSONValue.Member] {
        texts.filter { !$0.text.isEmpty }.map { JSONValue.Member($0.name, .string($0.text)) }
    }
}
