import Glibc

/// The curves that sounds swell, ring and end by: pure functions of seconds, answering 0...1.
enum Shape {
    /// From 0 to 1 over `duration` along half a cosine: no corner, so no click.
    static func rise(_ time: Double, over duration: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= duration { return 1 }
        return 0.5 - 0.5 * cos(.pi * time / duration)
    }

    /// From 1 to 0, so that 0 is reached at `end`, along half a cosine over the `duration` before it.
    static func fall(_ time: Double, to end: Double, over duration: Double) -> Double {
        rise(end - time, over: duration)
    }

    /// Ringing out: 1 at time 0, down by a factor of e with each `timeConstant`.
    static func ring(_ time: Double, timeConstant: Double) -> Double {
        exp(-max(0, time) / timeConstant)
    }

    /// A position between `from` and `to` in equal musical steps: for frequencies.
    static func glide(_ from: Double, _ to: Double, _ position: Double) -> Double {
        from * pow(to / from, min(1, max(0, position)))
    }
}
