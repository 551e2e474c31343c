import CThudALSA

/// The supported sample formats, best first. Those of 24 bits are little-endian, the others native-endian.
enum SampleFormat: BitwiseCopyable, CaseIterable {
    case float, int32
    /// 24 bits in the lower three bytes of four, and in three bytes.
    case int24, packed24
    case int16

    var alsa: snd_pcm_format_t {
        switch self {
        case .float: SND_PCM_FORMAT_FLOAT
        case .int32: SND_PCM_FORMAT_S32
        case .int24: SND_PCM_FORMAT_S24_LE
        case .packed24: SND_PCM_FORMAT_S24_3LE
        case .int16: SND_PCM_FORMAT_S16
        }
    }

    var bytes: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .float, .int32, .int24: 4
            case .packed24: 3
            case .int16: 2
            }
        }
    }

    /// Returns the nearest whole number. It is valid for magnitudes below 2^23, at which floats still resolve one half.
    @_noLocks @_noAllocation
    private static func rounded(_ value: Float) -> Int32 { Int32(value < 0 ? value - 0.5 : value + 0.5) }

    /// Writes `count` frames of `block` interleaved into `target`, with the channels that `layout` selects.
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
            case .int24:
                let samples = target.assumingMemoryBound(to: Int32.self)
                for frame in 0..<count {
                    samples[frame * channels + channel] = SampleFormat.rounded(source[frame] * 8_388_607)
                }
            case .packed24:
                let bytes = target.assumingMemoryBound(to: UInt8.self)
                for frame in 0..<count {
                    let sample = SampleFormat.rounded(source[frame] * 8_388_607)
                    let place = 3 * (frame * channels + channel)
                    bytes[place] = UInt8(truncatingIfNeeded: sample)
                    bytes[place + 1] = UInt8(truncatingIfNeeded: sample >> 8)
                    bytes[place + 2] = UInt8(truncatingIfNeeded: sample >> 16)
                }
            case .int16:
                let samples = target.assumingMemoryBound(to: Int16.self)
                for frame in 0..<count {
                    let sample = SampleFormat.rounded(source[frame] * 32_767)
                    samples[frame * channels + channel] = Int16(truncatingIfNeeded: sample)
                }
            }
        }
    }
}

/// Which channel of the mix each channel of a PCM carries.
enum ChannelLayout: BitwiseCopyable {
    case stereo
    /// Left, right, and the haptic signal on two more channels, as on the sound card of a DualSense.
    case stereoAndHaptic
    /// The haptic signal on both channels, for a device of its own.
    case haptic

    var channels: Int {
        @_noLocks @_noAllocation get {
            switch self {
            case .stereo, .haptic: 2
            case .stereoAndHaptic: 4
            }
        }
    }

    /// Returns the channel of the mix (left 0, right 1, haptic 2) for channel `index` of the PCM.
    @_noLocks @_noAllocation
    func source(of index: Int) -> Int {
        switch self {
        case .stereo: index
        case .stereoAndHaptic: min(index, Mixer.channelCount - 1)
        case .haptic: Mixer.channelCount - 1
        }
    }
}
