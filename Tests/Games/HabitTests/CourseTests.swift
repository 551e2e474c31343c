import Testing
import ThudCore
import ThudGameKit
import ThudPatterns

@testable import ThudHabit

/// The haptic follows the ring. The tests render it from a round's turns, as the engine takes them.
@Suite struct CourseTests {
    private static let rate = 48_000.0

    /// Returns the pattern that a round's turns make of the cue. Each turn is a straight line from the control's value.
    private func pattern(_ effects: [(effect: HabitEffect, at: Interval)], length: Double) -> HapticPattern {
        var pattern = HapticPattern([HapticEvent(.continuous, duration: length, intensity: 1, sharpness: 0.1)])
        var ends: [LiveControl: (time: Double, value: Double)] = [.intensity: (0, 1), .sharpness: (0, 0)]
        var starts: [LiveControl: (time: Double, value: Double)] = ends
        func value(_ control: LiveControl, at time: Double) -> Double {
            guard let start = starts[control], let end = ends[control], end.time > start.time else {
                return ends[control]?.value ?? 0
            }
            let share = min(max((time - start.time) / (end.time - start.time), 0), 1)
            return start.value + (end.value - start.value) * share
        }
        func turn(_ control: LiveControl, to target: Double, over seconds: Double, at time: Double) {
            let id: DynamicParameterID
            switch control {
            case .intensity: id = .hapticIntensity
            case .sharpness: id = .hapticSharpness
            case .gain, .pitch: return
            }
            let from = seconds > 0 ? value(control, at: time) : target
            starts[control] = (time, from)
            ends[control] = (time + seconds, target)
            pattern.curves.append(
                ParameterCurve(
                    id, at: time, points: [.init(time: 0, value: from), .init(time: seconds, value: target)]))
        }
        for (effect, at) in effects {
            switch effect {
            case .turn(_, let control, let target, let time):
                turn(control, to: target, over: time.seconds, at: at.seconds)
            case .end(_, let fade): turn(.intensity, to: 0, over: fade.seconds, at: at.seconds)
            default: break
            }
        }
        return pattern
    }

    /// Returns the RMS level of each window of 50 ms.
    private func levels(_ samples: [Float]) -> [Double] {
        stride(from: 0, to: samples.count - 2_399, by: 2_400).map { first in
            let power = samples[first..<first + 2_400].reduce(0.0) { $0 + Double($1) * Double($1) }
            return (power / 2_400).squareRoot()
        }
    }

    @Test func `the drive signal rises throughout a hold`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(2_100))
        let drive = HapticRenderer(sampleRate: Self.rate).drive(pattern(rig.effects, length: 2.05))
        let levels = levels(Array(drive.prefix(96_000)))
        #expect(levels.count == 40)
        for (before, after) in zip(levels, levels.dropFirst()) { #expect(after > before) }
        // The eight quarter seconds of systems/hold.ahap as rendered: 0.017 in the first, 0.347 in the last.
        let quarters = stride(from: 0, to: 40, by: 5).map { first in
            (levels[first..<first + 5].reduce(0) { $0 + $1 * $1 } / 5).squareRoot()
        }
        for (level, expected) in zip(quarters, [0.017, 0.034, 0.059, 0.091, 0.135, 0.193, 0.264, 0.347]) {
            #expect(abs(level - expected) < 0.002, "\(quarters)")
        }
    }

    @Test func `after a release at one second the drive signal falls below 2 % within 300 ms, without a step`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(1_000))
        rig.pass(to: .ms(1_400))
        let drive = HapticRenderer(sampleRate: Self.rate).drive(pattern(rig.effects, length: 1.4))
        let levels = levels(drive)
        let atRelease = levels[19]
        #expect(atRelease > 0.1)
        for (before, after) in zip(levels[19...], levels[20...]) { #expect(after <= before) }
        #expect(levels[25] < 0.02 * atRelease && levels[26] < 1e-5, "\(levels[19...])")
        let step = zip(drive, drive.dropFirst()).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(step < 0.05)
    }

    @Test func `a press while the ring runs back makes no step in the drive signal`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(1_500))
        rig.hold(from: .ms(1_600), to: .ms(3_700))
        let drive = HapticRenderer(sampleRate: Self.rate).drive(pattern(rig.effects, length: 3.7))
        let step = zip(drive, drive.dropFirst()).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
        #expect(step < 0.05)
    }

    @Test(arguments: [(0, 0.15), (0.25, 0.32), (0.5, 0.5), (0.75, 0.72), (1, 0.95)])
    func `the strength at each quarter of the ring matches the table`(progress: Double, strength: Double) {
        #expect(HoldCourse.strength(at: progress) == strength)
    }

    @Test func `the turns of a release follow the quarters of the cubic, then fade within 5 ms`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(1_000))
        rig.pass(to: .ms(1_400))
        // The ring is released on a knot, so the turn of that knot comes first and is overridden at once.
        let turns = rig.effects.compactMap { effect -> (Double, Interval)? in
            guard case .turn(_, .intensity, let value, let time) = effect.effect, effect.at >= .ms(1_000) else {
                return nil
            }
            return (value, time)
        }.dropFirst()
        let values = turns.map(\.0)
        let expected: [Double] = [0.5 * 27 / 64, 0.5 / 8, 0.5 / 64, 0]
        #expect(values == expected)
        #expect(turns.allSatisfy { $0.1 == .ms(75) })
        #expect(rig.effects.contains { $0.effect == .end(LiveKey(1), fade: .ms(5)) && $0.at == .ms(1_300) })
    }

    @Test func `the strength always matches the ring, since both come from one course`() {
        let filling = HoldCourse(.filling, from: 0, strength: 0.15, at: HabitRig.start)
        for time in 0...2_000 as ClosedRange<Int64> {
            let instant = HabitRig.at(.ms(time))
            let progress = filling.progress(at: instant)
            #expect(abs(progress - Double(time) / 2_000) < 1e-9)
            #expect(abs(filling.strength(at: instant) - HoldCourse.strength(at: progress)) < 1e-9)
        }
    }
}
