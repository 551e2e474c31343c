import ThudCore
import ThudCues
import ThudFeedback
import ThudPatterns
import ThudPlayback
import ThudTestSupport

// Plays the cue `probe/hold` of a folder for two seconds through ALSA's default PCM, changes it repeatedly, and records
// it. It prints the recording's frame on which the cue begins, and writes the session as an AHAP.
//
//     live-probe FOLDER RECORDING.wav SESSION.ahap

let arguments = CommandLine.arguments
ServerStream.prepare()
var request = PCMRequest()
request.latency = .low
let engine = try Engine.playing(through: request, recordingTo: arguments[2])
let library = try CueLibrary(folder: arguments[1], sampleRate: engine.sampleRate)
let scheduler = FeedbackScheduler(
    engine: engine, library: library, settings: FeedbackSettings(haptics: .heard, balance: 0))

/// Collects reports until `isDone`.
@MainActor func collect(_ awaited: String, until isDone: () -> Bool) throws {
    try holdOn(awaited, within: .seconds(30)) {
        _ = scheduler.reports()
        return isDone()
    }
}

// The clock of a stream is inaccurate at first.
let settled = Instant.now() + .seconds(1)
try collect("the stream to settle") { Instant.now() >= settled }
let begun = Instant.now()
guard let hold = scheduler.begin("probe/hold", cause: begun, now: begun) else {
    throw HarnessError(description: "the cue was not taken")
}
var random = SeededGenerator(seed: 5)
for step in 1..<40 as Range<Int64> {
    let due = begun + .milliseconds(50) * step
    try collect("the next turn") { Instant.now() >= due }
    let control = LiveControl.allCases[random.index(below: 4)]
    let isLevel = control == .gain || control == .intensity
    let value = isLevel ? random.between(0.1, 1) : random.between(-0.4, 0.4)
    scheduler.turn(hold, control, to: value, over: .milliseconds(Int64(random.index(below: 120))), now: .now())
}
scheduler.end(hold, fade: .milliseconds(40), now: .now())
try collect("the end") { hold.turns.allSatisfy { $0.receipt != nil } && engine.voiceCount == 0 }
guard let pattern = hold.pattern, let receipt = hold.receipt else {
    throw HarnessError(description: "the cue was not played")
}
try engine.stop()
try SourceFile.write(Array(AHAP.text(pattern).utf8), to: arguments[3])
print(receipt.frame.index)
