import ThudCore
import ThudPatterns

struct TranscriptionAssembly {
    let taps: [HapticEvent]
    let vibrations: [SoundSegment]
    let waveformPath: String?

    /// Returns the pattern whose curves deviate at most `tolerance` from the vibrations. Dynamic parameters act on
    /// all events, so they return to neutral values for taps.
    func pattern(tolerance: Double) -> HapticPattern {
        var events = vibrations.flatMap(continuous) + taps
        events.sort { $0.time < $1.time }
        if let waveformPath {
            var sound = HapticEvent(.audioCustom)
            sound.waveformPath = waveformPath
            events.insert(sound, at: 0)
        }
        let curves = vibrations.flatMap { vibration in
            self.curves(.hapticIntensity, of: vibration, tolerance, \.intensity)
                + self.curves(.hapticSharpness, of: vibration, tolerance, \.sharpness)
        }
        return HapticPattern(events, parameters: neutral(), curves: curves)
    }

    /// Returns a vibration at full intensity and sharpness 0, which curves change, in pieces short enough for Core
    /// Haptics.
    private func continuous(_ vibration: SoundSegment) -> [HapticEvent] {
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
        let fit = PiecewiseLinear(fitting: samples, tolerance: tolerance, within: 0...1, decimals: 4)
        guard let points = fit?.points else { return [] }
        let step = HapticLimits.pointsPerCurve - 1
        return stride(from: 0, to: points.count - 1, by: step).map { first in
            let start = points[first].time
            let part = points[first...min(first + step, points.count - 1)]
            return ParameterCurve(
                id, at: start, points: part.map { .init(time: ($0.time - start).wholeMicroseconds, value: $0.value) })
        }
    }

    /// Returns the parameters that reset to neutral values, at each tap that follows a vibration.
    private func neutral() -> [DynamicParameter] {
        let ends = vibrations.compactMap(\.samples.last?.time)
        var next = ends.startIndex
        return taps.flatMap { tap -> [DynamicParameter] in
            let first = next
            while next < ends.endIndex, ends[next] <= tap.time { next += 1 }
            guard next > first else { return [] }
            return [DynamicParameterID.hapticIntensity, .hapticSharpness].map {
                DynamicParameter($0, at: tap.time, value: $0.defaultValue)
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

    /// The shortest vibration, and the shortest gap that ends one, in seconds. Shorter vibrations are dropped and
    /// shorter gaps bridged. Together with the length of a tap this keeps even 300 s within ``HapticLimits/events``.
    static let shortest = 0.02

    /// The longest time between two samples, with room for rounding, and how long before a tap a vibration ends. Added
    /// samples are at least as far from others.
    private static let (step, margin) = (0.0051, 0.0005)

    /// Returns the vibrations of an envelope. There is none while a tap acts, because it would blur the tap. One lasts
    /// until shortly before a tap, and another begins when the tap is over, although no sample may lie there.
    static func all(of envelope: [Sample], taps: [Double], quietest: Double) -> [SoundSegment] {
        var vibrations: [SoundSegment] = []
        var current: [Sample] = []
        var gap: [Sample] = []
        var nextTap = taps.makeIterator()
        var tap = nextTap.next()
        var over = -Double.infinity

        func end() {
            if let first = current.first, let last = current.last, last.time - first.time >= shortest {
                vibrations.append(SoundSegment(samples: current))
            }
            current = []
            gap = []
        }
        for sample in envelope {
            while let time = tap, sample.time >= time {
                if gap.isEmpty, let last = current.last, time - last.time < step, time - last.time > 2 * margin {
                    current.append(last.moved(to: time - margin))
                }
                end()
                over = time + HapticLimits.transientLength
                guard sample.time >= over else { break }
                tap = nextTap.next()
            }
            if let time = tap, sample.time >= time { continue }
            if sample.intensity >= quietest {
                if current.isEmpty, sample.time - over > margin, sample.time - over < step {
                    current.append(sample.moved(to: over))
                }
                current += gap + [sample]
                gap = []
            } else if let last = current.last {
                gap.append(sample)
                if sample.time - last.time >= shortest { end() }
            }
        }
        end()
        return vibrations
    }
}
