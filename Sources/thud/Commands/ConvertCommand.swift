import ArgumentParser
import ThudAudioToHaptics
import ThudCore
import ThudFeedback
import ThudHapticFormats
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "convert", example: "thud convert buzz.haptic buzz.ahap",
        about: """
            Convert a pattern to another format, a sound (\(CueFolder.soundEndings.joined(separator: " "))) \
            to a pattern, or either to a sound file with a haptic channel. The extensions choose the formats.
            """,
        discussion: """
            A pattern is a name (kape/tick), a file, or - (standard input or output). With --to FORMAT,... and a folder as \
            the output, folders and any number of files are converted at once: thud convert patterns out --to he,xml. \
            Only what has changed is converted again, and out/manifest.json lists all losses.

            Every loss is reported as a line on standard error: what a format cannot hold, and what of the input is \
            ignored, clamped or reinterpreted. If there is one, --strict writes nothing and exits with 1.

            .ahap    Apple's Core Haptics
            .haptic  Lofelt and Meta
            .hjif    MPEG (ISO/IEC 23090-31)
            .hmpg    the same in binary
            .he      RichTap and OpenHarmony
            .xml     Android's vibration-effect
            .json    Android, HarmonyOS, the web, a gamepad or feedbackd; see --to
            .ogg     a Vorbis file: left, right, haptic, as in Android's ringtones
            .wav     the same; four channels with --as actuators; also .flac
            """)

    @Argument(
        help: ArgumentHelp(
            "Patterns or sounds to convert, and last the file or folder to write; no output with --check.",
            valueName: "in ... out"), completion: .file())
    var files: [String] = []

    @Option(
        "Check whether this platform's parser accepts the file, and what its devices leave out. Writes nothing; a "
            + "file of another format is checked as converted.", value: "android|harmony|richtap|meta|mpeg|apple")
    var check: DeviceCheck?

    @Option(
        "The format of standard output, or the formats of a folder: ahap, haptic, hjif, hmpg, he, xml, and those in "
            + ".json: android (VibrationEffect, the default), harmony, vibrate and gamepad (the web), vibra-pattern "
            + "and feedbackd (a theme).", value: "format,...")
    var to: FormatList?

    @Option(
        "The event of a feedbackd theme: which one to read, or what to call the one to write (the input's name).",
        value: "name")
    var event: String?

    @Flag(help: "Write nothing if something would be lost.")
    var strict = false

    @Option(
        "For .xml and .json: kind of effect. envelope (sharpness) and frequency (hertz) need .xml and Android 16.",
        value: "automatic|waveform|composition|envelope|frequency")
    var android = AndroidEffect.automatic

    @Option(
        "For .hjif and .hmpg: amplitude as the square of intensity (default), or as intensity itself, as MPEG's own "
            + "encoder writes it.", value: "square|linear")
    var intensityLaw = IntensityLaw.square

    @Flag(help: "Overwrite a file that holds something else than what would be written.")
    var force = false

    @Option(
        name: .customLong("as"),
        "For .ogg, .wav and .flac: drive signal on channel 3 (default), or on channels 3 and 4 (not in .ogg).",
        value: "haptic|actuators")
    var channels: CoupledChannels?

    @Option(
        "For .ogg, .wav and .flac: shape the drive signal for ideal (default), lra, phone, voice-coil or a profile "
            + "file.", value: "name|file")
    var actuator: String?

    @Option(
        name: .customLong("sounds"),
        "For .ogg, .wav and .flac: further folder with the pattern's sounds; may be repeated.",
        value: "dir")
    var soundFolders: [String] = []

    @Flag(help: "Convert again whenever an input changes, until Ctrl-C.") var watch = false

    @Flag(help: "Accepted beside --watch, as in audition, but a conversion plays nothing anyway.") var silent = false

    @OptionGroup(title: "Sounds into patterns")
    var soundToHaptic: SoundToHapticOptions

    var input: String { files.first ?? "" }
    var output: String? { check == nil && files.count > 1 ? files.last : nil }

    /// Whether the output is a folder for any number of patterns.
    var isBulk: Bool {
        guard let output, output != PatternOutput.standard, PatternFormat(path: output) == nil else { return false }
        return !CoupledSound.isFile(output) && (to != nil || files.count > 2 || FolderFiles.isFolder(input))
    }

    func validate() throws {
        try Usage.require(!files.isEmpty, "name a pattern or a sound to convert")
        if let problem = to?.problem { throw ValidationError(problem) }
        try Usage.refuseEmpty([("--event", "the name of an event", event)])
        try Usage.require(check == nil || files.count < 2, "--check writes nothing; leave out \(files.last ?? "")")
        let formats: [OptionUse] = [
            ("--as", channels != nil), ("--actuator", actuator != nil), ("--sounds", !soundFolders.isEmpty),
        ]
        if check != nil {
            let writing: [OptionUse] = [
                ("--to", to != nil), ("--event", event != nil), ("--strict", strict), ("--force", force),
                ("--android", android != .automatic), ("--intensity-law", intensityLaw != .square),
            ]
            try Usage.refuse(writing + formats, "concerns what is written; --check writes nothing")
        }
        try Usage.require(watch || !silent, "--silent needs --watch; a conversion plays nothing")
        try Usage.require(
            !watch || (check == nil && output != PatternOutput.standard),
            "--watch writes files again; leave out --check and standard output")
        guard !isBulk else {
            try Usage.refuse(formats, "needs .ogg, .wav or .flac, not a folder")
            return try checkBulk()
        }
        try Usage.require(
            files.count < 3, "several inputs need a folder as the output, and --to; not \(files.last ?? "")")
        try Usage.require(
            PatternShelf.isPatternWord(input), refusal(of: input, CueFolder.soundEndings.joined(separator: ", ")))
        try soundToHaptic.check(isSound: CueFolder.isSound(input), input: input, output: output.flatMap(format))
        if check != nil { return }
        guard let output else { throw ValidationError("name an output file, or a platform with --check") }
        if !CoupledSound.isFile(output) {
            try Usage.require(
                format(of: output) != nil, refusal(of: output, "with a haptic channel .ogg, .wav, .flac"))
            try Usage.refuse(formats, "needs .ogg, .wav or .flac, not \(output)")
        }
        try checkOptions(of: output)
    }

    /// Returns why a path cannot be converted from or to; `sounds` names the sounds that could.
    private func refusal(of path: String, _ sounds: String) -> String {
        let name = TypedText.visible(path)
        return FolderFiles.isFolder(path)
            ? "\(name) is a folder; name a file, or a folder as the output, and --to"
            : "\(name): unknown extension; \(ConvertCommand.kinds), or for a sound \(sounds)"
    }

    /// Checks the options that only some formats of the output have.
    private func checkOptions(of output: String) throws {
        try Usage.require(
            intensityLaw == .square || [.hjif, .hmpg].contains(format(of: output)),
            "--intensity-law needs .hjif or .hmpg, not \(output)")
        try Usage.require(
            !CoupledSound.isVorbis(output) || channels != .actuators,
            "--as actuators needs .wav or .flac, not \(output); .ogg has three channels")
        try Usage.require(
            event == nil || to?.only == .feedbackd || PatternFormat(path: input) == .android
                || StandardInput.isMeant(by: input),
            "--event needs a feedbackd theme: a .json to read, or --to feedbackd")
        if let to {
            guard let only = to.only else { throw ValidationError("several formats need a folder, not \(output)") }
            let suffix = only.fileExtension
            try Usage.require(
                output == PatternOutput.standard || PatternFormat(path: output)?.fileExtension == suffix,
                "--to \(only.rawValue) needs .\(suffix), not \(output)")
        }
        let kinds: [PatternFormat?] =
            [.envelope, .frequency].contains(android) ? [.androidXML] : [.android, .androidXML]
        guard android == .automatic || kinds.contains(format(of: output)) else {
            let suffixes = kinds.compactMap { $0.map { ".\($0.fileExtension)" } }.joined(separator: " or ")
            throw ValidationError("--android \(android.rawValue) needs \(suffixes), not \(output)")
        }
    }

    private func checkBulk() throws {
        guard let to else { throw ValidationError("--to names the formats of a folder, such as --to ahap,haptic") }
        func has(_ formats: PatternFormat...) -> Bool { to.formats.contains(where: formats.contains) }
        try Usage.require(intensityLaw == .square || has(.hjif, .hmpg), "--intensity-law needs hjif or hmpg in --to")
        try Usage.require(android == .automatic || has(.android, .androidXML), "--android needs xml or android in --to")
        try soundToHaptic.check(isSound: true, input: input, output: nil)
        try Usage.require(
            ![.envelope, .frequency].contains(android) || !to.formats.contains(.android),
            "--android \(android.rawValue) needs xml, not android")
    }

    func run() throws {
        try SoundFolders.check(soundFolders)
        if let check { return try tell(check) }
        guard let output else { return }
        if watch { return try convertAgain(into: output) }
        if isBulk { try convertAll(into: output) } else { try convert(into: output, replaces: force) }
    }

    /// Converts one pattern or sound. `replaces` allows it to overwrite what somebody may have edited.
    func convert(into output: String, replaces: Bool) throws {
        let subject = try CueFolder.isSound(input) ? nil : PatternShelf.subject(of: input)
        try PatternOutput.refuse(output, over: [subject?.path ?? input])
        let (pattern, unread) = try subject.map(read) ?? transcribe()
        guard let format = format(of: output) else {
            let folder = subject?.folder ?? SourceFile.folder(of: input)
            return try couple(pattern, to: output, beside: folder, unread, replaces: replaces)
        }
        let place = subject.map(BulkSource.named)?.place ?? SourceFile.withoutEnding(input)
        let export = format.write(
            pattern, android: android, law: intensityLaw, event: event ?? SourceFile.name(of: place))
        let sounds = format == .ahap ? pattern.soundPaths.flatMap { soundLoss($0, beside: output) } : []
        try tell(export.losses + sounds, unread, of: output)
        if !replaces { try PatternOutput.keepOthersWork(in: output, export.bytes) }
        try PatternOutput.write(export.bytes, to: output)
        guard output != PatternOutput.standard else { return }
        let written = PatternOutput.readAgain(export.bytes, format, at: output) ?? pattern
        Console.result(
            "\(output): \(Count.of(written.events.count, "event")), \(Decimals.fixed(written.duration, 3)) s")
    }

    /// Returns the conversion of all inputs into a folder.
    func bulk(into output: String, _ interrupts: Interrupts) throws -> BulkConversion {
        // It is told without the slash with which a shell completes it.
        let folder = output.utf8.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
        var bulk = BulkConversion(formats: to?.formats ?? [], output: folder)
        (bulk.android, bulk.law, bulk.event) = (android, intensityLaw, event)
        (bulk.isStrict, bulk.isForced, bulk.isWatched) = (strict, force, watch)
        bulk.transcription = try soundToHaptic.settings(for: nil)
        // Without the manifest, what a run wrote before a signal would count as somebody else's work.
        bulk.isStopped = { interrupts.received != nil }
        return bulk
    }

    private func convertAll(into output: String) throws {
        let interrupts = Interrupts([])
        let bulk = try bulk(into: output, interrupts)
        let tally = try bulk.run(Array(files.dropLast()))
        if let signal = interrupts.received { Interrupts.end(by: signal) }
        for line in tally.lost { Console.remark("thud: \(line)") }
        Console.result(tally.line(of: bulk))
        guard tally.broken == 0 else {
            throw ThudError(.badInput, "\(Count.of(tally.broken, "source")) cannot be read")
        }
        guard tally.lost.isEmpty else {
            throw ThudError(.usage, "\(Count.of(tally.lost.count, "source")) left out for the sake of another folder's")
        }
        guard tally.refused == 0 else {
            throw ThudError(
                tally.kept > 0 ? .usage : .checkFailed,
                "\(Count.of(tally.refused, "source")) could not be written completely")
        }
    }

    /// Returns the format to write; nil for a sound file.
    private func format(of output: String) -> PatternFormat? {
        if output == PatternOutput.standard { return to?.only ?? .ahap }
        let format = PatternFormat(path: output)
        return format == .android ? to?.only ?? format : format
    }

    /// Writes a sound file with the drive signal in further channels.
    private func couple(
        _ pattern: HapticPattern, to output: String, beside folder: String, _ unread: Int, replaces: Bool
    ) throws {
        let search = SoundSearch(folders: soundFolders)
        let found = try PatternSounds.found(for: pattern, beside: folder, search, sampleRate: CoupledSound.sampleRate)
        let files = pattern.soundPaths.compactMap { search.path(of: $0, beside: folder) }
        try PatternOutput.refuse(output, over: files, called: "\(output), a sound of the pattern")
        try tell(found.missing.map { "without \($0.path): \($0.error)" }, unread, of: output)
        let coupled = CoupledSound(
            pattern, found.sounds, channels ?? .haptic, for: try actuator.map(RenderingOptions.profile) ?? .ideal)
        try coupled.sound.refuseEmpty(as: output)
        try coupled.write(to: output, replaces: replaces)
        let driven = coupled.channels == .haptic ? "channel 3 drives an actuator" : "channels 3 and 4 drive actuators"
        Console.remark("\(output): \(driven); do not play it through loudspeakers")
        Console.result(
            "\(output): \(coupled.channels.words); \(Decimals.fixed(coupled.sound.seconds, 3)) s at "
                + "\(coupled.sound.sampleRate) Hz")
    }

    /// Reports the losses. `unread` counts those reported while reading the input. Throws if --strict forbids any.
    private func tell(_ losses: [String], _ unread: Int, of output: String) throws {
        for loss in losses { Console.remark("\(output): \(loss)") }
        let count = losses.count + unread
        guard !strict || count == 0 else {
            let losses = Count.of(count, "loss", "losses")
            throw ThudError(.checkFailed, "\(output) was not written: \(losses), and --strict allows none")
        }
    }

    /// Reports whether a platform would accept the input; throws a failed check if it would not.
    private func tell(_ device: DeviceCheck) throws {
        let verdict: DeviceCheck.Verdict
        if CueFolder.isSound(input) {
            let text = AHAP.text(try transcribe().pattern)
            verdict = try device.check(Array(text.utf8), file: input, .ahap)
        } else {
            let text = try PatternShelf.subject(of: input).text()
            verdict = try device.check(text.bytes, file: text.file, text.format)
        }
        for remark in verdict.remarks { Console.result(remark) }
        if let refusal = verdict.refusal {
            guard refusal.code != .tooLong else { throw refusal }
            throw ThudError(.checkFailed, "\(device.rawValue) rejects it: \(refusal)")
        }
        let count = Count.of(verdict.remarks.count, "remark")
        Console.result("\(input): \(device.rawValue) accepts it" + (verdict.remarks.isEmpty ? "" : ", with \(count)"))
    }

    /// Reads the pattern file, and counts the diagnostics about lost or changed contents.
    private func read(_ subject: AuditionSubject) throws -> (pattern: HapticPattern, losses: Int) {
        let read = try subject.read(event: event)
        for diagnostic in read.diagnostics { Console.remark("\(diagnostic)") }
        return (read.pattern, read.diagnostics.count { $0.disposition.isLoss })
    }

    /// Converts the sound, and counts what is left out of it.
    private func transcribe() throws -> (pattern: HapticPattern, losses: Int) {
        let settings = try soundToHaptic.settings(for: output)
        let conversion = SoundConversion(try SoundFile.read(input), of: input, settings)
        Console.remark(conversion.summary)
        let holdsSettings = output.flatMap(format).map(SoundToHapticOptions.holdsSettings) ?? false
        return (holdsSettings ? conversion.pattern : conversion.transcription.pattern, conversion.losses.count)
    }

    /// Returns a remark about a sound that the pattern names, if it is missing in the folder of the new file.
    private func soundLoss(_ path: String, beside output: String) -> [String] {
        let folder = SourceFile.folder(of: output)
        guard output != PatternOutput.standard, !SourceFile.exists("\(folder)/\(path)") else { return [] }
        let own = (try? PatternShelf.subject(of: input))?.folder ?? SourceFile.folder(of: input)
        let found = SoundSearch(folders: soundFolders).path(of: path, beside: own)
        return ["the pattern needs the sound \(path) beside it; copy \(found ?? "it") to the folder \(folder)"]
    }

    static var kinds: String { "use one of " + PatternFormat.fileExtensions.map { ".\($0)" }.joined(separator: ", ") }
}

extension AndroidEffect: ExpressibleByArgument {}
extension IntensityLaw: ExpressibleByArgument {}
extension DeviceCheck: ExpressibleByArgument {}
