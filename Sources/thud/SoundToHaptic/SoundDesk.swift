import ThudAudioToHaptics
import ThudCore
import ThudHapticFormats
import ThudPatternRendering
import ThudPatternView
import ThudPatterns
import ThudSoundFiles

/// What `thud audition` adds for a sound: the knobs of its conversion, and a thread that makes and renders the pattern.
struct SoundDesk {
    /// What the thread needs for a pattern. It starts from an earlier one, as far as that stays the same.
    struct Request: Sendable {
        let number: Int
        let settings: SoundConversion.Settings
        let audition: AuditionSettings
        let sampleRate: Int
        let columns: Int
        let earlier: Made?
    }

    /// A pattern that was made of the sound.
    struct Made: Sendable {
        let rate: Double
        let conversion: SoundConversion
        let bytes: [UInt8]
        let loaded: AuditionSubject.Loaded
        let sounds: PatternSounds
        /// The louder channel of the sound for the lowest lane, at the rate of the take.
        let waveform: [Float]
        let take: AuditionTake
        let chart: PatternChart

        fileprivate init(
            _ sound: Sound, _ path: String, _ request: Request, checkpoint: () throws(CancellationError) -> Void
        ) throws {
            let (settings, sampleRate, earlier) = (request.audition, request.sampleRate, request.earlier)
            rate = settings.rate
            if let earlier, earlier.conversion.line == request.settings.line {
                (conversion, bytes) = (earlier.conversion, earlier.bytes)
            } else {
                conversion = try SoundConversion(sound, of: path, request.settings, checkpoint: checkpoint)
                bytes = PatternFormat.ahap.write(conversion.pattern).bytes
            }
            if let earlier {
                (sounds, waveform) = (earlier.sounds, earlier.waveform)
            } else {
                let resampled = try sound.resampled(to: max(1, Int((Double(sampleRate) / rate).rounded())))
                sounds = PatternSounds([SourceFile.name(of: path): resampled])
                waveform = resampled.drawn
            }
            loaded = AuditionSubject.Loaded(
                pattern: conversion.pattern, folder: SourceFile.folder(of: path), diagnostics: [], sounds: [])
            take = AuditionTake(loaded, sounds: sounds, settings, sampleRate: sampleRate)
            chart = PatternChart(
                take.pattern, waveform: waveform, sampleRate: Double(sampleRate), columns: request.columns,
                controls: take.controls)
        }
    }

    let path: String
    var knobs: SoundKnobs
    /// The last pattern that was made.
    private(set) var made: Made?
    /// Whether the next pattern plays even if nothing sounds.
    var isAwaited = true
    /// Whether a save that waits for the pattern overwrites what somebody else wrote; nil if none waits.
    private var awaitedSave: Bool?
    /// How many patterns were requested, and which of them was made or cannot be.
    private var (asked, answered) = (0, 0)
    /// What the file holds, as found or written here, and whether it was written here.
    private var onDisk: [UInt8]?
    private var isOwn = false
    private let sound: Sound
    private let worker: Worker<Request, (number: Int, made: Result<Made, ThudError>)>

    /// Reads the sound. The knobs begin as the pattern beside it stores them.
    init(_ path: String, _ knobs: SoundKnobs? = nil) throws(ThudError) {
        let sound = try SoundFile.read(path)
        self.path = path
        self.sound = sound
        onDisk = try? SourceFile.read(Self.target(of: path))
        self.knobs = knobs ?? SoundKnobs((try? SoundToHapticOptions.stored(in: Self.target(of: path))) ?? .standard)
        worker = Worker(name: "thud-sound") { batch in
            // Earlier requests are out of date. So is this one as soon as another waits, and then it has no reply.
            guard let request = batch.requests.last else { return }
            do {
                let made = try Made(sound, path, request) { () throws(CancellationError) in
                    if batch.isOutdated { throw CancellationError() }
                }
                batch.reply((request.number, .success(made)))
            } catch let error as ThudError {
                batch.reply((request.number, .failure(error)))
            } catch {}
        }
    }

    /// Readable when a pattern is there.
    var descriptor: Int32 { worker.descriptor }
    /// Whether a pattern was requested and is not there yet.
    var isBusy: Bool { answered != asked }
    /// Whether nothing was requested yet.
    var isFresh: Bool { asked == 0 }

    mutating func request(_ audition: AuditionSettings, sampleRate: Int, columns: Int) {
        asked += 1
        worker.post(
            Request(
                number: asked, settings: knobs.options.settings, audition: audition, sampleRate: sampleRate,
                columns: columns, earlier: made))
    }

    /// Takes the latest pattern, or throws why it could not be made; nil if there is none.
    mutating func take() throws(ThudError) -> Made? {
        guard let last = worker.take().last else { return nil }
        (answered, made) = (last.number, try? last.made.get())
        if made == nil { awaitedSave = nil }
        return try last.made.get()
    }

    // MARK: The file

    /// The file that a save writes, beside the sound.
    var target: String { Self.target(of: path) }

    private static func target(of path: String) -> String {
        "\(SourceFile.withoutEnding(path)).\(PatternFormat.ahap.fileExtension)"
    }

    /// The conversion as a command.
    var command: String { Self.command(path, knobs) }

    static func command(_ path: String, _ knobs: SoundKnobs) -> String {
        let words = ["thud", "convert", path, target(of: path)].map(ShellWord.quoted) + knobs.options.changed
        return words.joined(separator: " ")
    }

    /// Saves the pattern, or waits until it is made; returns what was done, or nil while it waits.
    ///
    /// - Throws: `ThudError` if the file cannot be written, or holds something else that was not written here.
    mutating func save(isForced: Bool) throws(ThudError) -> String? {
        awaitedSave = isBusy ? isForced : nil
        guard !isBusy else { return nil }
        guard let made else { throw ThudError(.badInput, "there is no pattern to save") }
        if !isForced, !isOwn || (try? SourceFile.read(target)) != onDisk {
            try PatternOutput.keepOthersWork(in: target, made.bytes, unless: "S")
        }
        try SourceFile.write(made.bytes, to: target)
        (onDisk, isOwn) = (made.bytes, true)
        return "saved \(target)"
    }

    /// Saves what had to wait for its pattern.
    mutating func saveAwaited() throws(ThudError) -> String? {
        guard let awaitedSave else { return nil }
        return try save(isForced: awaitedSave)
    }

    // MARK: The view

    /// The sound alone, until a pattern is there.
    func chart(columns: Int) -> PatternChart {
        PatternChart(
            HapticPattern(), waveform: sound.drawn, sampleRate: Double(sound.sampleRate), columns: columns)
    }

    func show(in view: inout AuditionView) {
        view.signalName = "sound"
        view.knobs = knobs.board
        view.command = command
        view.keys = Self.legend
        view.description = made.map(\.conversion.summary) ?? (isBusy ? "looking for onsets …" : "")
        view.status = [isBusy ? "converting …" : made.map { $0.bytes == onDisk } == true ? "saved" : "not saved"]
        guard let made else { return }
        let taps = Set(made.conversion.transcription.onsets.map(\.time))
        view.onsets = made.conversion.transcription.detected.map {
            OnsetMark(time: $0.time / made.rate, isTap: taps.contains($0.time))
        }
    }

    private static let legend = [
        KeyWord("space", "play"), KeyWord("q", "quit"), KeyWord("arrows", "choose"), KeyWord("+ −", "turn"),
        KeyWord("0", "default"), KeyWord("s", "save"), KeyWord("r", "render"), KeyWord("l", "loop"),
    ]
}

extension Sound {
    /// The channel with the highest peak, as loud as can be, because a lane has few rows.
    var drawn: [Float] {
        let peaks = heardChannels.map { $0.lazy.map(abs).max() ?? 0 }
        guard let peak = peaks.max(), let index = peaks.firstIndex(of: peak) else { return [] }
        return peak > 0 ? heardChannels[index].map { $0 / peak } : heardChannels[index]
    }
}

/// Words of a shell's command line.
enum ShellWord {
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/+:@%".utf8)

    /// Returns a word that the shell reads as `text`.
    static func quoted(_ text: String) -> String {
        text.utf8.allSatisfy(plain.contains) && !text.isEmpty
            ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
