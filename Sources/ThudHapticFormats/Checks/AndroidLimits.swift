import ThudCore
import ThudPatterns

/// Reports what Android devices leave out of a file that their parser accepts, according to the platform's
/// documentation (`android.os`, API 36) and the Pixel driver.
enum AndroidLimits {
    /// The number of control points, and their shortest and longest duration in milliseconds, that every device with
    /// envelopes guarantees (`VibratorEnvelopeEffectInfo`).
    private static let points = 16
    private static let pointLengths = 20...1_000
    /// The primitives added after API 30 (`VibrationEffect.Composition`).
    private static let laterPrimitives: Set = ["thud", "spin", "low_tick"]
    /// A composition's limits on Pixels (`COMPOSE_SIZE_MAX` and `COMPOSE_DELAY_MAX_MS` of their driver, cs40l26).
    private static let primitives = 254
    private static let delay = 10_000

    static func remarks(_ root: XMLNode) -> [String] {
        let nodes = all(root)
        return envelopes(nodes) + compositions(nodes) + waveforms(nodes)
    }

    private static func all(_ node: XMLNode) -> [XMLNode] { [node] + node.children.flatMap(all) }

    private static func envelopes(_ nodes: [XMLNode]) -> [String] {
        let envelopes = nodes.filter { $0.name.hasSuffix("-envelope-effect") }
        guard !envelopes.isEmpty else { return [] }
        var remarks = ["envelopes need Android 16 (API 36) and a suitable vibrator; other devices play nothing"]
        if let most = envelopes.map(\.children.count).max(), most > points {
            remarks.append("an envelope has \(most) control points; devices guarantee only \(points)")
        }
        let lengths = envelopes.flatMap(\.children).compactMap { $0.text("durationMs").flatMap { Int($0) } }
        let (short, long) = (
            lengths.count { $0 < pointLengths.lowerBound }, lengths.count { $0 > pointLengths.upperBound }
        )
        if short > 0 {
            let lost = Double(pointLengths.lowerBound - (lengths.min() ?? 0)) / 1e3
            remarks.append(
                "\(Count.of(short, "control point is", "control points are")) shorter than the \(pointLengths.lowerBound) ms that devices guarantee, and may be "
                    + "lengthened by up to \(shown(lost * 1e3)) ms (\(NoticeableDifference.words(time: lost)))")
        }
        if long > 0 {
            remarks.append(
                "\(Count.of(long, "control point is", "control points are")) longer than the \(pointLengths.upperBound) ms that devices guarantee"
            )
        }
        return remarks
    }

    private static func compositions(_ nodes: [XMLNode]) -> [String] {
        let all = nodes.filter { $0.name == "primitive-effect" }
        guard !all.isEmpty else { return [] }
        let names = Set(all.compactMap { $0.text("name")?.lowercased() })
        var remarks = [
            "a device that lacks one of \(names.sorted().joined(separator: ", ")) plays none of the composition"
        ]
        let later = names.intersection(laterPrimitives).sorted()
        if !later.isEmpty { remarks.append("\(later.joined(separator: ", ")): need Android 12 (API 31)") }
        if all.contains(where: { $0.text("delayType") != nil }) {
            remarks.append("delayType: needs Android 16 (API 36)")
        }
        if all.count > primitives {
            remarks.append("\(all.count) primitives; Pixels accept \(primitives) in one composition")
        }
        let late = all.count { $0.text("delayMs").flatMap { Int($0) } ?? 0 > delay }
        if late > 0 {
            remarks.append(
                "\(Count.of(late, "delay is", "delays are")) longer than the \(delay) ms that Pixels accept")
        }
        return remarks
    }

    private static func waveforms(_ nodes: [XMLNode]) -> [String] {
        let levels = Set(nodes.filter { $0.name == "waveform-entry" }.compactMap { $0.text("amplitude") })
        guard !levels.isSubset(of: ["0", "255", "default"]) else { return [] }
        return ["a vibrator without amplitude control plays every amplitude above 0 at full strength"]
    }
}
