import ArgumentParser
import ThudAudioToHaptics
import ThudCore
import ThudHapticFormats
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: """
            Example: thud convert buzz.haptic buzz.ahap

            Convert a pattern between the formats below, by extension; or a sound (\(sounds.joined(separator: " "))) \
            into a pattern that goes with it; or either into a sound file with a haptic channel.
            """,
        discussion: """
            What a format cannot hold, and what of the input is ignored, clamped or read as something else, is said line \
            by line on standard error. With --strict nothing is written then, and the exit code is 1.

            .ahap    Apple's Core Haptics                 .haptic  Lofelt and Meta
            .hjif    MPEG (ISO/IEC 23090-31)              .hmpg    the same in binary
            .he      RichTap and OpenHarmony
            .xml     Android's vibration-effect           .json    by --to: Android's VibrationEffect (usual),
                                                                   HarmonyOS' vibrator, the web's navigator.vibrate,
                                                                   or a gamepad's effects; read by what it holds

            .ogg     left, right and haptic channel of one Vorbis file, as Android's ringtones have them
            .wav     the same, or with --as actuators four channels for a DualSense; .flac too
            """)

    @Argument(help: ArgumentHelp("The pattern or the sound.", valueName: "in"))
    var input: String

    @Argument(help: ArgumentHelp("The file to write; none with --check.", valueName: "out"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write nothing, and tell whether this platform's parser would take the file, and what its devices would leave "
                + "out; a file of another format is taken as it would be converted.",
            valueName: "android|harmony|richtap|meta|mpeg|apple"))
    var check: DeviceCheck?

    @Option(
        help: ArgumentHelp(
            "For .json: whose it is: Android's VibrationEffect (usual), HarmonyOS' vibrator, the argument of the web's "
                + "navigator.vibrate, or a gamepad's effects.", valueName: "android|harmony|vibrate|gamepad"))
    var to: JSONKind?

    @Flag(help: "Write nothing where something would be lost.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "For .xml and .json: which kind of effect; envelope (sharpness) and frequency (hertz) are of Android 16 and "
                + "in .xml alone.", valueName: "automatic|waveform|composition|envelope|frequency"))
    var android = AndroidEffect.automatic

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "For .ogg, .wav and .flac: left, right and the drive signal on channel 3 (usual), or on channels 3 and 4, "
                + "which .ogg has not.", valueName: "haptic|actuators"))
    var channels: CoupledChannels?

    @Option(
        name: .customLong("sounds"),
        help: ArgumentHelp(
            "For .ogg, .wav and .flac: where to look for the sounds that the pattern names, after the folders around it; "
                + "again for more.", valueName: "dir"))
    var soundFolders: [String] = []

    func validate() throws {
        guard check == nil || output == nil else {
            throw ValidationError("--check writes nothing; leave out \(output ?? "")")
        }
        guard PatternFormat(path: input) != nil || ConvertCommand.isSound(input) else {
            throw ValidationError(
                "\(input): the name does not say which format it has; \(ConvertCommand.kinds), or for a sound in "
                    + ConvertCommand.sounds.joined(separator: ", "))
        }
        if check != nil { return }
        guard let output else { throw ValidationError("name the file to write, or a platform with --check") }
        let coupled = CoupledSound.Kind(path: output)
        guard PatternFormat(path: output) != nil || coupled != nil else {
            throw ValidationError(
                "\(output): the name does not say which format to write; \(ConvertCommand.kinds), or for a sound with a "
                    + "haptic channel in .ogg, .wav, .flac")
        }
        guard coupled != nil || (channels == nil && soundFolders.isEmpty) else {
            throw ValidationError("--as and --sounds are for .ogg, .wav and .flac, and \(output) is none")
        }
        guard coupled != .ogg || channels != .actuators else {
            throw ValidationError(
                "--as actuators has four channels, which Android's .ogg has not; end \(output) in .wav")
        }
        guard to == nil || PatternFormat(path: output) == .android else {
            throw ValidationError("--to \(to?.rawValue ?? "") chooses a kind of .json, and \(output) is none")
        }
        let kinds: [PatternFormat?] =
            [.envelope, .frequency].contains(android) ? [.androidXML] : [.android, .androidXML]
        guard android == .automatic || kinds.contains(format(of: output)) else {
            let suffixes = kinds.compactMap { $0.map { ".\($0.fileExtension)" } }.joined(separator: " and ")
            throw ValidationError("--android \(android.rawValue) chooses a kind of \(suffixes), and \(output) is none")
        }
    }

    func run() throws {
        if let check { return try tell(check) }
        guard let output else { return }
        guard !SourceFile.isSame(input, output) else {
            throw ThudError(.usage, "\(output) is the file that is converted; name another")
        }
        let (pattern, unread) = try ConvertCommand.isSound(input) ? (transcribe(), 0) : read()
        guard let format = format(of: output) else { return try couple(pattern, to: output, unread) }
        let export = format.write(pattern, android: android)
        let sounds =
            format == .ahap ? pattern.events.compactMap(\.waveformPath).flatMap { soundLoss($0, beside: output) } : []
        let losses = export.losses + sounds
        try tell(losses, unread, of: output)
        try SourceFile.write(export.bytes, to: output)
        // The new format may not hold everything, so the figures shown come from the new file.
        let written = (try? format.read(export.bytes, file: output))?.pattern ?? pattern
        Console.result(
            "\(output): \(Count.of(written.events.count, "event")), \(Decimals.fixed(written.duration, 3)) s")
    }

    /// Returns the format to write; nil for a sound file.
    private func format(of output: String) -> PatternFormat? {
        let format = PatternFormat(path: output)
        return format == .android ? to?.format ?? format : format
    }

    /// Writes a sound file with the drive signal in further channels.
    private func couple(_ pattern: HapticPattern, to output: String, _ unread: Int) throws {
        let found = try PatternSounds.found(
            for: pattern, beside: SourceFile.folder(of: input), SoundSearch(folders: soundFolders),
            sampleRate: CoupledSound.sampleRate)
        for path in Set(pattern.events.compactMap(\.waveformPath)) {
            guard let file = SoundSearch(folders: soundFolders).path(of: path, beside: SourceFile.folder(of: input)),
                SourceFile.isSame(file, output)
            else { continue }
            throw ThudError(.usage, "\(output) is a sound of the pattern; name another")
        }
        try tell(found.missing.map { "without \($0.path): \($0.error)" }, unread, of: output)
        let coupled = try CoupledSound(pattern, found.sounds, channels ?? .haptic)
        try coupled.write(to: output)
        let driven = coupled.channels == .haptic ? "channel 3 drives an actuator" : "channels 3 and 4 drive actuators"
        Console.remark("\(output): \(driven), and is not for loudspeakers")
        Console.result(
            "\(output): \(coupled.channels.words); \(Decimals.fixed(coupled.sound.seconds, 3)) s at "
                + "\(coupled.sound.sampleRate) Hz")
    }

    /// Reports the losses. `unread` counts the losses already reported while reading the input.
    ///
    /// - Throws: `ThudError` if something is lost and --strict forbids it.
    private func tell(_ losses: [String], _ unread: Int, of output: String) throws {
        for loss in losses { Console.remark("\(output): \(loss)") }
        let count = losses.count + unread
        guard !strict || count == 0 else {
            let told = count == 1 ? "something would be lost or changed" : "\(count) things would be lost or changed"
            throw ThudError(.checkFailed, "\(output) is not written: \(told)")
        }
    }

    /// Reports whether a platform would accept the input.
    ///
    /// - Throws: `ThudError` (failed check) if it would not.
    private func tell(_ device: DeviceCheck) throws {
        let verdict: DeviceCheck.Verdict
        if let format = PatternFormat(path: input) {
            verdict = try device.check(SourceFile.read(input), file: input, format)
        } else {
            let text = AHAP.text(try transcribe())
            verdict = try device.check(Array(text.utf8), file: input, .ahap)
        }
        for remark in verdict.remarks { Console.result(remark) }
        if let refusal = verdict.refusal {
            throw ThudError(.checkFailed, "\(device.rawValue) would refuse it: \(refusal)")
        }
        let count = Count.of(verdict.remarks.count, "remark")
        Console.result(
            "\(input): \(device.rawValue) would take it" + (verdict.remarks.isEmpty ? "" : ", with \(count)"))
    }

    /// Reads the pattern file, and counts the diagnostics about lost or changed contents.
    private func read() throws -> (pattern: HapticPattern, losses: Int) {
        guard let format = PatternFormat(path: input) else { return (HapticPattern(), 0) }
        let read = try format.read(SourceFile.read(input), file: input)
        for diagnostic in read.diagnostics { Console.remark("\(diagnostic)") }
        return (read.pattern, read.diagnostics.count { $0.disposition.isLoss })
    }

    private func transcribe() throws -> HapticPattern {
        let transcription = SoundTranscription(try SoundFile.read(input), waveformPath: SourceFile.name(of: input))
        let pattern = transcription.pattern
        let error = Decimals.fixed(transcription.curveError.intensity, 3)
        let curves = pattern.curves.isEmpty ? "" : "; the curves stray at most \(error) from the sound's envelope"
        Console.remark(Count.of(transcription.onsets.count, "onset") + curves)
        return pattern
    }

    /// Returns a remark about a sound that the pattern names, if it is missing in the folder of the new file.
    private func soundLoss(_ path: String, beside output: String) -> [String] {
        let folder = SourceFile.folder(of: output)
        return SourceFile.exists("\(folder)/\(path)")
            ? [] : ["the sound \(path) is looked for beside the pattern; copy it to \(folder)"]
    }

    private static let sounds = [".wav", ".flac", ".ogg", ".aiff", ".aif", ".caf", ".au", ".mp3"]

    private static func isSound(_ path: String) -> Bool { sounds.contains { path.lowercased().hasSuffix($0) } }

    private static var kinds: String {
        let kinds = PatternFormat.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
        return "end it in one of \(kinds)"
    }
}

/// The formats that share the extension `.json`.
enum JSONKind: String, ExpressibleByArgument, CaseIterable {
    case android, harmony, vibrate, gamepad

    var format: PatternFormat {
        switch self {
        case .android: .android
        case .harmony: .harmony
        case .vibrate: .vibrate
        case .gamepad: .gamepad
        }
    }
}

extension AndroidEffect: ExpressibleByArgument {}
extension DeviceCheck: ExpressibleByArgument {}
