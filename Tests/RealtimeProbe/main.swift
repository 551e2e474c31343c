// The code that RealtimeSanitizer judges. It is a separate program because only this one is linked with the sanitizer.
// A violation ends it with 43.
//
//     realtime-probe allocate     allocates although that is forbidden
//     realtime-probe clock        reads the clock there
//     realtime-probe engine       plays on each output: places, steals, refuses, cuts, cancels and retires voices

import CThudSystem
import Glibc
import ThudCore
import ThudPlayback
import ThudTestSupport

/// Runs `engine` for a second of its stream with every possible fate of a voice, and stops it.
private func exercise(_ engine: Engine) async throws {
    var id: UInt64 = 0
    var routing = Routing.silent
    routing.pan(track: 0, gain: 0.5, position: -0.5)
    routing[0, .haptic] = 1
    let clip = Clip(tracks: [(0..<700).map { Float($0 % 50) / 100 }])
    func play(_ start: VoiceRequest.Start = .next, priority: UInt8 = 128, isLooping: Bool = false) throws {
        id += 1
        var request = VoiceRequest(id: id, clip: clip, routing: routing, start: start, triggered: .now())
        request.priority = priority
        request.loop = isLooping ? VoiceRequest.Loop(period: clip.length) : nil
        request.fadeIn = 100
        guard engine.play(request) else { throw HarnessError(description: "a voice was not taken") }
    }
    var outcomes: Set<CueOutcome> = []
    func goOn() async throws {
        let target = engine.head + 1000
        try await poll("frame \(target.index)", within: .seconds(30)) { engine.head > target }
        outcomes.formUnion(engine.receipts().map(\.outcome))
    }
    func check(_ isTaken: Bool) throws {
        if !isTaken { throw HarnessError(description: "a command was not taken") }
    }
    let wave = (0..<VibrationTone.cycle).map { SIMD2(Float($0) / Float(VibrationTone.cycle), 0) }
    let tone = VibrationTone(amplitude: { $0 }, level: { _ in 0.3 }, frequency: { 100 + 100 * $0 }, wave: wave, mean: 8)
    func turnLiveVoices() async throws {
        var source = LiveSource(sampleRate: engine.sampleRate)
        source.vibration = .init(intensity: 1, sharpness: 0.5, heard: tone, drive: tone)
        source.loop = 100..<700
        var request = VoiceRequest(id: id + 1, clip: clip, routing: routing, triggered: .now())
        request.live = source
        try check(engine.play(request))
        for (index, control) in LiveControl.allCases.enumerated() {
            try check(
                engine.turn(
                    Turn(
                        id: id + 2 + UInt64(index), of: id + 1, control, to: 0.5, over: .milliseconds(20),
                        triggered: .now())))
        }
        try check(
            engine.turn(
                Turn(
                    id: id + 6, of: id + 1, .pitch, to: 0, start: .frame(engine.head + 48_000_000), triggered: .now())))
        try await goOn()
        try check(engine.end(id + 1, as: id + 7, fade: .milliseconds(5), triggered: .now()))
        id += 8
        try await goOn()
    }
    while engine.head < Frame(Int64(engine.sampleRate)) {
        // All slots are taken; then one voice steals a slot and one is refused.
        for _ in 0..<64 { try play(priority: 100) }
        try play(priority: 200, isLooping: true)
        try play(priority: 1)
        try await goOn()
        try check(engine.cut(id: id - 1))
        try play(.frame(.zero))
        try await goOn()
        try play(.frame(engine.head + 48_000_000))
        try check(engine.cancelScheduled())
        let first = id + 1
        for _ in 0..<10 { try play(isLooping: true) }
        try await goOn()
        for voice in first...id { try check(engine.cut(id: voice)) }
        try await turnLiveVoices()
    }
    try await poll("the last voice to end", within: .seconds(30)) { engine.voiceCount == 0 }
    for outcome in [.played, .late, .refused, .cancelled] as [CueOutcome] where !outcomes.contains(outcome) {
        throw HarnessError(description: "no voice was \(outcome)")
    }
    try engine.stop()
}

func exerciseEngines() async throws {
    let scratch = try ScratchDirectory(prefix: "thud-sanitizer")
    try await exercise(Engine.silent())
    try await exercise(Engine.recording(to: scratch.file("file.wav")))
    var request = PCMRequest()
    request.name = "null"
    try await exercise(Engine.playing(through: request, recordingTo: scratch.file("tap.wav")))
}

switch CommandLine.arguments.dropFirst() {
case ["allocate"]:
    thud_realtime_enter()
    free(malloc(123))
    thud_realtime_exit()
case ["clock"]:
    thud_realtime_enter()
    _ = thud_monotonic_ns()
    thud_realtime_exit()
case ["engine"]: try await exerciseEngines()
default: exit(2)
}
