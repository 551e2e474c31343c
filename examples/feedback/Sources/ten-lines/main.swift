import ThudFeedback

let feedback = try Feedback(folder: "Sounds/mine")
try feedback.play("bump")
let hum = try feedback.begin("hum")
hum.turn(.intensity, to: 0.8, over: .seconds(0.2))
// Later, while the game goes on:
hum.end()
for report in feedback.reports() { print(report) }
