/// Up to four mono tracks of samples that a voice plays together, at the stream's rate.
///
///     let clip = Clip(tracks: [left, right])   // two tracks of Float samples at `engine.sampleRate` Hz
///     var routing = Routing.silent
///     routing[0, .left] = 0.8                  // track 0 to the left loudspeaker, linear gain
///     routing[1, .right] = 0.8
///     let isTaken = engine.play(VoiceRequest(id: 1, clip: clip, routing: routing, triggered: .now()))
///
/// The caller decides what the tracks mean. The voice's ``Routing`` sets how loud each track is on each channel. Create
/// clips before they are needed, because the initializer allocates memory and copies samples. A clip is immutable, and
/// threads and voices may share it. The engine keeps it alive for as long as a voice may read it.
public final class Clip: Sendable {
    /// The most tracks that a clip holds.
    public static let maximumTracks = 4

    /// The length of the longest track, in frames.
    public let length: Int
    /// The clip as the audio thread reads it: plain pointers that are valid while this clip lives.
    let view: ClipView

    /// The samples of all tracks; nil if there are none or another clip owns them. Safe: only `init` writes to them.
    nonisolated(unsafe) private let samples: UnsafeMutablePointer<Float>?
    private let sampleCount: Int
    /// For a clip that is played live: the clip that owns the tracks, and the source that owns the tables.
    private let owner: Clip?
    private let source: LiveSource?

    /// Creates a clip with a copy of `tracks`, which may differ in length and whose samples are in -1...1. Identical
    /// tracks, such as the left and right of a mono sound, share one copy.
    ///
    /// - Precondition: `tracks` has at most ``maximumTracks`` elements.
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

    /// Creates a copy of a clip in which one of the tracks, from 0, is replaced by other samples.
    ///
    /// - Precondition: `track` is less than ``maximumTracks``.
    public convenience init(_ clip: Clip, replacing track: Int, with samples: [Float]) {
        var tracks = (0..<Clip.maximumTracks).map { index in
            let view = clip.view.tracks[index]
            // The samples are copied while the clip that owns them lives.
            return Array(UnsafeBufferPointer(start: view.base, count: view.count))
        }
        tracks[track] = samples
        self.init(tracks: tracks)
    }

    /// Creates a clip that plays the tracks of `clip` live. Only one voice may play it, because it contains its lanes.
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

struct TrackView: BitwiseCopyable, @unchecked Sendable {  // Points at samples that are never written again.
    var base: UnsafePointer<Float>?
    var count: Int
}

/// A clip as the audio thread sees it: no reference counting, and no bounds checks that could trap.
///
/// It may be passed between threads: the samples never change, and only one thread uses the lanes.
struct ClipView: BitwiseCopyable, @unchecked Sendable {
    var tracks: [4 of TrackView] = [4 of TrackView](repeating: TrackView(base: nil, count: 0))
    var length = 0
    /// The live state of the only voice that plays the clip; nil if it is not live. Only the audio thread touches it.
    var live: UnsafeMutablePointer<LiveVoice>?
    /// The number of tracks up to the last one that is not empty.
    var trackCount = 0
}

/// The channels of every mix, in the order in which they are recorded: two loudspeakers and one actuator.
public enum Channel: Int, CaseIterable, Sendable {
    case left, right, haptic
}

/// The level of each track of a clip on each channel: four rows of linear gains.
public struct Routing: BitwiseCopyable, Sendable {
    /// One row for each track. Its elements are left, right, haptic and an unused zero.
    var rows: [4 of SIMD4<Float>]

    /// A routing that plays nothing on any channel.
    public static var silent: Routing { Routing(rows: [4 of SIMD4<Float>](repeating: .zero)) }

    /// The linear gain of `track` on `channel`.
    ///
    /// - Precondition: `track` is within 0..<4.
    public subscript(track: Int, channel: Channel) -> Float {
        get { rows[track][channel.rawValue] }
        set { rows[track][channel.rawValue] = newValue }
    }

    /// Routes one mono track to left and right at `position` (-1 left, 0 middle, 1 right, or the nearest of them), like
    /// a balance control: the middle leaves the level unchanged, and the far side fades out linearly.
    ///
    /// - Precondition: `track` is within 0..<4.
    public mutating func pan(track: Int, gain: Float, position: Float) {
        let position = position.isNaN ? 0 : max(-1, min(position, 1))
        self[track, .left] = gain * min(1, 1 - position)
        self[track, .right] = gain * min(1, 1 + position)
    }
}
