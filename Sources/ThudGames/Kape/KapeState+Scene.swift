extension KapeState {
    /// The parts of a round as a screen tells them apart.
    public enum Scene: Hashable, Sendable, CaseIterable {
        case handOver, waitingForForehead, tutorial, countdown, playing, paused, finished, over
    }

    /// The part of the round that is under way.
    public var scene: Scene {
        switch phase {
        case .handOver: .handOver
        case .waitingForForehead: .waitingForForehead
        case .tutorial: .tutorial
        case .countdown: .countdown
        case .playing: .playing
        case .paused: .paused
        case .finished: .finished
        case .over: .over
        }
    }

    /// A round has begun or is about to, so that leaving would lose it.
    public var isUnderWay: Bool {
        switch scene {
        case .handOver, .waitingForForehead, .tutorial, .countdown, .playing, .paused: true
        case .finished, .over: false
        }
    }
}
