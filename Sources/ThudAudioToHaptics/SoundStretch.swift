import ThudHaptics

/// A stretch of sound that becomes a vibration: its envelope between two taps or two silences.
struct SoundStretch {
    /// The envelope at one moment.
    struct Sample {
        /// Seconds from the start of the sound.
        let time: Double
        /// 0 to 1.
        let intensity: Double
        /// 0 to 1.
        let sharpness: Double
    }

    /// The envelope, in the order of time.
    let samples: [Sample]

    /// Vibrations, and the gaps that end one, last at least this many seconds. Shorter ones are left out and passed
    /// over. Together with the length of a tap this keeps even 300 s within ``HapticLimits/events``.
    static let shortest = 0.02

    /// The vibrations of an envelope. While a tap acts there is none: it would blur the tap.
    static func all(of envelope: [Sample], taps: [Double], quietest: Double) -> [SoundStretch] {
        var vibrations: [SoundStretch] = []
        var current: [Sample] = []
        var gap: [Sample] = []
        var nextTap = taps.makeIterator()
        var tap = nextTap.next()

        func end() {
            if let first = current.first, let last = current.last, last.time - first.time >= shortest {
                vibrations.append(SoundStretch(samples: current))
            }
            current = []
            gap = []
        }
        for sample in envelope {
            while let time = tap, sample.time >= time {
                end()
                guard sample.time >= time + HapticLimits.transientLength else { break }
                tap = nextTap.next()
            }
            if let time = tap, sample.time >= time { continue }
            if sample.intensity >= quietest {
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
