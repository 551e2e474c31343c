import ThudCore
import ThudPatterns

/// Reports what devices of a platform play differently although their parsers accept it.
struct DeviceLimits {
    let device: DeviceCheck

    /// The shortest perceptible vibration, in seconds. Usual resonant motors with overdrive reach 90 % of their
    /// movement in 15 to 25 ms. OpenHarmony has the same minimum (`CONTINUOUS_VIBRATION_DURATION_MIN` of its
    /// `custom_vibration_matcher.cpp`).
    private static let shortestVibration = 0.015

    func remarks(_ pattern: HapticPattern) -> [String] {
        let isHarmony = device == .harmony || device == .richtap
        return near(pattern, isHarmony ? HarmonyLimits.tap : HapticLimits.nearestTaps) + brief(pattern)
            + (isHarmony ? HarmonyLimits.remarks(pattern) : [])
    }

    private func near(_ pattern: HapticPattern, _ limit: Double) -> [String] {
        let taps = pattern.events.filter { $0.kind == .transient }.map(\.time).sorted()
        let near = zip(taps, taps.dropFirst()).map { $1 - $0 }.count { $0 > 0 && $0 < limit - 1e-6 }
        guard near > 0 else { return [] }
        return [
            "\(Count.of(near, "tap comes", "taps come")) within \(shown(limit * 1e3)) ms of the previous one, which still plays then"
        ]
    }

    private func brief(_ pattern: HapticPattern) -> [String] {
        let brief = pattern.events.count {
            $0.kind == .continuous && ($0.duration ?? 1) > 0 && ($0.duration ?? 1) < Self.shortestVibration
        }
        guard brief > 0, device != .android else { return [] }
        let limit = shown(Self.shortestVibration * 1e3)
        return [
            "\(Count.of(brief, "vibration is", "vibrations are")) shorter than \(limit) ms; most motors hardly move"
        ]
    }
}

/// The limits of OpenHarmony's service (sensors_miscdevice, API 18 of 2025).
private enum HarmonyLimits {
    /// The length of a tap, in seconds (`TRANSIENT_VIBRATION_DURATION` of the decoders).
    static let tap = 0.048

    /// The least pause between a vibration and the next event, in seconds (`VIBRATOR_DELAY` of
    /// `custom_vibration_matcher.cpp`).
    private static let pause = 0.02
    /// The length in seconds of the slices of a changing vibration, and the number of strength grades, on a vibrator
    /// without high-definition drive (`SLICE_STEP` and `CONTINUOUS_GRADE_NUM` of `custom_vibration_matcher.cpp`).
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
                "\(Count.of(cut, "vibration ends", "vibrations end")) less than \(shown(pause * 1e3)) ms before the next event, and \(cut == 1 ? "is" : "are") cut by up to that time "
                    + "(\(NoticeableDifference.words(time: pause)))")
        }
        if merged > 0 {
            remarks.append(
                "\(Count.of(merged, "event")) \(merged == 1 ? "begins" : "begin") within a vibration and \(merged == 1 ? "merges" : "merge") with it, at the mean frequency"
            )
        }
        let changes =
            pattern.curves.contains { $0.points.count > 1 }
            && haptic.contains { $0.kind == .continuous && ($0.duration ?? 0) >= 2 * slice }
        if changes {
            remarks.append(
                "without a high-definition drive, vibrations change in steps of \(shown(slice * 1e3)) ms "
                    + "(\(NoticeableDifference.words(time: slice))) and of an eighth of the strength "
                    + "(\(NoticeableDifference.words(intensity: 1 / Double(2 * grades))))")
        }
        return remarks
    }
}
