import Glibc
import ThudCore
import ThudCues
import ThudPlayback

/// The streams of a command: one for sound, and one for haptics if they have a device of their own.
struct SoundOutput {
    let engine: Engine
    let hapticEngine: Engine?
    /// The path of the recording; nil if none is made.
    let recording: String?
    /// Whether a device has played from the start.
    private let wasHeard: Bool
    /// Whether a device plays or has played, rather than the clock alone.
    var isHeard: Bool {
        let health = engine.health
        return wasHeard || !health.isPacedByClock || health.deviceLosses > 0
    }
    /// Why nothing is heard, and what happens instead; nil if a device plays.
    let problem: String?

    /// The substitute if no device was named and none can be used.
    enum StandIn {
        /// The clock keeps time, and the output goes to a file.
        case recording
        /// The clock keeps time, and the output is dropped; the text says how to keep it.
        case silence(instead: String)
        /// None: the command cannot work without a device.
        case refusal
    }

    /// Opens the output for `options`. If no device was named and none can be used, the clock or a virtual clock
    /// keeps time, and a remark says so. Throws if a named device cannot be used, if any device needs `--exclusive` or
    /// `--allow-downmix`, if none can be used and `standIn` is `refusal`, or if a recording cannot be made.
    static func open(
        _ options: SoundOptions, withoutDevice standIn: StandIn = .recording, clock: RoundClock = .live
    ) throws -> SoundOutput {
        let output = try opened(options, standIn, clock)
        if options.verbose { Console.remark("Playing through \(output.engine.health.device)") }
        return output
    }

    private static func opened(
        _ options: SoundOptions, _ standIn: StandIn, _ clock: RoundClock
    ) throws -> SoundOutput {
        if clock == .virtual {
            let engine = try Engine.virtual(recordingTo: options.record)
            return SoundOutput(
                engine: engine, hapticEngine: nil, recording: options.record, wasHeard: false, problem: nil)
        }
        var request = options.output.request
        if options.settings().haptics == .drive, options.hapticsDevice == nil { request.haptics = .furtherChannels }
        request.isDownmixAllowed = options.allowDownmix
        // The recording overwrites its file, so it is opened last, when nothing else can fail.
        let hapticEngine = try openHaptics(options)
        do {
            if let hapticEngine {
                request.sampleRate = hapticEngine.sampleRate
                request.isRateFixed = true
            }
            return try open(
                request, isNamed: options.output.named != nil, record: options.record, standIn, clock,
                beside: hapticEngine)
        } catch {
            try? hapticEngine?.stop()
            throw error
        }
    }

    private static func open(
        _ request: PCMRequest, isNamed: Bool, record: String?, _ standIn: StandIn, _ clock: RoundClock,
        beside haptics: Engine?
    ) throws -> SoundOutput {
        do {
            return SoundOutput(
                engine: try Engine.playing(through: request, recordingTo: record), hapticEngine: haptics,
                recording: record, wasHeard: true, problem: nil)
        } catch let error as ThudError
            where error.code.fault == .device && !isNamed && ![.exclusive, .downmix].contains(error.code)
        {
            let path: String?
            switch standIn {
            case .refusal: throw error
            case .silence: path = record
            // Nobody asked for a recording, so a folder that takes none does not end the round.
            case .recording: path = try record ?? (access(".", W_OK) == 0 ? freePath() : nil)
            }
            let isVirtual = clock == .virtualWithoutDevice
            // A recording is announced once its file is open.
            let engine =
                isVirtual
                ? try Engine.virtual(recordingTo: path, sampleRate: request.sampleRate)
                : try Engine.awaiting(request, recordingTo: path)
            let sentences = ["No sound device: \(error)", words(for: standIn, recording: path, isVirtual: isVirtual)]
            for sentence in sentences { Console.remark(sentence) }
            return SoundOutput(
                engine: engine, hapticEngine: haptics, recording: path, wasHeard: false,
                problem: sentences.joined(separator: ". "))
        }
    }

    private static func words(for standIn: StandIn, recording path: String?, isVirtual: Bool) -> String {
        let time = isVirtual ? "The round runs on a virtual clock" : "The clock keeps time until a device appears"
        let what = if case .recording = standIn { "round" } else { "sound" }
        if let path { return "\(time), and the \(what) is recorded to \(path)" }
        if case .silence(let instead) = standIn { return "\(time), and nothing is heard; \(instead)" }
        return "\(time), and nothing is heard"
    }

    func register(in loop: EventLoop) {
        loop.wait(.feedback, for: [engine.signal] + (hapticEngine.map { [$0.signal] } ?? []))
    }

    var isQuiet: Bool { engine.voiceCount == 0 && (hapticEngine?.voiceCount ?? 0) == 0 }

    /// Waits until everything has come out, at most for `limit`.
    func letOut(within limit: Interval) {
        let end = Instant.now() + limit
        while !isQuiet, Instant.now() < end { usleep(1_000) }
        let heard = min(Instant.now() + engine.buffered, end)
        while Instant.now() < heard { usleep(1_000) }
    }

    /// How far ahead to schedule a cue so that every stream can play it on its exact frame. It covers a full buffer
    /// and the longest usual quantum of a sound server (2048 frames at 48 kHz, 43 ms). It is at least 100 ms, so that
    /// countdowns start alike on most outputs.
    var lead: Interval {
        max(.milliseconds(100), max(engine.buffered, hapticEngine?.buffered ?? .zero) + .milliseconds(50))
    }

    /// Takes the events of the devices, in words, and those of the main device.
    func events() -> (words: [String], main: [EngineEvent]) {
        let main = engine.events()
        return (main.map(\.description) + (hapticEngine?.events() ?? []).map { "haptics: \($0)" }, main)
    }

    /// Calls `stop`, which stops the process and returns once it continues. No stream counts the time as a loss.
    func whileStopped(_ stop: () -> Void) {
        let engines = [engine, hapticEngine].compactMap(\.self)
        for engine in engines { engine.suspend() }
        stop()
        for engine in engines { engine.resume() }
    }

    func close() throws {
        try hapticEngine?.stop()
        try engine.stop()
    }

    /// Opens the haptic device. Its sample rate then applies to both streams, because cues are prepared at one rate.
    private static func openHaptics(_ options: SoundOptions) throws -> Engine? {
        guard let name = options.hapticsDevice else { return nil }
        try Limits.checkDescriptors(streams: 2)
        var request = options.output.request(for: name)
        request.haptics = .alone
        return try Engine.playing(through: request)
    }

    /// Returns the first `thud-round-N.wav` that does not exist here, so that no earlier recording is lost.
    private static func freePath() throws -> String {
        for number in 1...9999 where access("thud-round-\(number).wav", F_OK) != 0 { return "thud-round-\(number).wav" }
        throw ThudError(.badInput, "there are 9999 recorded rounds in this folder; choose a file with --record")
    }
}
