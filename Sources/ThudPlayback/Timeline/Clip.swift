/// Up to four mono tracks of samples that a voice plays together, at the stream's rate.
///
///     let clip = Clip(tracks: [left, right])   // two tracks of Float samples at `engine.sampleRate` Hz
///     var routing = Routing.silent
///     routing[0, .left] = 0.8                  // track 0 to the left loudspeaker, linear gain
///     routing[1, .right] = 0.8
///     let isTaken = engine.play(VoiceRequest(id: 1, clip: clip, routing: routing, triggered: .now()))
///
/// What the tracks mean is the caller's affair; a voice's `Routing` says where each is heard. Make a clip off the audio
/// thread, before it is needed: the initializer allocates and copies. A clip is immutable, may be shared between threads and
/// voices, and the engine keeps it alive for as long as a voice may read it.
public final class Clip: Sendable {
    /// How many tracks a clip holds at most.
    public static let maximumTracks = 4

    /// The longest track, in frames.
    public let length: Int

    /// The clip as the audio thread reads it: plain pointers, valid while this clip lives.
    let view: ClipView

    /// The samples of all tracks, unless they are another clip's. Safe: written by the initializer alone.
    nonisolated(unsafe) private let samples: UnsafeMutablePointer<Float>?
    private let sampleCount: Int

    /// The clip whose tracks these are, and the source whose tables they need, where the clip is played live.
    private let owner: Clip?
    private let source: LiveSource?

    /// Copies `tracks` (samples in -1...1, each of any length). Of tracks that are alike, as left and right of a mono sound, one copy is
    /// kept.
    ///
    /// - Precondition: at most `maximumTracks` tracks.
    public init(tracks: [[Float]]) {
        precondition(tracks.count <= Clip.maximumTracks, "a clip holds at most \(Clip.maximumTracks) tracks")
        var view = ClipView()
        let twins = tracks.indices.map { index in tracks[..<index].firstIndex(of: tracks[index]) }
        sampleCount = zip(tracks, twins).reduce(0) { $0 + ($1.1 == nil ? $1.0.count : 0) }
        samples = sampleCount > 0 ? LockedMemory.allocate(of: Float.self, capacity: sampleCount) : nil
        if var place = samples {
            for (index, track) in tracks.enumerated() where !track.isEmpty {
                view.trackCount = index + 1
                view.length = max(view.length, track.count)
                if let twin = twins[index] {
                    view.tracks[index] = view.tracks[twin]
                    continue
                }
                place.update(from: track, count: track.count)
                view.tracks[index] = TrackView(base: UnsafePointer(place), count: track.count)
                place += track.count
            }
        }
        self.view = view
        self.length = view.length
        owner = nil
        source = nil
    }

    /// The tracks of `clip`, played live. One voice alone may play it, because that voice's lanes are part of it.
    init(_ clip: Clip, live source: LiveSource) {
        var view = clip.view
        let voice = UnsafeMutablePointer<LiveVoice>.allocate(capacity: 1)
        voice.initialize(to: LiveVoice(source))
        view.live = voice
        self.view = view
        length = view.length
        owner = clip
        self.source = source
        (samples, sampleCount) = (nil, 0)
    }

    deinit {
        view.live?.pointee.deallocate()
        view.live?.deallocate()
        if let samples { LockedMemory.free(samples, capacity: sampleCount) }
    }
}

/// One track as the audio thread sees it.
struct TrackView: BitwiseCopyable, @unchecked Sendable {  // Points at samples that are never written again.
    var base: UnsafePointer<Float>?
    var count: Int
}

/// A clip as the audio thread sees it: no reference counting, no bounds that could trap.
///
/// Safe to hand from thread to thread: the samples never change, and one thread alone uses the lanes.
struct ClipView: BitwiseCopyable, @unchecked Sendable {
    var tracks: [4 of TrackView] = [4 of TrackView](repeating: TrackView(base: nil, count: 0))
    var length = 0
    /// The lanes of the one voice that plays it, where it is played live. Only the audio thread touches them.
    var live: UnsafeMutablePointer<LiveVoice>?
    /// The tracks behind these are empty.
    var trackCount = 0
}

/// The channels of every mix, in the order in which they are recorded.
public enum Channel: Int, CaseIterable, Sendable {
    case left, right, haptic
}

/// How loud each track of a clip is on each channel: four rows of linear gains.
public struct Routing: BitwiseCopyable, Sendable {
    /// Row by track; the lanes are left, right, haptic and one that is always zero.
    var rows: [4 of SIMD4<Float>]

    /// Nothing is heard anywhere.
    public static var silent: Routing { Routing(rows: [4 of SIMD4<Float>](repeating: .zero)) }

    /// The linear gain of `track` (0..<4) on `channel`.
    ///
    /// - Precondition: `track` is within 0..<4.
    public subscript(track: Int, channel: Channel) -> Float {
        get { rows[track][channel.rawValue] }
        set { rows[track][channel.rawValue] = newValue }
    }

    /// Routes one mono track to left and right at `position` (-1 left, 0 middle, 1 right), as a balance control does:
    /// the middle leaves the level alone and the far side fades out linearly.
    ///
    /// - Precondition: `track` is within 0..<4.
    public mutating func pan(track: Int, gain: Float, position: Float) {
        self[track, .left] = gain * min(1, 1 - position)
        self[track, .right] = gain * min(1, 1 + position)
    }
}
