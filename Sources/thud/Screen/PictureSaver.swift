import ThudCore
import ThudPictures

/// Draws the pictures that a player asks for and writes them beside each other, on a thread of its own, so that neither cairo nor a
/// slow disk holds up the thread that takes keys and gives cues.
final class PictureSaver: Sendable {
    /// So many pictures of a game and a day have names.
    static let most = 999

    private let worker = Worker<(picture: ResultPicture, name: String), String>(name: "thud-picture") { batch in
        for (picture, name) in batch.requests { batch.reply(outcome(of: picture, as: name)) }
    }

    /// Readable once there is something to tell.
    var descriptor: Int32 { worker.descriptor }

    /// Has a picture written as `NAME.png`, or where that is taken as `NAME-2.png` and so on.
    func save(_ picture: ResultPicture, as name: String) { worker.post((picture, name)) }

    /// What became of pictures since the last call, a sentence each.
    func take() -> [String] { worker.take() }

    /// Waits for the pictures that are to be written, if there are any. To be called once, at the end.
    ///
    /// - Returns: what was not told yet.
    func finish() -> [String] {
        worker.finish()
        return take()
    }

    private static func outcome(of picture: ResultPicture, as name: String) -> String {
        do throws(ThudError) {
            return "the picture is \(try write(picture.png(), as: name))"
        } catch {
            return "the picture was not written: \(error)"
        }
    }

    /// Writes a file under the first name that is free, and returns that. Nothing is ever overwritten, even if another program takes
    /// the same name at the same moment.
    private static func write(_ bytes: [UInt8], as name: String) throws(ThudError) -> String {
        for number in 1...most {
            let file = number == 1 ? "\(name).png" : "\(name)-\(number).png"
            if try SourceFile.create(file, with: bytes) { return file }
        }
        throw ThudError(
            .checkFailed, about: name, "\(name).png and all names up to \(name)-\(most).png are taken; move some away")
    }
}
