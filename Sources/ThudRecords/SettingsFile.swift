import Glibc
import Synchronization
import ThudCore
import ThudGameKit

/// The settings as a person finds them again, and may write them: an object of JSON with a member for each that was chosen.
///
///     { "sound": false, "volume": 0.4, "silent-switch": "follow" }
///
/// A member that is not known stays as it is. A file that is broken is left alone until somebody has mended it.
package final class SettingsFile: Sendable {
    package let path: String
    /// Writes in the background. One request that waits is enough, since each writes all that waits.
    private let worker = Worker<SettingsFile, Never>(name: "thud-settings", capacity: 1) { $0.requests[0].flush() }
    private let writing = Mutex(())
    private let state = Mutex(State())

    private struct State {
        /// What is to be written, a member for each setting.
        var waiting: [JSONValue.Member] = []
        var problems: [String] = []
    }

    /// The file at `path`, which need not exist.
    package init(path: String) { self.path = path }

    /// What went wrong in writing so far, each sentence once.
    package var problems: [String] { state.withLock { $0.problems } }

    package var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// The preferences with the settings of the file in the place of their own.
    ///
    /// - Returns: them, and a sentence for each thing that is wrong with the file.
    package func read(over preferences: Preferences) -> (preferences: Preferences, notices: [String]) {
        var read = preferences
        do throws(ThudError) {
            guard let file = try reader() else { return (preferences, []) }
            let problems = try read.take(file)
            return (read, problems.map(\.description))
        } catch {
            return (preferences, ["\(error); the settings in it do not hold"])
        }
    }

    /// Queues the settings that differ from `before` and returns. A failed write is retried with the next.
    package func keep(_ preferences: Preferences, before: Preferences) {
        let changes = preferences.settings(changedFrom: before)
        guard !changes.isEmpty else { return }
        state.withLock { $0.waiting.put(changes) }
        worker.post(self)
    }

    /// Waits until everything given so far has been written, or refused once more.
    package func flush() { writing.withLock { _ in writeWaiting() } }

    private func writeWaiting() {
        let changes = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        guard !changes.isEmpty else { return }
        do throws(ThudError) {
            try write(changes)
        } catch {
            let sentence = "\(error); the settings are not kept"
            state.withLock { state in
                if !state.problems.contains(sentence) { state.problems.append(sentence) }
                var waiting = changes
                waiting.put(state.waiting)
                state.waiting = waiting
            }
        }
    }

    /// The file; nil where there is none.
    private func reader() throws(ThudError) -> JSONReader? {
        guard exists else { return nil }
        return try JSONReader(SourceFile.read(path), file: path, options: .lenient)
    }

    /// Puts changes into the file as it is by now: another program may have written it meanwhile.
    private func write(_ changes: [JSONValue.Member]) throws(ThudError) {
        let folder = SourceFile.folder(of: path)
        try RecordFolder.make(folder)
        try RecordFolder.alone(in: folder) { () throws(ThudError) in
            var members = try reader()?.members().map { JSONValue.Member($0.name, $0.value.node.value) } ?? []
            members.put(changes)
            try SourceFile.write(Array(JSONValue.object(members).text().utf8), to: path)
        }
    }
}

extension [JSONValue.Member] {
    /// Puts members in the place of those of the same names, and behind the others where there is none.
    fileprivate mutating func put(_ changes: [JSONValue.Member]) {
        for change in changes {
            if let place = firstIndex(where: { $0.name == change.name }) {
                self[place] = change
            } else {
                append(change)
            }
        }
    }
}
