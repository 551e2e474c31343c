import Glibc
import ThudCore

/// Finds what is valid but will hardly be felt as intended. The readers are parallel to the pattern's events.
struct PatternAdvice {
    let pattern: HapticPattern
    let events: [JSONReader]

    /// The smallest differences that are felt: 2.2 dB of amplitude and 18 % of frequency.
    static let leastAmplitudeRatio = 1.288
    static let leastFrequencyRatio = 1.18

    func findings() -> [AHAPTimeline.Finding] {
        silenced() + milliseconds() + longTaps() + envelopes() + duplicates() + neighbours() + limited()
    }

    /// Finds events under a curve that holds 0. This is the most common trap of Core Haptics: a curve keeps its last
    /// value for the whole pattern, until another one starts.
    private func silenced() -> [AHAPTimeline.Finding] {
        let id = DynamicParameterID.hapticIntensity
        guard let track = pattern.track(of: id) else { return [] }
        let loud = track.spansAboveZero
        return haptic { $0.intensity > 0 }.compactMap { event, place in
            let end = event.kind == .transient ? event.time : event.time + event.lasting
            let index = loud.partitionPoint { $0.upperBound >= event.time }
            if index < loud.count, loud[index].lowerBound <= end { return nil }
            return (
                place, .idle,
                "\(id.rawValue) is 0 here, so nothing is felt; a curve holds its last value until another one begins"
            )
        }
    }

    /// Finds times that look like milliseconds: whole numbers, far apart, and longer than a pattern usually is.
    private func milliseconds() -> [AHAPTimeline.Finding] {
        let times = pattern.events.map(\.time)
        guard let last = times.max(), last >= 40, times.allSatisfy({ $0.rounded() == $0 }),
            pattern.events.allSatisfy({ ($0.duration ?? 0).rounded() == $0.duration ?? 0 }),
            let index = times.firstIndex(of: last),
            zip(times.sorted(), times.sorted().dropFirst()).allSatisfy({ $1 - $0 == 0 || $1 - $0 >= 5 })
        else { return [] }
        return [(events[index], .suspicious, "times are seconds; \(last.shown) and the others look like milliseconds")]
    }

    /// Finds taps with a duration, unless the last of several alone has one: that is a rest before the pattern repeats.
    private func longTaps() -> [AHAPTimeline.Finding] {
        let long = haptic { $0.kind == .transient && $0.duration ?? 0 > HapticLimits.transientLength }
        let isRest = long.count == 1 && events.count > 1 && pattern.events.allSatisfy { $0.time <= long[0].0.time }
        return isRest
            ? []
            : long.map { _, place in
                let duration = (try? place.optional("EventDuration")) ?? place
                let message = "the EventDuration of a HapticTransient makes the pattern longer, not the tap"
                return (duration, .style, message)
            }
    }

    private func envelopes() -> [AHAPTimeline.Finding] {
        haptic { _ in true }.flatMap { event, place -> [AHAPTimeline.Finding] in
            var findings: [AHAPTimeline.Finding] = []
            if event.intensity == 0 { findings.append((place, .idle, "an event of intensity 0 is not felt")) }
            let attack = EnvelopeTime.seconds(event.attackTime)
            if event.kind == .continuous, let duration = event.duration, duration > 0, attack > duration {
                let seconds = attack.rounded(decimals: 3).shown
                let message = "the attack of \(seconds) s is longer than the event, which never reaches its intensity"
                findings.append((place, .suspicious, message))
            }
            return findings
        }
    }

    private func duplicates() -> [AHAPTimeline.Finding] {
        var first: [HapticEvent: JSONReader] = [:]
        return zip(pattern.events, events).compactMap { event, place in
            guard let other = first[event] else {
                first[event] = place
                return nil
            }
            return (place, .suspicious, "repeats the event in line \(other.node.line)")
        }
    }

    /// Finds pairs of successive taps that merge, or that differ too little to be felt as different.
    private func neighbours() -> [AHAPTimeline.Finding] {
        let taps = haptic { $0.kind == .transient && $0.intensity > 0 }.sorted { $0.0.time < $1.0.time }
        return zip(taps, taps.dropFirst()).compactMap { earlier, later in
            let gap = later.0.time - earlier.0.time
            if gap > 0, gap < HapticLimits.nearestTaps - 1e-6 {
                let milliseconds = (gap * 1e3).rounded(decimals: 1).shown
                return (
                    later.1, .style,
                    "\(milliseconds) ms after the previous tap; taps closer than 30 ms are felt as one"
                )
            }
            guard gap > 0, !Self.isSame(earlier.0, later.0), Self.isAlike(earlier.0, later.0) else {
                return nil
            }
            return (
                later.1, .style,
                "cannot be felt as different from the previous tap (less than 2.2 dB, 18 % in frequency)"
            )
        }
    }

    /// Finds vibrations that begin over others so strong that the signal cannot hold their sum. Curves and envelopes do
    /// not count, because they only take away.
    private func limited() -> [AHAPTimeline.Finding] {
        func level(_ event: HapticEvent) -> Double { DriveLaw.continuousGain * event.intensity * event.intensity }
        let vibrations = haptic { $0.kind == .continuous && $0.intensity > 0 && $0.duration ?? 0 > 0 }
            .sorted { $0.0.time < $1.0.time }
        let ends = vibrations.map { (time: $0.0.time + ($0.0.duration ?? 0), level: level($0.0)) }
            .sorted { $0.time < $1.time }
        var (sum, started, ended) = (0.0, 0, 0)
        return vibrations.compactMap { event, place in
            // The sum of two decimals may exceed the one that equals it.
            while ended < started, ends[ended].time <= event.time + 1e-6 {
                sum -= ends[ended].level
                ended += 1
            }
            sum += level(event)
            started += 1
            let excess = sum / Double(PeakGain.ceiling)
            guard started - ended > 1, excess >= Self.leastAmplitudeRatio else { return nil }
            let decibels = (20 * log10(excess)).rounded(decimals: 1).shown
            let merged = started - ended > 2 ? " and share two frequencies" : ""
            let message = "vibrations together are \(decibels) dB above full scale; they are limited"
            return (place, .style, "\(started - ended) \(message)\(merged)")
        }
    }

    private static func isSame(_ tap: HapticEvent, _ other: HapticEvent) -> Bool {
        tap.intensity == other.intensity && tap.sharpness == other.sharpness
    }

    /// Whether two taps feel the same to a person.
    static func isAlike(_ tap: HapticEvent, _ other: HapticEvent) -> Bool {
        let amplitudes = [tap, other].map { $0.intensity * $0.intensity }.sorted()
        let frequencies = [tap, other].map { DriveLaw.frequency(sharpness: $0.sharpness) }.sorted()
        return amplitudes[1] < amplitudes[0] * leastAmplitudeRatio
            && frequencies[1] < frequencies[0] * leastFrequencyRatio
    }

    private func haptic(_ isMeant: (HapticEvent) -> Bool) -> [(HapticEvent, JSONReader)] {
        zip(pattern.events, events).filter { $0.0.kind.isHaptic && isMeant($0.0) }
    }
}
