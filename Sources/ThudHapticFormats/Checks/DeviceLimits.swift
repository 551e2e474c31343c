import ThudCore
import ThudHaptics

/// What devices of a platform do not play as it is written, though their parsers take it.
struct DeviceLimits {
    private let device: DeviceCheck

    init(_ device: DeviceCheck) { self.device = device }

    /// How long a tap takes in OpenHarmony's decoders, in seconds (`TRANSIENT_VIBRATION_DURATION`).
    private static let harmonyTap = 0.048

    /// Taps nearer to each other than this, in seconds, are felt as one.
    private static let mergingTaps = 0.03

    /// The shortest vibration that a motor makes itself felt with, in seconds: about the time to come to 90 % of its
    /// movement with overdrive, 15 to 25 ms for the usual resonant one.
    private static let shortestVibration = 0.015

    func remarks(_ pattern: HapticPattern) -> [String] {
        var remarks: [String] = []
        let taps = pattern.events.filter { $0.kind == .transient }.map(\.time).sorted()
        let nearest = zip(taps, taps.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        let limit = device == .harmony || device == .richtap ? Self.harmonyTap : Self.mergingTaps
        let near = nearest.count { $0 < limit - 1e-6 }
        if near > 0 {
            remarks.append(
                "\(near) taps come within \(shown(limit * 1e3)) ms of the one before, which still plays then")
        }
        let brief = pattern.events.count {
            $0.kind == .continuous && ($0.duration ?? 1) > 0 && ($0.duration ?? 1) < Self.shortestVibration
        }
        if brief > 0, device != .android {
            remarks.append(
                "\(brief) vibrations are shorter than \(shown(Self.shortestVibration * 1e3)) ms; most motors hardly move"
            )
        }
        return remarks
    }
}
