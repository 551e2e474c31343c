import ThudCore
import ThudPatterns

struct TranscriptionAssembly {
    let taps: [HapticEvent]
    let vibrations: [SoundSegment]
    let waveformPath: String?
    /// The length in seconds below which a vibration has its mean values and no curves.
    var brief = SoundSegment.shortest

    /// The vibrations that curves shape.
    var shaped: [SoundSegment] { vibrations.filter { $0.length >= brief } }

    /// Returns the pattern whose curves deviate at most `tolerance` from the vibrations. Dynamic parameters act on
    /// all events, so they return to neutral values for taps and brief vibrations.
    func pattern(tolerance: Double) -> HapticPattern {
        var events = vibrations.flatMap(continuous) + taps
        events.sort { $0.time < $1.time }
        if let waveformPath {
            var sound = HapticEvent(.audioCustom)
            sound.waveformPath = waveformPath
            events.insert(sound, at: 0)
        }
        let curves = shaped.flatMap { vibration in
            self.curves(.hapticIntensity, of: vibration, tolerance, \.intensity)
                + self.curves(.hapticSharpness, of: vibration, tolerance, \.sharpness)
        }
        return HapticPattern(events, parameters: neutral(), curves: curves)
    }

    /// Returns a vibration at full intensity and sharpness 0, which curves change, in pieces short enough for Core
    /// Haptics. A brief one has its mean values.
    private func continuous(_ vibration: SoundSegment) -> [HapticEvent] {
        if vibration.length < brief { return [vibration.steady] }
        let times = vibration.samples.map(\.time)
        guard let end = times.last, var start = times.first else { return [] }
        var starts = [start]
        // A piece ends at the last window within the longest continuous event.
        for (time, next) in zip(times, times.dropFirst()) where next - start > HapticLimits.longestContinuous {
            starts.append(time)
            start = time
        }
        return zip(starts, starts.dropFirst() + [end]).map { start, end in
            HapticEvent(.continuous, at: start, duration: (end - start).wholeMicroseconds, intensity: 1, sharpness: 0)
        }
    }

    /// Returns curves of at most ``HapticLimits/pointsPerCurve`` points, each starting at the end of the last.
    private func curves(
        _ id: DynamicParameterID, of vibration: SoundSegment, _ tolerance: Double,
        _ value: (SoundSegment.Sample) -> Double
    ) -> [ParameterCurve] {
        let samples = vibration.samples.map { PiecewiseLinear.Point(time: $0.time, value: value($0)) }
        let fit = PiecewiseLinear(fitting: samples, tolerance: tolerance, decimals: 4)
        guard let points = fit?.points else { return [] }
        let step = HapticLimits.pointsPerCurve - 1
        return stride(from: 0, to: points.count - 1, by: step).map { first in
            let start = points[first].time
            let part = points[first...min(first + step, points.count - 1)]
            return ParameterCurve(
                id, at: start, points: part.map { .init(time: ($0.time - start).wholeMicroseconds, value: $0.value) })
        }
    }

    /// Returns the parameters that reset to neutral values, at each tap or brief vibration that follows a shaped one.
    private func neutral() -> [DynamicParameter] {
        let ends = shaped.compactMap(\.samples.last?.time)
        let steady = vibrations.filter { $0.length < brief }.map(\.samples[0].time)
        var next = ends.startIndex
        return (taps.map(\.time) + steady).sorted().flatMap { time -> [DynamicParameter] in
            let first = next
            while next < ends.endIndex, ends[next] <= time { next += 1 }
            guard next > first else { return [] }
            return [DynamicParameterID.hapticIntensity, .hapticSharpness].map {
                DynamicParameter($0, at: time, value: $0.defaultValue)
            }
        }
    }
}

/// A part of a sound that becomes a vibration: its envelope between two taps or two silences.
struct SoundSegment {
    /// The envelope at one window: seconds from the start of the sound, and intensity and sharpness of 0 to 1.
    struct Sample {
        let time: Double
        let intensity: Double
        let sharpness: Double

        fileprivate func moved(to time: Double) -> Sample {
            Sample(time: time.wholeMicroseconds, intensity: intensity, sharpness: sharpness)
        }
    }

    let samples: [Sample]

    /// The shortest vibration, and the shortest gap that ends one, in seconds. Shorter gaps are bridged, and shorter
    /// vibrations dropped unless they last from one tap to the next. Together with the length of a tap this keeps even
    /// 300 s within ``HapticLimits/events``.
    static let shortest = 0.02
    /// The events that remain for the pieces of long vibrations and for the sound.
    private static let room = 16

    /// The longest time between two samples, with room for rounding, and how long before a tap a vibration ends. Added
    /// samples are at least as far from others.
    private static let (step, margin) = (0.0051, 0.0005)

    var length: Double { (samples.last?.time ?? 0) - samples[0].time }

    /// Whether it is too short for a curve.
    private var isBrief: Bool { length < Self.shortest }

    /// A vibration of the mean intensity and sharpness.
    fileprivate var steady: HapticEvent {
        func mean(_ value: (Sample) -> Double) -> Double {
            (samples.map(value).reduce(0, +) / Double(samples.count)).rounded(decimals: 4)
        }
        return HapticEvent(
            .continuous, at: samples[0].time, duration: length.wholeMicroseconds, intensity: mean(\.intensity),
            sharpness: mean(\.sharpness))
    }

    /// Returns the vibrations of an envelope. There is none while a tap acts, because it would blur the tap. One lasts
    /// until shortly before a tap, and another begins when the tap is over, although no sample may lie there.
    static func all(of envelope: [Sample], taps: [Double], quietest: Double) -> [SoundSegment] {
        let starts = [-.infinity] + taps.map { $0 + HapticLimits.transientLength }
        let vibrations = zip(starts, taps + [.infinity]).flatMap { start, tap -> [SoundSegment] in
            let first = envelope.partitionPoint { $0.time >= start }
            var samples = Array(envelope[first..<max(first, envelope.partitionPoint { $0.time >= tap })])
            guard let head = samples.first, let tail = samples.last else { return [] }
            if margin...step ~= head.time - start { samples.insert(head.moved(to: start), at: 0) }
            if 2 * margin...step ~= tap - tail.time { samples.append(tail.moved(to: tap - margin)) }
            return loud(samples, quietest).filter {
                !$0.isBrief || $0.samples.count == samples.count && samples.count > 1 && tap - start < .infinity
            }
        }
        let isTooMuch = taps.count + vibrations.count + room > HapticLimits.events
        return isTooMuch ? vibrations.filter { !$0.isBrief } : vibrations
    }

    /// Returns the parts that are at least as strong as `quietest`, short gaps included.
    private static func loud(_ samples: [Sample], _ quietest: Double) -> [SoundSegment] {
        var parts: [ClosedRange<Int>] = []
        for index in samples.indices where samples[index].intensity >= quietest {
            if let last = parts.last, samples[index - 1].time - samples[last.upperBound].time < shortest {
                parts[parts.count - 1] = last.lowerBound...index
            } else {
                parts.append(index...index)
            }
        }
        return parts.map { SoundSegment(samples: Array(samples[$0])) }
    }
}
