import ArgumentParser
import Glibc
import ThudCore
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudPatterns
import ThudPlayback

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "listen", example: "thud listen <<< kape/correct",
        about: "Play the cues that lines of input name: feedback for any program.",
        discussion: """
            kape/correct gain -6        as soon as possible, 6 dB softer
            +0.250 kape/tick as t       in a quarter of a second; `cancel t` takes it back
            @81234567890 kape/tick      for an event at that nanosecond of CLOCK_MONOTONIC
            begin habit/hold as h       a cue that lasts
            turn h gain 0.8 over 0.2    move one of its controls
            end h fade 0.1              end it within a tenth of a second
            stop                        silence all of your cues
            names                       list the cues, with --json
            # and what follows          a comment

            Every line may begin with a time. Lines come from standard input, or with --socket from many clients; `thud send` \
            is one. At the end of the input, all requested cues are played to their end. An invalid line does not stop the \
            others. Exits with 4 if a line was invalid; otherwise with 1 if a device played and a cue was not heard or came \
            later than 50 ms. The wait for the stream to start does not count.
            """)

    @Flag(help: "Report each cue as a line of JSON.") var json = false

    @Option(
        "Load a folder of your own cues (may be repeated): .ahap files and sounds, catalog.json if there is one.",
        value: "dir")
    var cues: [String] = []

    @Flag(help: "Serve many clients on a socket, --socket=PATH or $XDG_RUNTIME_DIR/thud/listen.")
    var socket = false

    @Option(help: .hidden) var socketPath: String?

    @Option("Take OSC messages by UDP from this computer, or with HOST:PORT on that address.", value: "port")
    var osc: String?

    @Flag(help: "Serve as the feedback daemon of the session bus, in place of feedbackd.") var feedbackd = false

    @OptionGroup var sound: SoundOptions
    @OptionGroup var driven: ActuatorOptions

    func validate() throws {
        try sound.check(actuator: driven.actuator)
        try Usage.require(socket || socketPath == nil, "--socket-path needs --socket")
        if let socketPath, socketPath.isEmpty || socketPath.hasSuffix("/") {
            throw ValidationError("--socket takes the path of a socket, not \(TypedText.visible(socketPath))")
        }
    }

    func run() throws {
        let door = socket ? try SocketDoor(socketPath) : nil
        // If the output cannot be opened, no socket may remain.
        defer { door?.close(by: .now()) }
        let osc = try osc.map { place throws(ThudError) in try OSCDoor(place) }
        let input = LineDoor("standard input", input: STDIN_FILENO, output: json ? STDOUT_FILENO : nil)
        let actuator = try driven.profile()
        let daemon = feedbackd ? try FeedbackDoor() : nil
        // A recording replaces an earlier file, so it starts only when nothing else can fail.
        let (feedback, loader) = try open(actuator)
        daemon?.render(at: feedback.output.engine.sampleRate, for: actuator)
        let others: [(any ServiceDoor)?] = [door, osc, daemon]
        let doors: [any ServiceDoor] = [input] + others.compactMap { $0 }
        let service = CueService(feedback, loader, doors: doors, isVerbose: sound.verbose)
        let signal = try Console.withQueuedRemarks {
            if sound.verbose, let osc { Console.remark("Listening to OSC on \(osc.place)") }
            if sound.verbose, feedbackd { Console.remark("Serving as org.sigxcpu.Feedback") }
            if isatty(STDIN_FILENO) == 1 {
                let end = doors.count == 1 ? "Ctrl-D ends the input" : "Ctrl-C ends the service"
                Console.remark("Waiting for lines such as kape/correct; \(end)")
            }
            defer { if sound.verbose { Console.remark(StatusLine.closing(feedback.verdict)) } }
            return try service.run()
        }
        let wrong = input.client.badLines
        let skipped =
            wrong > 0 ? ThudError(.badInput, "skipped \(Count.of(wrong, "invalid line")) of standard input") : nil
        if signal != nil || skipped != nil, let loss = input.loss { Console.remark("thud: \(loss)") }
        if let signal {
            if let skipped { Console.remark("thud: \(skipped)") }
            Interrupts.end(by: signal)
        }
        if let skipped { throw skipped }
        if let failure = input.loss ?? daemon?.loss ?? feedback.verdict.failure { throw failure }
    }

    /// Opens the output while the cues are loaded. The loader starts again if the stream has another rate.
    private func open(_ actuator: ActuatorProfile?) throws -> (FeedbackOutput, CueLoader) {
        // A missing folder is an error; the loader would only report it and go on, as it does for a broken file.
        let own = try cues.flatMap { folder in
            try SourceFile.names(in: folder, endingIn: "").map { "\(folder)/\($0)" }
        }
        let assets = cues.isEmpty ? try Assets.find() : try? Assets.find()
        try sound.refuseRecording(over: own + (assets.map { try Games.names.flatMap($0.files) } ?? []))
        let usualRate = PCMRequest().sampleRate
        func loader(_ sampleRate: Int) -> CueLoader {
            CueLoader(assets, folders: cues, sampleRate: sampleRate, actuator: actuator)
        }
        let early = loader(usualRate)
        // Opening the recording overwrites the file of that name, so all cues are checked first.
        if sound.record != nil { try early.finish() }
        let output = try SoundOutput.open(
            sound, withoutDevice: .silence(instead: "use --record FILE to keep the sound"))
        let rate = output.engine.sampleRate
        if rate != usualRate { early.worker.abandon() }
        let scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: .none, settings: sound.settings())
        let feedback = FeedbackOutput(
            output: output, scheduler: scheduler, mute: (sound.policy.silentSwitch ?? .follow).mute,
            keepsReports: false, settling: .zero)
        return (feedback, rate == usualRate ? early : loader(rate))
    }
}
