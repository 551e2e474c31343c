import ThudCore

/// Mixes live voices. As with other voices, the output is bit-identical however the frames are divided into calls.
extension Mixer {
    /// Adds `count` frames of a live voice to `block`. `first` is a frame of the stream.
    @_noLocks @_noAllocation
    static func add(
        _ live: UnsafeMutablePointer<LiveVoice>, of voice: Voice, from first: Int64, count: Int, to block: MixBlock
    ) {
        let start = voice.start.index
        let stretch = Stretch(
            first: max(first, start) - start, end: min(first + Int64(count), voice.end.index) - start,
            offset: start - first)
        guard stretch.first < stretch.end else { return }
        if live.pointee.hasVibration { addVibration(live, of: voice, stretch, to: block) }
        if voice.clip.length > 0 { addTracks(live, of: voice, stretch, to: block) }
    }

    /// The frames of a voice to render, counted from the voice's start.
    private struct Stretch: BitwiseCopyable {
        let first: Int64
        let end: Int64
        /// The difference between a frame's index in the block and its index in the voice.
        let offset: Int64
    }

    // MARK: Vibration

    @_noLocks @_noAllocation
    private static func addVibration(
        _ live: UnsafeMutablePointer<LiveVoice>, of voice: Voice, _ stretch: Stretch, to block: MixBlock
    ) {
        let framesPerTick = live.pointee.rate * 0.0005
        var heard = live.pointee.heard
        var drive = live.pointee.drive
        while true {
            let tick = heard.tick
            let begin = Double(tick) * framesPerTick
            let first = LiveVoice.ceiling(begin)
            guard first < stretch.end else { return }
            let end = LiveVoice.ceiling(Double(tick + 1) * framesPerTick)
            let moment = live.pointee.moment(at: tick)
            let heardSpan = heard.next(moment)
            let driveSpan = drive.next(moment)
            let frames = Stretch(first: max(first, stretch.first), end: min(end, stretch.end), offset: stretch.offset)
            guard frames.first < frames.end else { continue }
            add(heardSpan, of: heard, track: 2, of: voice, frames, begin, live.pointee.rate, to: block)
            add(driveSpan, of: drive, track: 3, of: voice, frames, begin, live.pointee.rate, to: block)
        }
    }

    /// Adds the frames of one tick. Its frequency changes linearly, and the phase is the integral of the frequency.
    @_noLocks @_noAllocation
    private static func add(
        _ span: ToneFold.Span, of tone: ToneFold, track: Int, of voice: Voice, _ frames: Stretch, _ begin: Double,
        _ rate: Double, to block: MixBlock
    ) {
        let gains = voice.routing.rows[track]
        guard !span.isSilent, gains != .zero else { return }
        let framesPerTick = rate * 0.0005
        let slope = (span.amplitudeAfter - span.amplitudeBefore) / framesPerTick
        let step = span.frequencyBefore / rate
        let bend = (span.frequencyAfter - span.frequencyBefore) / (framesPerTick * rate)
        for frame in frames.first..<frames.end {
            let place = Double(frame) - begin
            let phase = span.phase + place * (step + bend * place / 2)
            let sample = Float((span.amplitudeBefore + slope * place) * tone.wave(at: phase))
            add(sample * voice.liveEnvelope(at: frame), gains, at: Int(frame + frames.offset), to: block)
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private static func add(_ sample: Float, _ gains: SIMD4<Float>, at index: Int, to block: MixBlock) {
        for channel in 0..<channelCount where gains[channel] != 0 {
            block.channel(channel)[index] += gains[channel] * sample
        }
    }

    // MARK: Tracks

    @_noLocks @_noAllocation
    private static func addTracks(
        _ live: UnsafeMutablePointer<LiveVoice>, of voice: Voice, _ stretch: Stretch, to block: MixBlock
    ) {
        var fold = live.pointee.tracks
        while true {
            let part = live.pointee.part(of: fold)
            guard part.first < stretch.end else { return }
            let frames = Stretch(
                first: max(part.first, stretch.first), end: min(part.end, stretch.end), offset: stretch.offset)
            if frames.first < frames.end { add(part, live, of: voice, frames, to: block) }
            fold = live.pointee.fold(after: part)
        }
    }

    @_noLocks @_noAllocation
    private static func add(
        _ part: TrackFold.Part, _ live: UnsafeMutablePointer<LiveVoice>, of voice: Voice, _ frames: Stretch,
        to block: MixBlock
    ) {
        for frame in frames.first..<frames.end {
            let index = Int(frame + frames.offset)
            let share = Float(part.share(of: frame))
            let envelope = voice.liveEnvelope(at: frame)
            let place = live.pointee.wrapped(part.position(at: frame))
            let volume = envelope * (part.now.volume + (part.then.volume - part.now.volume) * share)
            add(
                volume * live.pointee.sample(of: voice.clip.tracks[0], at: place), voice.routing.rows[0], at: index,
                to: block)
            add(
                volume * live.pointee.sample(of: voice.clip.tracks[1], at: place), voice.routing.rows[1], at: index,
                to: block)
            guard live.pointee.hasHapticTracks else { continue }
            let still = live.pointee.wrapped(Double(frame))
            let heard = envelope * (part.now.heard + (part.then.heard - part.now.heard) * share)
            let drive = envelope * (part.now.drive + (part.then.drive - part.now.drive) * share)
            add(
                heard * live.pointee.sample(of: voice.clip.tracks[2], at: still), voice.routing.rows[2], at: index,
                to: block)
            add(
                drive * live.pointee.sample(of: voice.clip.tracks[3], at: still), voice.routing.rows[3], at: index,
                to: block)
        }
    }
}

extension LiveVoice {
    /// Returns a track's sample at `place`, a position that `wrapped` has brought into the loop. Between two frames
    /// it is interpolated with a cubic through four frames (Catmull-Rom). Outside the track there is silence.
    @inline(__always) @_noLocks @_noAllocation
    func sample(of track: TrackView, at place: Double) -> Float {
        let index = Int(place)
        let share = Float(place - Double(index))
        if share == 0 { return frame(index, of: track) }
        let a = frame(index - 1, of: track)
        let b = frame(index, of: track)
        let c = frame(index + 1, of: track)
        let d = frame(index + 2, of: track)
        return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
    }

    /// Returns a frame of a track. Past the loop's end its beginning follows; before the track comes the loop's end.
    @inline(__always) @_noLocks @_noAllocation
    private func frame(_ index: Int, of track: TrackView) -> Float {
        guard let base = track.base else { return 0 }
        var place = index
        if loopLength > 0 {
            let end = Int(loopStart + loopLength)
            if place >= end { place -= Int(loopLength) }
            if place < 0 { place += Int(loopLength) }
        }
        return place >= 0 && place < track.count ? base[place] : 0
    }
}

extension Voice {
    /// Returns the envelope on `frame`, counted from the voice's start. It is 1 until the voice is cut.
    @inline(__always) @_noLocks @_noAllocation
    fileprivate func liveEnvelope(at frame: Int64) -> Float {
        frame + start.index < cut.index ? 1 : envelope(at: frame + start.index)
    }
}
