import ThudCore
import ThudPatterns
import ThudPictures
import ThudSoundFiles

struct AuditionExport {
    let request: AuditionRequest

    /// The rate of files, in hertz.
    static let sampleRate = 48_000

    /// Writes the requested files from the pattern as it is now.
    ///
    /// - Throws: `ThudError` for several patterns, for an output that is a file of the pattern, and for any failure.
    func run() throws {
        let (sound, picture) = (request.saved, request.pictured)
        guard sound != nil || picture != nil else { return }
        guard request.subjects.count == 1 else {
            throw ThudError(
                .usage, "--save and --picture take one pattern, not \(request.subjects.count); `thud gallery` takes all"
            )
        }
        let subject = request.subjects[0]
        let loaded = try subject.load()
        // With --watch, each write to a file of the pattern would trigger another one, for ever.
        let files = subject.files(loaded, request.settings.search)
        for path in [sound, picture].compactMap(\.self) {
            try PatternOutput.refuse(path, over: files, called: "\(path), a file of the pattern")
        }
        let take = try AuditionTake(loaded, request.settings, sampleRate: Self.sampleRate)
        if let sound { try save(take, to: sound) }
        if let picture { try PictureFile.write(subject, take, to: picture) }
    }

    private func save(_ take: AuditionTake, to path: String) throws {
        let sound = take.sound(at: request.volume)
        try sound.refuseEmpty(as: path)
        try SoundFile.write(sound, to: path)
        Console.remark("Saved \(path)")
    }

    static func checkSound(_ path: String) throws {
        try Usage.require(SoundFormat(path: path) != nil, "--save writes .wav or .flac, not \(TypedText.visible(path))")
    }

    static func checkPicture(_ path: String) throws {
        try Usage.require(
            PictureFile.Kind(path: path) != nil, "--picture writes .svg or .png, not \(TypedText.visible(path))")
    }
}

enum PictureFile {
    enum Kind: String {
        case svg, png

        init?(path: String) { self.init(rawValue: SourceFile.ending(of: path) ?? "") }
    }

    /// Draws a take into the file at `path`. An SVG follows the viewer's light or dark preference; a PNG is light.
    static func write(_ subject: AuditionSubject, _ take: AuditionTake, to path: String) throws {
        let picture = picture(of: subject, take)
        let bytes: [UInt8]
        do throws(ThudError) {
            bytes = Kind(path: path) == .png ? try picture.png() : try picture.svg()
        } catch {
            throw ThudError(.checkFailed, "\(path): \(error)")
        }
        try SourceFile.write(bytes, to: path)
        Console.remark("Drew \(path)")
    }

    static func picture(of subject: AuditionSubject, _ take: AuditionTake) -> PatternPicture {
        PatternPicture(
            title: subject.name, pattern: take.drawn, waveform: take.whole, sampleRate: take.sampleRate,
            waveformName: take.rendering.name, controls: take.controls, part: take.played)
    }
}
