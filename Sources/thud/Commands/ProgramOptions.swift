import ArgumentParser
import ThudCore

/// The options of `thud bench -- PROGRAM`.
struct ProgramOptions: ParsableArguments {
    @Option("Key to type into the program: \(KeyStimulus.usage) (space).", value: "key") var press: String?
    @Option("Line to write on the program's standard input.", value: "text") var line: String?
    @Option("Shell command to start for each trigger.", value: "command") var run: String?
    @Option("OSC message to send by UDP: \(OSCStimulus.usage).", value: "message") var osc: String?
    @Option("Note to send by the ALSA sequencer to the program's port: \(NoteStimulus.usage).", number: "note")
    var midi: String?
    @Flag(help: "Press in the program's window, at DISPLAY or, if that is not set, at a private Xvfb.")
    var x11 = false
    @Option("Click in the window, at a place in pixels or in its middle.", value: "x,y|middle") var click: String?
    @Option("Steps before the first press, one a line: see TEXT, key KEY, wait SECONDS.", value: "file")
    var prepare: String?
    @Option(
        "Where to hear the program: its own stream, the sink or a PCM (stream and sink, unless each sound opens a stream).",
        value: "stream|sink|pcm")
    var ear: String?
    @Flag(help: "Take any sound of the program for an answer, for sounds that vary.") var onset = false
    @Option("Another program to measure in turns with the first, as a shell command.", value: "command") var vs: String?
    @Option("Recording to measure in place of a program; needs --presses.", value: "file") var capture: String?
    @Option("Times of the presses in the recording, in seconds, one a line.", value: "file") var presses: String?
    @Flag(help: "Start a private PipeWire if none runs, and append the summary to $GITHUB_STEP_SUMMARY as Markdown.")
    var ci = false
    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("Program to measure, with its arguments.", valueName: "program"))
    var program: [String] = []

    /// Whether something else than Thud is measured, in words for the command line; nil if not.
    var subject: String? { program.first.map { "-- \($0)" } ?? capture.map { _ in "--capture" } }

    /// The ways to ask for a sound without a press: each option, its value, and the stimulus that the value means.
    private var texts: [(option: String, text: String?, create: (String) throws(ThudError) -> any Stimulus)] {
        [
            ("--line", line, LineStimulus.init), ("--run", run, CommandStimulus.init), ("--osc", osc, OSCStimulus.init),
            ("--midi", midi, NoteStimulus.init),
        ]
    }

    /// What asks the program for a sound; nil if no program is measured.
    ///
    /// - Parameter isPrivate: whether the X server serves only the program.
    /// - Throws: `ThudError` if what it needs is not here: the X server, the ALSA sequencer, an address.
    func stimulus(onPrivateX isPrivate: Bool) throws(ThudError) -> (any Stimulus)? {
        guard !program.isEmpty else { return nil }
        for (_, text, create) in texts { if let text { return try create(text) } }
        guard x11 else { return KeyStimulus(press ?? "space") }
        return try WindowStimulus(press ?? "space", click: click, isPrivate: isPrivate)
    }

    /// Whether the bench must start an X server.
    var needsXServer: Bool { x11 && (Environment["DISPLAY"] ?? "").isEmpty }

    var heard: ProgramRequest.Ear {
        switch ear {
        case nil: .both
        case "stream": .stream
        case "sink": .sink
        case .some(let name): .pcm(name)
        }
    }

    func validate() throws {
        try Usage.refuseEmpty([
            ("--capture", "a recording", capture), ("--presses", "a file", presses), ("--prepare", "a file", prepare),
            ("--ear", "stream, sink or the name of a PCM", ear),
        ])
        let texts: [OptionUse] = texts.map { ($0.option, $0.text != nil) }
        let triggers = texts + [("--press", press != nil), ("--click", click != nil)]
        let others: [OptionUse] = [
            ("--prepare", prepare != nil), ("--ear", ear != nil), ("--vs", vs != nil), ("--ci", ci), ("--x11", x11),
            ("--onset", onset && capture == nil),
        ]
        if program.isEmpty {
            try Usage.refuse(triggers + others, "needs a program to measure: -- PROGRAM")
        }
        try Usage.require(
            triggers.count(where: \.isGiven) <= 1,
            "each of \(triggers.map(\.name).joined(separator: ", ")) asks for a sound; choose one")
        if x11 { try Usage.refuse(texts, "does not press in a window; leave out --x11") }
        try Usage.require(click == nil || x11, "--click needs a window; add --x11")
        try Usage.require(
            click.map({ $0 == "middle" || WindowPlace($0) != nil }) ?? true,
            "--click takes a place such as 320,200, or middle, not \(TypedText.shown(click ?? ""))")
        try Usage.require(
            x11 || press.map({ KeyStimulus($0) != nil }) ?? true,
            "unknown key \(TypedText.shown(press ?? "")); --press takes \(KeyStimulus.usage)")
        for (name, command) in [("--run", run), ("--vs", vs)] {
            let isBlank = command?.allSatisfy(\.isWhitespace) ?? false
            try Usage.require(!isBlank, "\(name) takes a shell command, not \(TypedText.shown(command ?? ""))")
        }
        try Usage.require(
            (capture == nil) == (presses == nil) && (capture == nil || program.isEmpty),
            "--capture and --presses name a recording and its presses; give both and no program")
    }
}
