import Glibc

extension Recipe {
    /// A rising major arpeggio that opens into its chord, 1.7 s: a legend. Trumpet below, bells above.
    public static let fanfare = Recipe("fanfare", attack: 0.0008, release: 0.5) {
        var canvas = Canvas(seconds: 1.7)
        // C5, E5, G5 as pick-ups, a tenth of a second each; then the chord from C4 to E6.
        let run: [(start: Double, hertz: Double, pan: Double)] = [
            (0, 523.25, -0.4), (0.11, 659.26, 0), (0.22, 783.99, 0.4),
        ]
        for note in run {
            canvas.add(at: note.start, pan: note.pan, gain: 0.8) { time in
                trumpet(note.hertz, at: time, length: 0.15, ring: 0.3)
            }
        }
        let chord: [(hertz: Double, pan: Double, level: Double)] = [
            (261.63, -0.2, 0.6), (523.25, 0.3, 0.6), (659.26, -0.5, 0.55), (783.99, 0.5, 0.55), (1_046.5, 0, 0.9),
        ]
        for note in chord {
            canvas.add(at: 0.33, pan: note.pan, gain: note.level) { time in
                trumpet(note.hertz, at: time, length: 1.35, ring: 0.5)
            }
        }
        for (index, hertz) in [1_046.5, 1_318.5, 1_568.0, 2_093.0].enumerated() {
            canvas.add(at: 0.33 + 0.055 * Double(index), pan: 0.7 - 0.45 * Double(index), gain: 0.22) { time in
                let bell = sin(2 * .pi * hertz * time) + 0.4 * sin(2 * .pi * hertz * 2.76 * time)
                return bell * Shape.rise(time, over: 0.001) * Shape.ring(time, timeConstant: 0.28)
            }
        }
        canvas.addRoom(level: 0.12, decay: 1.1)
        return canvas
    }

    /// A trumpet-like tone: overtones that fall off evenly and a vibrato that comes late.
    private static func trumpet(_ hertz: Double, at time: Double, length: Double, ring: Double) -> Double {
        let level = Shape.rise(time, over: 0.0012) * Shape.fall(time, to: length, over: min(0.6, length * 0.5))
        if level == 0 { return 0 }
        let vibrato = 0.0002 * Shape.rise(time - 0.25, over: 0.4) * sin(2 * .pi * 5.2 * time)
        let bright = 0.35 + 0.4 * Shape.ring(time, timeConstant: 0.12)
        var sum = 0.0
        var overtone = 1.0
        for harmonic in 1...7 {
            sum += overtone * sin(2 * .pi * hertz * Double(harmonic) * (time + vibrato))
            overtone *= bright
        }
        return sum * level * Shape.ring(time, timeConstant: ring)
    }
}
