import ThudCore

/// Renders voices without a device or a thread, as fast as can be: the same timeline and mixer as a live stream's.
///
/// Not to be used from two threads at once.
public final class OfflineRenderer {
    private var timeline = Timeline()
    private let block: MixBlock
    private var owners: [Unmanaged<Clip>] = []

    /// The most frames that one call renders.
    public let capacity: Int

    /// A renderer of `voices`, whose starts are exact frames (`.next` counts as frame 0). Of more voices than may sound
    /// at once the least important are left out, as in a live stream.
    public init(_ voices: [VoiceRequest], capacity: Int = 4096) {
        self.capacity = capacity
        block = MixBlock.allocate(capacity: capacity)
        for request in voices {
            let voice = request.voice()
            owners.append(voice.owner)
            _ = timeline.place(voice)
        }
    }

    deinit {
        block.deallocate()
        for owner in owners { owner.release() }
    }

    /// Renders `count` frames from `first` on.
    ///
    /// - Precondition: `count` is within 0...`capacity`.
    public func render(from first: Frame, count: Int) {
        precondition((0...capacity).contains(count), "at most \(capacity) frames are rendered at once")
        Mixer.render(timeline, from: first, count: count, into: block)
    }

    /// What the last call rendered on `channel`; valid until the next.
    public func samples(of channel: Channel, count: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: block.channel(channel.rawValue), count: min(max(0, count), capacity))
    }
}
