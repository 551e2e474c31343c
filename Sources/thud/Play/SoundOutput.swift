import Glibc
import ThudCore
import ThudCues
import ThudPlayback
import ThudSoundFiles

/// The streams that a command plays through: one for what is heard, and one for haptics where they have a device.
struct SoundOutput {
    let engine: Engine
    let hapticEngine: Engine?
    /// Where a recording is made, if one is.
    let recording: String?
    /// A device has played from the beginning on.
    private let wasHeard: Bool
    /// A device plays, rather than the clock alone.
    var isHeard: Bool { wasHeard || !engine.health.isPacedByClock }
    /// Why nothing is heard, and what happens instead; nil where a device plays.
    let problem: String?

    /// The substitute where nobody named a device and none can be used.
    enum StandIn {
        /// The clock keeps time, and what would be heard goes to a file.
        case recording
        /// The clock keeps time, and nothing is kept; the words tell how something can be.
        case silence(instead: String)
        /// Nothing does: the command has nothing to do without a device.
        case refusal
    }

    /// Opens what `options` ask for. Where nobody named a device and none can be had, time is kept by the clock, or is
    /// virtual where that is allowed; the remark says so.
    ///
    /// - Throws: `ThudError` where a device was named and cannot be used, or none can be had and nothing stands in;
    ///   `ThudError` where a recording cannot be made.
    static func open(
        _ options: SoundOptions, withoutDevice standIn: StandIn = .recording, clock: RoundClock = .live
    ) throws -> SoundOutput {
        if clock == .virtual {
            let engine = try Engine.virtual(recordingTo: options.record)
            return SoundOutput(
                engine: engine, hapticEngine: nil, recording: options.record, wasHeard: false, problem: nil)
        }
        var request = options.output.request
        if options.settings().haptics == .drive, options.hapticsDevice == nil { request.haptics = .furtherChannels }
        request.isDownmixAllowed = options.allowDownmix
        // The recording replaces what stood there before, so it is opened when nothing else can fail any more.
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
            case .recording: path = try record ?? freePath()
            }
            let isVirtual = clock == .virtualWithoutDevice
            let sentences = ["No sound device: \(error)", words(for: standIn, recording: path, isVirtual: isVirtual)]
            for sentence in sentences { Console.remark(sentence) }
            return SoundOutput(
                engine: try engine(request, recordingTo: path, isVirtual: isVirtual), hapticEngine: haptics,
                recording: path, wasHeard: false, problem: sentences.joined(separator: ". "))
        }
    }

    /// What keeps time where no device does; by the clock only until one appears.
    private static func engine(_ request: PCMRequest, recordingTo path: String?, isVirtual: Bool) throws -> Engine {
        if isVirtual { return try Engine.virtual(recordingTo: path, sampleRate: request.sampleRate) }
        return try Engine.awaiting(request, recordingTo: path)
    }

    private static func words(for standIn: StandIn, recording path: String?, isVirtual: Bool) -> String {
        let time =
            isVirtual ? "The round is played against a virtual clock" : "The clock keeps time until a device appears"
        if let path { return "\(time), and the round is recorded to \(path)" }
        if case .silence(let instead) = standIn { return "\(time), and nothing is heard; \(instead)" }
        return "\(time), and nothing is heard"
    }

    /// Waits for reports of the streams.
    func register(in loop: EventLoop) {
        loop.wait(.feedback, for: [engine.signal] + (hapticEngine.map { [$0.signal] } ?? []))
    }

    /// No voice sounds or waits on any of the streams.
    var isQuiet: Bool { engine.voiceCount == 0 && (hapticEngine?.voiceCount ?? 0) == 0 }

    /// Between asking for a scheduled cue and the first instant at which every stream can put it on its exact frame:
    /// behind a full buffer, and what a server holds at its longest usual quantum (2048 frames at 48 kHz, 43 ms).
    /// Never less than 100 ms, so that a countdown begins alike on most outputs.
    var lead: Interval {
        max(.milliseconds(100), max(engine.buffered, hapticEngine?.buffered ?? .zero) + .milliseconds(50))
    }

    /// The devices' events since the last call, in sentences.
    func events() -> [String] {
        engine.events().map(\.description) + (hapticEngine?.events() ?? []).map { "haptics: \($0)" }
    }

    /// Stops the process, which no stream takes for a loss, until it is told to go on.
    ///
    /// - Parameter stop: returns once the process goes on.
    func whileStopped(_ stop: () -> Void) {
        let engines = [engine, hapticEngine].compactMap(\.self)
        for engine in engines { engine.suspend() }
        stop()
        for engine in engines { engine.resume() }
    }

    /// Ends the streams and completes the recording.
    func close() throws {
        try hapticEngine?.stop()
        try engine.stop()
    }

    /// The haptic device, whose rate is then that of both, since the cues are prepared at one.
    private static func openHaptics(_ options: SoundOptions) throws -> Engine? {
        guard let name = options.hapticsDevice else { return nil }
        var request = options.output.request(for: name)
        request.haptics = .alone
        return try Engine.playing(through: request)
    }

    /// The first `thud-round-N.wav` that does not exist yet here: nothing that was recorded before is lost.
    private static func freePath() throws -> String {
        for number in 1...9999 where access("thud-round-\(number).wav", F_OK) != 0 { return "thud-round-\(number).wav" }
        throw ThudError(.badInput, "there are 9999 recorded rounds in this folder; name a file with --record")
    }
}
