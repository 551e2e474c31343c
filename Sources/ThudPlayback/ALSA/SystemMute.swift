import CThudALSA

/// The system's own mute, the `Master` switch of a mixer, which is followed as a phone's silent switch. It is only read.
public final class SystemMute {
    private let mixer: OpaquePointer

    /// Opens the mixer of `card` (as `amixer -D` takes it); nil where there is none.
    public init?(card: String = "default") {
        thud_alsa_silence()
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let mixer = opened else { return nil }
        guard snd_mixer_attach(mixer, card) == 0, snd_mixer_selem_register(mixer, nil, nil) == 0,
            snd_mixer_load(mixer) == 0
        else {
            snd_mixer_close(mixer)
            return nil
        }
        self.mixer = mixer
    }

    deinit { snd_mixer_close(mixer) }

    /// Descriptors that become readable when the mixer changes.
    public var descriptors: [Int32] {
        let count = max(0, Int(snd_mixer_poll_descriptors_count(mixer)))
        var descriptors = [pollfd](repeating: pollfd(), count: count)
        let filled = snd_mixer_poll_descriptors(mixer, &descriptors, UInt32(count))
        return descriptors.prefix(max(0, Int(filled))).map(\.fd)
    }

    /// True where every channel's master switch is off or its volume is all the way down. Reads the mixer's changes first.
    public func isMuted() -> Bool {
        snd_mixer_handle_events(mixer)
        guard let master = find("Master") else { return false }
        return SystemMute.isMuted(channels: channels(of: master))
    }

    /// Switch and volume of one channel of a mixer.
    struct Channel {
        /// Its switch; true where it has none.
        var isOn = true
        /// Its volume is all the way down; false where it has none.
        var isDown = false
    }

    /// One channel that sounds is enough not to be muted; a mixer without channels mutes nothing.
    static func isMuted(channels: [Channel]) -> Bool {
        !channels.isEmpty && channels.allSatisfy { !$0.isOn || $0.isDown }
    }

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
