import ArgumentParser
import ThudCore
import ThudCues
import ThudFeedback
import ThudGames
import ThudHapticFormats
import ThudPatternRendering
import ThudSoundFiles

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "render", example: "thud render kape/correct /tmp/correct.wav",
        about: """
            Render a cue, a pattern file or a script of cues to a sound file with three channels (left, right, haptic), as a \
            live round plays it.
            """,
        discussion: """
            A script has one cue a line, with its time in seconds from the start: 0.250 kape/tick. A line without a time \
            plays at the start, and # begins a comment.

            Exits with 1 if too much sounds at once, so that a cue of a script is not heard.
            """)

    @Argument(
        help: ArgumentHelp(
            "Cue (kape/correct, impact.heavy), pattern file, script of cues, or - (standard input).",
            valueName: "cue|file"), completion: .file())
    var input: String

    @Argument(help: ArgumentHelp("Sound file to write.", valueName: "out.wav|.flac"), completion: .file())
    var output: String

    @Option(
        name: .customLong("sounds"), "Further folder with the sounds of a pattern file; may be repeated.", value: "dir")
    var soundFolders: [String] = []

    @Option(
        "Shape the haptic channel for ideal (default), lra, phone, voice-coil or a profile file.", value: "name|file")
    var actuator: String?
    @OptionGroup var policy: PolicyOptions

    @Flag(help: "Print the cues and their frames as JSON.") var json = false

    func validate() throws {
        try policy.refuseFile()
        try Usage.refuse(
            [("--actuator", actuator != nil && policy.haptics == .off)], "shapes haptics; leave out --haptics off")
        try Usage.require(
            SoundFormat(path: output) != nil, "render writes .wav or .flac, not \(TypedText.visible(output))")
        try Usage.require(
            soundFolders.isEmpty || PatternShelf.isFile(input), "--sounds needs a pattern file, not \(input)")
    }

    func run() throws {
        try SoundFolders.check(soundFolders)
        let source = try source()
        try PatternOutput.refuse(output, over: source.files)
        let profile = try actuator.map(RenderingOptions.profile)
        let library = source.library.shaped(for: profile)
        let rendering = try CueRendering(source.entries, of: library, policy.settings(policy.preferences()))
        try rendering.sound.refuseEmpty(as: output)
        try SoundFile.write(rendering.sound, to: output)
        for loss in rendering.losses { Console.remark(loss) }
        tell(rendering)
        let unheard = rendering.lost + rendering.reports.count { $0.receipt.outcome.isMissed }
        guard unheard == 0 else {
            throw ThudError(.checkFailed, "\(output) lacks \(Count.of(unheard, "cue")) of the script")
        }
    }

    private struct Source {
        let library: CueLibrary
        let entries: [CueRendering.Entry]
        let files: [String]
    }

    private func cues() throws -> Source {
        let assets = try Assets.find()
        let library = try assets.allCues(sampleRate: CueRendering.sampleRate)
        let files = try Games.names.flatMap(assets.files)
        if library.cues[input] != nil {
            return Source(library: library, entries: [.init(cue: input, time: .zero)], files: files)
        }
        guard input == PatternOutput.standard || SourceFile.exists(input) else {
            let advice = NearestName.question(
                input, among: library.cues.keys.sorted(), or: "; `thud names` lists the cues")
            throw ThudError(.badInput, "no cue or file is called \(TypedText.shown(input))\(advice)")
        }
        let file = StandardInput.name(of: input)
        let entries = try CueTimeline(parsing: StandardInput.read(input), file: file).entries.map { line in
            guard case .play(let cue, let gain, _) = line.verb, library.cues[cue] != nil else {
                throw line.unknown(file: file, among: library.cues.keys)
            }
            return CueRendering.Entry(cue: cue, time: line.delay ?? .zero, gain: gain)
        }
        return Source(library: library, entries: entries, files: files + [input])
    }

    /// Returns the pattern that the input names; nil if it is a cue or a script. Standard input and pipes may be any.
    private func pattern() throws -> AuditionSubject? {
        if StandardInput.isMeant(by: input), try PatternFormat.recognised(in: StandardInput.read(input)) == nil {
            return nil
        }
        return try PatternShelf.files([input]) == nil ? nil : PatternShelf.subject(of: input)
    }

    /// Returns a pattern file as a cue, or whatever else the input names.
    private func source() throws -> Source {
        guard let subject = try pattern() else { return try cues() }
        let loaded = try subject.load()
        let faults = loaded.diagnostics.filter { $0.disposition.severity <= .warning }
        for remark in LintReport.folded(faults) { Console.remark(remark) }
        let search = SoundSearch(folders: soundFolders)
        let (sounds, missing) = try PatternSounds.found(
            for: loaded.pattern, beside: loaded.folder, search, sampleRate: CueRendering.sampleRate)
        for missing in missing {
            Console.remark("\(StandardInput.name(of: input)): without \(missing.path): \(missing.error)")
        }
        let cue = Cue(name: input, pattern: loaded.pattern)
        let library = CueLibrary(cues: [cue], sounds: sounds, sampleRate: CueRendering.sampleRate)
        return Source(library: library, entries: [.init(cue: input, time: .zero)], files: subject.files(loaded, search))
    }

    private func tell(_ rendering: CueRendering) {
        let sound = rendering.sound
        let cues = rendering.reports.map { JSONValue.object($0.members(at: rendering.time(of: $0))) }
        let report: JSONValue = [
            "file": .string(output), "seconds": .number(sound.seconds), "sample_rate": .integer(sound.sampleRate),
            "cues": .array(cues),
        ]
        let line =
            "\(output): \(CueRendering.channels); \(Decimals.fixed(sound.seconds, 3)) s at \(sound.sampleRate) Hz, "
            + Count.of(cues.count, "cue")
        Console.result(isJSON: json, report, [line])
    }
}
