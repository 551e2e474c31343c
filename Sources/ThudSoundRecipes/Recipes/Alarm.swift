import Glibc

extension Recipe {
    /// Low brass in two blasts, short and long, 0.95 s: the time is up. Strong, but with its highs held back.
    public static let alarm = Recipe("alarm", attack: 0.0008, release: 0.18) {
        var canvas = Canvas(seconds: 0.95)
        for (start, length) in [(0.0, 0.2), (0.26, 0.69)] {
            // A bare fifth, D and A, each from two players a hair apart on either side.
            for (hertz, level) in [(146.8, 1.0), (220.0, 0.7)] {
                for side in [-1.0, 1] {
                    canvas.add(at: start, pan: side * 0.5, gain: level / 2) { time in
                        brass(hertz * (1 + side * 0.0022), at: time, length: length)
                    }
                }
            }
        }
        canvas.addRoom(level: 0.08, decay: 0.4)
        return canvas
    }

    /// A brass tone: the harder it is blown, the more of its overtones speak.
    private static func brass(_ hertz: Double, at time: Double, length: Double) -> Double {
        let breath = Shape.rise(time, over: 0.004) * Shape.fall(time, to: length, over: 0.09)
        if breath == 0 { return 0 }
        let flutter = 1 - 0.3 * (0.5 - 0.5 * cos(2 * .pi * 11 * time))
        let brightness = 500 + 900 * breath * flutter
        var sum = 0.0
        for harmonic in 1...14 {
            let frequency = hertz * Double(harmonic)
            let rolloff = 1 / (1 + pow(frequency / brightness, 4)).squareRoot()
            sum += sin(2 * .pi * frequency * time) / Double(harmonic) * rolloff
        }
        return sum * breath * flutter
    }
}
