import ThudCore

/// What other threads ask of the audio thread; first in, first out.
struct Command: BitwiseCopyable {
    enum Kind: UInt8 {
        /// Place `voice` on the first frame not yet written.
        case placeNext
        /// Place `voice` on its `start`.
        case placeAtStart
        /// Place `voice` where the voice of its id is on its way, which gives way to it.
        case replace
        /// Cut the voice with the id of `voice`; before its start that cancels it.
        case cut
        /// Cancel every voice that is scheduled and has not started.
        case cancelScheduled

        /// The command's voice is meant to be sounded, and its clip kept.
        var carriesVoice: Bool { self == .placeNext || self == .placeAtStart || self == .replace }
    }

    var kind: Kind
    var voice: Voice
}
