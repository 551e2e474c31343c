/// Up to four mono tracks of samples that a voice plays together, at the stream's rate.
///
/// What the tracks mean is the caller's affair; a voice's `Routing` says where each is heard. A clip is immutable and
/// keeps its samples alive for as long as any voice on the audio thread may read them.
public final class Clip: Sendable {
    /// How many tracks a clip holds at most.
    public static let maximumTracks = 4

    /// The longest track, in frames.
    public let length: Int

    /// What the audio thread reads: plain pointers, valid while this clip lives.
    let view: ClipView

    /// Copies `tracks` (samples in -1...1, each of any length; those beyond `maximumTracks` are refused).
    ///
    /// - Precondition: at most `maximumTracks` tracks.
    public init(tracks: [[Float]]) {
        precondition(tracks.count <= Clip.maximumTracks, "a clip holds at most \(Clip.maximumTracks) tracks")
        var view = ClipView()
        for (index, samples) in tracks.enumerated() where !samples.isEmpty {
            let base = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
            base.initialize(from: samples, count: samples.count)
            view.tracks[index] = TrackView(base: UnsafePointer(base), count: samples.count)
            view.length = max(view.length, samples.count)
        }
        self.view = view
        self.length = view.length
    }

    deinit {
        for index in view.tracks.indices { view.tracks[index].base?.deallocate() }
    }
}

/// One track as the audio thread sees it.
struct TrackView: BitwiseCopyable, @unchecked Sendable {  // Points at samples that are never written again.
    var base: UnsafePointer<Float>?
    var count: Int
}

/// A clip as the audio thread sees it: no reference counting, no bounds that could trap.
struct ClipView: BitwiseCopyable, Sendable {
    var tracks: [4 of TrackView] = [4 of TrackView](repeating: TrackView(base: nil, count: 0))
    var length = 0

    /// `Clip.maximumTracks`, where the audio thread may read it: a class's metadata it may not touch.
    static var trackCount: Int {
        @_noLocks @_noAllocation get { 4 }
    }
}
