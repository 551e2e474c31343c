import ThudPlayback
import ThudRecords

/// The silent switch: fixed by a flag, or the system's own mute.
struct SilentSwitch {
    private let mute: SystemMute?

    /// Follows the system where asked to; a system without a mixer has no mute to follow.
    init(_ option: Preferences.SilentSwitch) {
        mute = option == .follow ? SystemMute() : nil
    }

    /// The system's mute is followed.
    var isFollowed: Bool { mute != nil }

    /// Readable when the mixer has changed.
    var descriptors: [Int32] { mute?.descriptors ?? [] }

    /// The system is muted.
    func isOn() -> Bool { mute?.isMuted() ?? false }
}
