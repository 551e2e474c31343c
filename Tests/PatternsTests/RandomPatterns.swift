import ThudCore
import ThudPatterns

/// Random patterns that are the same for the same seed.
struct RandomPatterns {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the next pattern, whose curves have at most `points` points.
    mutating func next(points: Int = HapticLimits.pointsPerCurve) -> HapticPattern {
        var pattern = HapticPattern(version: 1, metadata: [.init("Created", .string("take \(below(100)) \"é\\\n"))])
        for _ in 0..<below(8) { pattern.events.append(event()) }
        for _ in 0..<below(4) {
            pattern.parameters.append(DynamicParameter(id(), at: seconds(300), value: number() * 2 - 1))
        }
        for _ in 0..<below(4) {
            let points = (0..<below(points + 1)).map { _ in
                ParameterCurve.Point(time: seconds(10), value: number() * 2 - 1)
            }
            pattern.curves.append(ParameterCurve(id(), at: seconds(20), points: points))
        }
        return pattern
    }

    /// Returns overlapping steps and curves of one parameter. Most curves are too long for Apple's loader, and all
    /// times are whole milliseconds.
    mutating func crowded() -> HapticPattern {
        var pattern = HapticPattern()
        for _ in 0..<below(4) {
            pattern.parameters.append(
                DynamicParameter(.hapticSharpness, at: Double(below(3_000)) / 1e3, value: number() * 2 - 1))
        }
        for _ in 0..<2 + below(4) {
            let points = (0..<2 + below(60)).map { _ in
                ParameterCurve.Point(time: Double(below(1_000)) / 1e3, value: number() * 2 - 1)
            }
            // Some start at the same time.
            let start = Double(below(2) == 0 ? 100 * below(10) : below(2_000)) / 1e3
            pattern.curves.append(ParameterCurve(.hapticSharpness, at: start, points: points))
        }
        return pattern
    }

    private mutating func event() -> HapticEvent {
        let kind = HapticEvent.Kind.allCases[below(4)]
        var event = HapticEvent(kind, at: seconds(300), duration: below(2) == 0 ? nil : seconds(30))
        for id in EventParameterID.allCases where below(2) == 0 { event[id] = number() * 2 - 1 }
        if kind == .audioCustom { event.waveformPath = "take \(below(9))/ë.wav" }
        event.loops = below(2) == 0
        event.usesVolumeEnvelope = below(2) == 0
        return event
    }

    private mutating func id() -> DynamicParameterID { DynamicParameterID.allCases[below(12)] }

    /// Returns times as people write them and as computers do.
    private mutating func seconds(_ most: Double) -> Double {
        let time = number() * most
        switch below(4) {
        case 0: return (time * 100).rounded() / 100
        case 1: return time.rounded()
        case 2: return time * 1e-9
        default: return time
        }
    }

    private mutating func number() -> Double { random.unit() }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
}
