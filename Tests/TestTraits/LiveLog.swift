import Foundation
import Synchronization
import ThudCore

/// The durations of the live tests, printed when the process ends.
final class LiveLog: Sendable {
    static let shared = LiveLog()

    private let entries = Mutex<[(name: String, length: Interval, tries: Int)]>([])

    private init() {
        atexit {
            let text = LiveLog.shared.text
            FileHandle.standardError.write(Data(text.utf8))
        }
    }

    /// Records the end of a test.
    func record(_ name: String, _ length: Interval, tries: Int) {
        entries.withLock { $0.append((name, length, tries)) }
    }

    private var text: String {
        let entries = entries.withLock { $0 }.sorted { $0.length > $1.length }
        let total = entries.reduce(0) { $0 + $1.length.seconds }
        let retried = entries.filter { $0.tries > 1 }
        let slowest = entries.prefix(20).map { String(format: "  %5.1f s  ", $0.length.seconds) + $0.name }
        let again = retried.map { "  \($0.tries) tries  \($0.name)" }
        let head = String(
            format: "%d live tests took %.0f s, one after the other; second tries after a disturbance: %d",
            entries.count, total, retried.reduce(0) { $0 + $1.tries - 1 })
        return ([head] + again + ["The slowest:"] + slowest).joined(separator: "\n") + "\n"
    }
}
