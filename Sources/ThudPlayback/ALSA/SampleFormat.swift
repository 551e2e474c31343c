import CThudALSA

/// The sample formats that are written, best first. All are little or native endian as ALSA's own names are on this
/// machine.
enum SampleFormat: BitwiseCopyable, CaseIterable {
    case float, int32, int16

    /// ALSA's name of it.
    var alsa: snd_pcm_format_t {
        switch self {
        case .float: SND_PCM_FORMAT_FLOAT
        case .int32: SND_PCM_FORMAT_S32
        case .int16: SND_PCM_FORMAT_S16
        }
    }

    /// Bytes of one sample.
    var bytes: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .float, .int32: 4
            case .int16: 2
            }
        }
    }

    /// Writes `count` frames of `block` interleaved into `target`, each channel from where `layout` says.
    @_noLocks @_noAllocation
    func encode(_ block: MixBlock, count: Int, layout: ChannelLayout, into target: UnsafeMutableRawPointer) {
        let channels = layout.channels
        for channel in 0..<channels {
            let source = block.channel(layout.source(of: channel))
            switch self {
            case .float:
                let samples = target.assumingMemoryBound(to: Float.self)
                for frame in 0..<count { samples[frame * channels + channel] = source[frame] }
            case .int32:
                let samples = target.assumingMemoryBound(to: Int32.self)
                // 2^31 - 128 is the largest float below full scale.
                for frame in 0..<count { samples[frame * channels + channel] = Int32(source[frame] * 2_147_483_520) }
            case .int16:
                let samples = target.assumingMemoryBound(to: Int16.self)
                for frame in 0..<count {
                    let scaled = source[frame] * 32_767
                    samples[frame * channels + channel] = Int16(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
                }
            }
        }
    }
}

/// Which channel of the mix each channel of a PCM carries.
enum ChannelLayout: BitwiseCopyable {
    /// Left and right.
    case stereo
    /// Left, right, and the haptic signal on two more: as a DualSense lays out its sound card.
    case stereoAndHaptic
    /// The haptic signal on both channels, for a device of its own.
    case haptic

    /// Channels of the PCM.
    var channels: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .stereo, .haptic: 2
            case .stereoAndHaptic: 4
            }
        }
    }

    /// The channel of the mix (left 0, right 1, haptic 2) on channel `index` of the PCM.
    @_noLocks @_noAllocation
    func source(of index: Int) -> Int {
        switch self {
        case .stereo: index
        case .stereoAndHaptic: min(index, Mixer.channelCount - 1)
        case .haptic: Mixer.channelCount - 1
        }
    }
}
