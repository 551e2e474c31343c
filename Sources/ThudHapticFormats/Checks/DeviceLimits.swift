import ThudCore
import ThudPatterns

/// What devices of a platform do not play as it is written, though their parsers take it.
struct DeviceLimits {
    private let device: DeviceCheck

    init(_ device: DeviceCheck) { self.device = device }

    /// Taps nearer to each other than this, in seconds, are felt as one: pulses merge below about 30 ms.
    private static let mergingTaps = 0.03

    /// The shortest vibration that a motor makes itself felt with, in seconds: about the time to come to 90 % of its
    /// movement with overdrive, 15 to 25 ms for the usual resonant one. OpenHarmony lets none be shorter
    /// (`CONTINUOUS_VIBRATION_DURATION_MIN` of its `custom_vibration_matcher.cpp`).
    private static let shortestVibration = 0.015

    /// A sentence for each thing that devices leave out of a pattern or play otherwise.
    func remarks(_ pattern: HapticPattern) -> [String] {
        let isHarmony = device == .harmony || device == .richtap
        return near(pattern, isHarmony ? HarmonyLimits.tap : Self.mergingTaps) + brief(pattern)
            + (isHarmony ? HarmonyLimits.remarks(pattern) : [])
    }

    private func near(_ pattern: HapticPattern, _ limit: Double) -> [String] {
        let taps = pattern.events.filter { $0.kind == .transient }.map(\.time).sorted()
        let near = zip(taps, taps.dropFirst()).map { $1 - $0 }.count { $0 > 0 && $0 < limit - 1e-6 }
        guard near > 0 else { return [] }
        return [
            "\(Count.of(near, "tap")) \(near == 1 ? "comes" : "come") within \(shown(limit * 1e3)) ms of the one before, which still plays then"
        ]
    }

    private func brief(_ pattern: HapticPattern) -> [String] {
        let brief = pattern.events.count {
            $0.kind == .continuous && ($0.duration ?? 1) > 0 && ($0.duration ?? 1) < Self.shortestVibration
        }
        guard brief > 0, device != .android else { return [] }
        let limit = shown(Self.shortestVibration * 1e3)
        return [
            "\(Count.of(brief, "vibration")) \(brief == 1 ? "is" : "are") shorter than \(limit) ms; most motors hardly move"
        ]
    }
}

/// What OpenHarmony's service makes of events (sensors_miscdevice, API 18 of 2025).
private enum HarmonyLimits {
    /// How long a tap takes, in seconds (`TRANSIENT_VIBRATION_DURATION` of the decoders).
    static let tap = 0.048

    /// How long before the next event a vibration has to have ended, in seconds (`VIBRATOR_DELAY` of
    /// `custom_vibration_matcher.cpp`).
    private static let pause = 0.02

    /// How finely a vibration that changes is cut, in seconds, and into how many grades of strength, where the vibrator has no
    /// high-definition drive (`SLICE_STEP` and `CONTINUOUS_GRADE_NUM` of `custom_vibration_matcher.cpp`).
    private static let slice = 0.05
    private static let grades = 8

    static func remarks(_ pattern: HapticPattern) -> [String] {
        let haptic = pattern.events.filter { $0.kind.isHaptic }.sorted { $0.time < $1.time }
        var (cut, merged) = (0, 0)
        for (event, next) in zip(haptic, haptic.dropFirst()) where event.kind == .continuous {
            let gap = next.time - event.time - (event.duration ?? 0)
            if gap < -1e-6 { merged += 1 } else if gap < pause - 1e-6 { cut += 1 }
        }
        var remarks: [String] = []
        if cut > 0 {
            remarks.append(
                "\(Count.of(cut, "vibration")) \(cut == 1 ? "ends" : "end") less than \(shown(pause * 1e3)) ms before the next event, and \(cut == 1 ? "is" : "are") cut by up to so much "
                    + "(\(NoticeableDifference.words(time: pause)))")
        }
        if merged > 0 {
            remarks.append(
                "\(Count.of(merged, "event")) \(merged == 1 ? "begins" : "begin") within a vibration and \(merged == 1 ? "becomes" : "become") one with it, at the mean frequency"
            )
        }
        let changes =
            pattern.curves.contains { $0.points.count > 1 }
            && haptic.contains { $0.kind == .continuous && ($0.duration ?? 0) >= 2 * slice }
        if changes {
            remarks.append(
                "without a high-definition drive, vibrations change in steps of \(shown(slice * 1e3)) ms "
                    + "(\(NoticeableDifference.words(time: slice))) and of an eighth of strength "
                    + "(\(NoticeableDifference.words(intensity: 1 / Double(2 * grades))))")
        }
        return remarks
    }
}
