import ArgumentParser
import ThudHaptics
import ThudPictures
import ThudSoundFiles

/// What an audition writes to files.
struct AuditionExport {
    private let request: AuditionRequest

    /// The rate of files, in hertz.
    static let sampleRate = 48_000

    init(_ request: AuditionRequest) { self.request = request }

    /// Writes what was asked for, of the pattern as it is now.
    ///
    /// - Throws: `CommandError` where several patterns would go into one file, or that file is one of their own; what
    ///   reading, rendering and writing throw.
    func run() throws {
        let (sound, picture) = (request.saved, request.pictured)
        guard sound != nil || picture != nil else { return }
        guard request.subjects.count == 1 else {
            throw CommandError(
                .usage, "--save and --picture take one pattern, not \(request.subjects.count); `thud gallery` takes all"
            )
        }
        let subject = request.subjects[0]
        let loaded = try subject.load()
        for path in [sound, picture].compactMap(\.self) { try refuse(path, among: subject.files(loaded)) }
        let take = try subject.take(loaded, request.settings, sampleRate: Self.sampleRate)
        if let sound { try save(take, to: sound) }
        if let picture { try PictureFile.write(subject, take, to: picture) }
    }

    /// Refuses to write into what is read: watched, it would be played and written for ever.
    private func refuse(_ path: String, among files: [String]) throws {
        guard files.contains(where: { FileWatch.isSame($0, path) }) else { return }
        throw CommandError(.usage, "\(path) is a file of the pattern itself; name another")
    }

    private func save(_ take: AuditionTake, to path: String) throws {
        guard !take.left.isEmpty else { throw CommandError(.badInput, "there is nothing to hear, so nothing is saved") }
        try SoundFile.write(take.sound, to: path)
        Console.remark("Saved \(path)")
    }

    static func checkSound(_ path: String) throws {
        guard SoundFormat(path: path) != nil else {
            throw ValidationError("--save writes .wav or .flac, not \(path)")
        }
    }

    static func checkPicture(_ path: String) throws {
        guard PictureFile.Kind(path: path) != nil else {
            throw ValidationError("--picture writes .svg or .png, not \(path)")
        }
    }
}
