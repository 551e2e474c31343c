import ThudCore
import ThudPictures

/// Draws requested pictures and writes them to the current folder on a background thread. Neither cairo nor a slow
/// disk delays the thread that takes keys and triggers cues.
final class PictureSaver: Sendable {
    /// The highest number in a picture's name, for one game and day.
    static let most = 999

    private let worker = Worker<(picture: ResultPicture, name: String), String>(name: "thud-picture") { batch in
        for (picture, name) in batch.requests { batch.reply(outcome(of: picture, as: name)) }
    }

    /// Readable when there is an outcome to show.
    var descriptor: Int32 { worker.descriptor }

    /// Saves a picture as `NAME.png`, or as `NAME-2.png` and so on if the name is taken.
    func save(_ picture: ResultPicture, as name: String) { worker.post((picture, name)) }

    /// Takes the outcomes since the last call, a sentence each.
    func take() -> [String] { worker.take() }

    /// Waits for all requested pictures; returns the remaining outcomes. Call it once, at the end.
    func finish() -> [String] {
        worker.finish()
        return take()
    }

    private static func outcome(of picture: ResultPicture, as name: String) -> String {
        do throws(ThudError) {
            return "saved the picture as \(try write(picture.png(), as: name))"
        } catch {
            return "the picture was not saved: \(error)"
        }
    }

    /// Writes a file under the first free name and returns the name. Creation is exclusive: it overwrites nothing.
    private static func write(_ bytes: [UInt8], as name: String) throws(ThudError) -> String {
        for number in 1...most {
            let file = number == 1 ? "\(name).png" : "\(name)-\(number).png"
            if try SourceFile.create(file, with: bytes) { return file }
        }
        throw ThudError(
            .checkFailed, about: name, "\(name).png to \(name)-\(most).png exist already; move some away")
    }
}
