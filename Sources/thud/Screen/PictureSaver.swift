import CThudSystem
import Glibc
import Synchronization
import ThudCore
import ThudPictures
import ThudPlayback

/// Draws the pictures that a player asks for and writes them beside each other, on a thread of its own, so that neither cairo nor a
/// slow disk holds up the thread that takes keys and gives cues.
final class PictureSaver: Sendable {
    /// So many pictures of a game and a day have names.
    static let most = 999

    /// Readable once there is something to tell.
    let descriptor = thud_event_create()
    private let told = Mutex<[String]>([])
    /// The thread of the latest picture, which begins when that of the one before has ended.
    private let thread = Mutex<PlainThread?>(nil)

    deinit { close(descriptor) }

    /// Has a picture written as `NAME.png`, or where that is taken as `NAME-2.png` and so on.
    func save(_ picture: ResultPicture, as name: String) {
        thread.withLock { thread in
            let earlier = thread
            thread = PlainThread(name: "thud-picture") { [self] in
                earlier?.join()
                let words = Self.outcome(of: picture, as: name)
                told.withLock { $0.append(words) }
                thud_event_signal(descriptor)
            }
        }
    }

    /// What became of pictures since the last call, a sentence each.
    func take() -> [String] {
        // Asked with every turn of the loop, which has nothing to tell but once.
        guard told.withLock({ !$0.isEmpty }) else { return [] }
        thud_event_clear(descriptor)
        return told.withLock { told in
            defer { told = [] }
            return told
        }
    }

    /// Waits for the picture that is being written, if there is one. To be called once, at the end.
    ///
    /// - Returns: what was not told yet.
    func finish() -> [String] {
        thread.withLock { $0.take() }?.join()
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
