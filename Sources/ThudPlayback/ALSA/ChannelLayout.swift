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
