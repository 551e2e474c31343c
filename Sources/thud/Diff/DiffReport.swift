import ThudCore
import ThudPatternComparison
import ThudPatterns

/// A comparison of two patterns as lines and as JSON.
struct DiffReport {
    let comparison: PatternComparison
    let names: (first: String, second: String)

    var lines: [String] {
        let signals = comparison.signals
        var lines = comparison.differences.filter(Self.hasLine).map(Self.line)
        if let envelope = signals.envelope, envelope.noticeable >= Self.least {
            lines.append(
                "envelope: \(Decimals.fixed(envelope.decibels, 1)) dB apart at \(Self.seconds(envelope.time)), "
                    + Self.noticeable(envelope.noticeable))
        }
        if let sharpness = comparison.sharpness {
            lines.append(
                "sharpness: \(Decimals.short(sharpness.first, atMost: 3)) to \(Decimals.short(sharpness.second, atMost: 3)) "
                    + "at \(Self.seconds(sharpness.time)), \(Self.noticeable(sharpness.noticeable))")
        }
        lines += Self.line("felt level", signals.feltLevels) { "\(Decimals.fixed($0, 1)) dB" }
        lines += Self.line("onset", signals.onsets) { "\(Decimals.fixed($0 * 1000, 1)) ms" }
        if let similarity = signals.similarity, !lines.isEmpty {
            lines.append(
                "ST-SIM \(Decimals.fixed(similarity.stSim, 3)), SPQI \(Decimals.fixed(similarity.spqi, 3)) (1 is equal)"
            )
        }
        return lines
    }

    /// The last line: whether the difference is felt, or at least heard.
    var verdict: String {
        let (largest, felt) = (comparison.largest, comparison.felt)
        if comparison.differences.isEmpty, largest == 0 { return "no difference" }
        guard felt.isFinite else { return "the difference is felt: something is only in one of them" }
        let words =
            felt >= 1
            ? "the difference is felt" : largest >= 1 ? "the difference is only heard" : "nobody feels the difference"
        let amount = "\(words): at most \(Self.noticeable(felt >= 1 ? felt : largest))"
        return (largest.isFinite ? amount : words) + (comparison.isHeard ? "; what is heard differs" : "")
    }

    /// The least difference that is more than 0.00 JND in a line. Smaller ones come from the rounding of formats.
    private static let least = 0.005

    private static func hasLine(_ difference: PatternComparison.Difference) -> Bool {
        if case .changed = difference.change { difference.noticeable >= least } else { true }
    }

    private static func line(_ difference: PatternComparison.Difference) -> String {
        let event = "\(name(difference.kind)) at \(seconds(difference.time))"
        switch difference.change {
        case .added: return "+ \(event): only in the second"
        case .removed: return "- \(event): only in the first"
        case .sound(let from, let to): return "  \(event): plays \(to) instead of \(from)"
        case .changed(let what, let from, let to):
            let milliseconds = "\(Decimals.short(abs(to - from) * 1000, atMost: 1)) ms"
            let change =
                switch what {
                case "start": "\(milliseconds) \(to > from ? "later" : "earlier")"
                case "duration": "\(milliseconds) \(to > from ? "longer" : "shorter")"
                default: "\(what) \(Decimals.short(from, atMost: 3)) to \(Decimals.short(to, atMost: 3))"
                }
            return "  \(event): \(change), \(noticeable(difference.noticeable))"
        }
    }

    private static func line(_ what: String, _ pair: SignalComparison.Pair, _ words: (Double) -> String) -> [String] {
        guard pair.first != pair.second, pair.noticeable >= least else { return [] }
        func shown(_ value: Double?) -> String { value.map(words) ?? "none" }
        return ["\(what): \(shown(pair.first)) to \(shown(pair.second)), \(noticeable(pair.noticeable))"]
    }

    private static func name(_ kind: HapticEvent.Kind) -> String {
        switch kind {
        case .transient: "tap"
        case .continuous: "vibration"
        case .audioContinuous: "tone"
        case .audioCustom: "sound"
        }
    }

    private static func seconds(_ time: Double) -> String { "\(Decimals.fixed(time, 3)) s" }

    private static func noticeable(_ value: Double) -> String {
        value.isFinite ? "\(Decimals.fixed(value, 2)) JND" : "felt in any case"
    }

    /// The comparison as JSON. A difference that is felt in any case has the value null in `jnd`.
    var json: JSONValue {
        let signals = comparison.signals
        func number(_ value: Double?) -> JSONValue {
            value.map { .number($0.rounded(decimals: 6)) } ?? .null
        }
        func pair(_ pair: SignalComparison.Pair, _ scale: Double) -> JSONValue {
            [
                "first": number(pair.first.map { $0 * scale }), "second": number(pair.second.map { $0 * scale }),
                "jnd": number(pair.noticeable),
            ]
        }
        let differences = comparison.differences.map { difference -> JSONValue in
            var members: [JSONValue.Member] = [
                .init("kind", .string(difference.kind.rawValue)), .init("time_s", number(difference.time)),
            ]
            switch difference.change {
            case .added: members.append(.init("change", "added"))
            case .removed: members.append(.init("change", "removed"))
            case .sound(let from, let to):
                members += [.init("change", "sound"), .init("first", .string(from)), .init("second", .string(to))]
            case .changed(let what, let from, let to):
                members += [.init("change", .string(what)), .init("first", number(from)), .init("second", number(to))]
            }
            return .object(members + [.init("jnd", number(difference.noticeable))])
        }
        return [
            "first": .string(names.first), "second": .string(names.second), "differences": .array(differences),
            "envelope": signals.envelope.map {
                ["time_s": number($0.time), "db": number($0.decibels), "jnd": number($0.noticeable)]
            } ?? .null,
            "sharpness": comparison.sharpness.map {
                [
                    "time_s": number($0.time), "first": number($0.first), "second": number($0.second),
                    "jnd": number($0.noticeable),
                ]
            } ?? .null, "felt_level_db": pair(signals.feltLevels, 1), "onset_ms": pair(signals.onsets, 1000),
            "st_sim": number(signals.similarity?.stSim), "spqi": number(signals.similarity?.spqi),
            "largest_jnd": number(comparison.largest), "is_felt": .bool(comparison.largest >= 1),
        ]
    }
}
