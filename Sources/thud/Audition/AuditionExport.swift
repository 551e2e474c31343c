import ArgumentParser
import Haptics
import Pictures
import SoundFiles

/// What an audition writes to files.
struct AuditionExport {
    private let request: AuditionRequest
    private let sound: String?
    private let picture: String?

    /// The rate of files, in hertz.
    static let sampleRate = 48_000

    init(_ request: AuditionRequest, sound: String?, picture: String?) {
        self.request = request
        self.sound = sound
        self.picture = picture
    }

    /// Writes what was asked for.
    ///
    /// - Throws: `CommandError` where several patterns would go into one file; what reading, rendering and writing throw.
    func run() throws {
        guard sound != nil || picture != nil else { return }
        guard request.subjects.count == 1 else {
            throw CommandError(
                .usage, "--save and --picture take one pattern, not \(request.subjects.count); `thud gallery` takes all"
            )
        }
        let subject = request.subjects[0]
        let take = try subject.take(subject.load(), request.settings, sampleRate: Self.sampleRate)
        if let sound { try save(take, to: sound) }
        if let picture { try PictureFile.write(subject, take, to: picture) }
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
