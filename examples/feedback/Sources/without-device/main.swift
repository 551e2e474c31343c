import ThudFeedback

let feedback = try Feedback(folder: "Sounds/mine", on: Engine.virtual(recordingTo: "bump.wav"))
let engine = feedback.engine

let press = engine.now
try feedback.play("bump", cause: press)
engine.undergo(.underrun(.milliseconds(20)))

var reports: [CueReport] = []
while engine.now < press + .seconds(1) {
    engine.advance(to: press + .seconds(1))
    reports += feedback.reports()
}
precondition(reports.map(\.name) == ["mine/bump"])
precondition(reports[0].receipt.outcome.isHeard)
precondition(engine.health.xruns == 1)
try engine.stop()
print("bump.wav holds what was played")
