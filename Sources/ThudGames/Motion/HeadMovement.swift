import ThudCore

/// A movement under way.
struct HeadMovement: Hashable, Sendable {
    /// What is being done.
    enum Shape: Hashable, Sendable {
        case path(HeadPath)
        case shake(HeadShake)
        case jump(HeadJump)
    }

    var start: Instant
    var end: Instant
    var shape: Shape

    init(_ shape: Shape, at start: Instant) {
        self.shape = shape
        self.start = start
        let duration =
            switch shape {
            case .path(let path): path.duration
            case .shake(let shake): shake.duration
            case .jump(let jump): jump.duration
            }
        end = start + .seconds(duration)
    }

    /// Adds what the movement does at `instant`.
    func add(to pose: inout HeadPose, at instant: Instant) {
        let time = (instant - start).seconds
        switch shape {
        case .path(let path): path.add(to: &pose, at: time)
        case .shake(let shake): shake.add(to: &pose, at: time)
        case .jump(let jump): jump.add(to: &pose, at: time)
        }
    }
}
