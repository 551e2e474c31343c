import CThudALSA
import CThudSystem
import Glibc
import Synchronization
import ThudCore

/// The system's own mute, the `Master` switch of a mixer, for games to follow like a phone's silent switch. Read-only.
///
/// A mixer may take any time to answer, and a sound server that hangs never does. So a separate thread reads it, and
/// ``isMuted()`` returns the last answer. That thread is never joined, because it may hang.
public final class SystemMute: Sendable {
    private let state: State

    /// The state that the thread shares with the owner, which may be released first.
    private final class State: Sendable {
        let isMuted = Atomic<Bool>(false)
        let isReleased = Atomic<Bool>(false)
        let (changed, asked, ended) = (EventDescriptor(), EventDescriptor(), EventDescriptor())
    }

    /// How long to wait for the first answer, so that the first cue respects it. Mixers answer in a few milliseconds.
    private static let timeout = Interval.milliseconds(50)

    /// The pauses between attempts to open a mixer that is missing, which double from the first to the last.
    private static let (firstPause, lastPause) = (Interval.milliseconds(100), Interval.seconds(10))

    /// Follows the mixer of the default card. Nothing is muted before there is one. While a sound server restarts, its
    /// last answer counts.
    public init() {
        thud_alsa_silence()
        state = State()
        PlainThread(name: "thud-mute").start { [state] in
            var failure: Int32 = 0
            if let mixer = SystemMixer(&failure) { SystemMute.follow(mixer, state) }
            state.asked.signal()
            while let mixer = SystemMute.nextMixer(state, after: &failure) { SystemMute.follow(mixer, state) }
        }
        state.asked.wait(atMost: Self.timeout)
    }

    deinit {
        state.isReleased.store(true, ordering: .releasing)
        state.ended.signal()
    }

    /// A file descriptor for `poll`, readable from a possible change of the mute until `isMuted` is called.
    public var descriptor: Int32 { state.changed.number }

    /// Returns whether the master switch of every channel is off or its volume is at the minimum.
    public func isMuted() -> Bool {
        state.changed.clear()
        return state.isMuted.load(ordering: .relaxed)
    }

    /// Reads the mixer now and after each of its changes, until the owner is released or the mixer is gone.
    private static func follow(_ mixer: SystemMixer, _ state: State) {
        while let isMuted = mixer.isMuted() {
            state.isMuted.store(isMuted, ordering: .relaxed)
            state.changed.signal()
            state.asked.signal()
            var wanted = mixer.descriptors + [pollfd(fd: state.ended.number, events: Int16(POLLIN), revents: 0)]
            _ = thud_poll(&wanted, UInt32(wanted.count), .max)
            if wanted[wanted.count - 1].revents != 0 { return }
        }
    }

    /// Waits until a mixer can be opened, and returns it; nil once the owner is released.
    private static func nextMixer(_ state: State, after failure: inout Int32) -> SystemMixer? {
        let nodes = DeviceNodes()
        var pause = firstPause
        while true {
            pause = nodes.wait(state.ended, atMost: pause) ? firstPause : min(pause * 2, lastPause)
            guard !state.isReleased.load(ordering: .acquiring) else { return nil }
            // PipeWire's plugin loads its modules for each attempt, so it is opened only once a server answers.
            if failure == -EHOSTDOWN, !PipeWireConnection.hasServer { continue }
            if let mixer = SystemMixer(&failure) { return mixer }
        }
    }

    struct Channel {
        /// Whether its switch is on; true if it has none.
        var isOn = true
        /// Whether its volume is at the minimum; false if it has none.
        var isDown = false
    }

    /// Whether no channel sounds. A mixer without channels mutes nothing.
    static func isMuted(channels: [Channel]) -> Bool {
        !channels.isEmpty && channels.allSatisfy { !$0.isOn || $0.isDown }
    }
}

/// An open mixer. Every call may take as long as its server does.
private final class SystemMixer {
    private let mixer: OpaquePointer

    /// Opens the mixer of the default card. If it cannot be attached, `failure` is ALSA's code for the reason.
    init?(_ failure: inout Int32) {
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let mixer = opened else { return nil }
        failure = snd_mixer_attach(mixer, "default")
        guard failure == 0, snd_mixer_selem_register(mixer, nil, nil) == 0, snd_mixer_load(mixer) == 0 else {
            snd_mixer_close(mixer)
            return nil
        }
        self.mixer = mixer
    }

    deinit { snd_mixer_close(mixer) }

    var descriptors: [pollfd] {
        let count = max(0, Int(snd_mixer_poll_descriptors_count(mixer)))
        var descriptors = [pollfd](repeating: pollfd(), count: count)
        let filled = snd_mixer_poll_descriptors(mixer, &descriptors, UInt32(count))
        return Array(descriptors.prefix(max(0, Int(filled))))
    }

    /// Handles the mixer's changes and returns whether it is muted; nil if the mixer is gone.
    func isMuted() -> Bool? {
        guard snd_mixer_handle_events(mixer) >= 0 else { return nil }
        guard let master = find("Master") else { return false }
        return SystemMute.isMuted(channels: channels(of: master))
    }

    private typealias Channel = SystemMute.Channel

    private func channels(of element: OpaquePointer) -> [Channel] {
        let all = SND_MIXER_SCHN_FRONT_LEFT.rawValue...SND_MIXER_SCHN_LAST.rawValue
        return all.map(snd_mixer_selem_channel_id_t.init(rawValue:))
            .filter { snd_mixer_selem_has_playback_channel(element, $0) == 1 }
            .map { Channel(isOn: isOn(element, $0), isDown: isDown(element, $0)) }
    }

    private func isOn(_ element: OpaquePointer, _ channel: snd_mixer_selem_channel_id_t) -> Bool {
        var state: Int32 = 1
        guard snd_mixer_selem_has_playback_switch(element) == 1,
            snd_mixer_selem_get_playback_switch(element, channel, &state) == 0
        else { return true }
        return state != 0
    }

    private func isDown(_ element: OpaquePointer, _ channel: snd_mixer_selem_channel_id_t) -> Bool {
        var lowest = 0
        var highest = 0
        var volume = 0
        guard snd_mixer_selem_has_playback_volume(element) == 1,
            snd_mixer_selem_get_playback_volume_range(element, &lowest, &highest) == 0, lowest < highest,
            snd_mixer_selem_get_playback_volume(element, channel, &volume) == 0
        else { return false }
        return volume <= lowest
    }

    private func find(_ name: String) -> OpaquePointer? {
        var element = snd_mixer_first_elem(mixer)
        while let current = element {
            if String(cString: snd_mixer_selem_get_name(current)) == name { return current }
            element = snd_mixer_elem_next(current)
        }
        return nil
    }
}
