import CALSA

/// The system's own mute: the `Master` switch of a mixer, followed as a phone's silent switch is. It is only ever read.
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

    /// True where the master switch is off on every channel, or its volume is all the way down. Takes in what changed.
    public func isMuted() -> Bool {
        snd_mixer_handle_events(mixer)
        guard let master = find("Master") else { return false }
        if snd_mixer_selem_has_playback_switch(master) == 1 {
            var left: Int32 = 1
            snd_mixer_selem_get_playback_switch(master, SND_MIXER_SCHN_FRONT_LEFT, &left)
            if left == 0 { return true }
        }
        guard snd_mixer_selem_has_playback_volume(master) == 1 else { return false }
        var lowest = 0
        var highest = 0
        var volume = 0
        guard snd_mixer_selem_get_playback_volume_range(master, &lowest, &highest) == 0, lowest < highest,
            snd_mixer_selem_get_playback_volume(master, SND_MIXER_SCHN_FRONT_LEFT, &volume) == 0
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
