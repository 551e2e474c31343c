import ThudFeedback

let feedback = try Feedback(folder: "Sounds/mine", on: Engine.virtual())
let engine = feedback.engine

/// Moves time, and prints what is reported on the way.
@MainActor func pass(_ interval: Interval) {
    let end = engine.now + interval
    while engine.now < end {
        engine.advance(to: end)
        for report in feedback.reports() { print(report) }
    }
}

let hum = try feedback.begin("hum")
hum.turn(.intensity, to: 0.3)
hum.turn(.intensity, to: 1, over: .seconds(2))
pass(.seconds(2))
hum.end(fade: .milliseconds(40))
pass(.seconds(1))

if let pattern = hum.pattern { print("felt for \(pattern.duration) s") }
