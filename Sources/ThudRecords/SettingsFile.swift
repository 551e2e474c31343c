import Glibc
import Synchronization
import ThudCore
import ThudGameKit

/// The settings as a JSON file that people can find and edit, with one member for each setting that was changed.
///
///     { "sound": false, "volume": 0.4, "silent-switch": "follow" }
///
/// Unknown members stay as they are. A broken file stays untouched until someone repairs it.
package final class SettingsFile: Sendable {
    package let path: String
    /// Writes in the background. One waiting request is enough, since each writes everything that waits.
    private let worker = Worker<SettingsFile, Never>(name: "thud-settings", capacity: 1) { $0.requests[0].flush() }
    private let writing = Mutex(())
    private let state = Mutex(State())

    private struct State {
        /// The settings still to be written, one member each.
        var waiting: [JSONValue.Member] = []
        var problems: [String] = []
    }

    package init(path: String) { self.path = path }

    /// The errors since everything was last written, each sentence once.
    package var problems: [String] { state.withLock { $0.problems } }
    /// Whether there is a file, readable or not. A link that leads to nothing is none, but a loop of links is a fault.
    package var exists: Bool { unsafe access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR) }

    /// Returns the preferences, with the settings in the file in place of their own values, and a sentence for each
    /// problem in the file.
    package func read(over preferences: Preferences) -> (preferences: Preferences, notices: [String]) {
        var read = preferences
        do throws(ThudError) {
            guard let file = try reader() else { return (preferences, []) }
            let problems = try read.take(file)
            return (read, problems.map(\.description))
        } catch {
            return (preferences, ["\(error); its settings are not used"])
        }
    }

    /// Queues the settings that differ from `before` and returns. A failed write is retried with the next.
    package func keep(_ preferences: Preferences, before: Preferences) {
        let changes = preferences.settings(changedFrom: before)
        guard !changes.isEmpty else { return }
        state.withLock { $0.waiting.put(changes) }
        worker.post(self)
    }

    /// Waits until every setting queued so far is written or has failed again.
    package func flush() { writing.withLock { _ in writeWaiting() } }

    private func writeWaiting() {
        let changes = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        guard !changes.isEmpty else { return }
        do throws(ThudError) {
            try write(changes)
            state.withLock { $0.problems = [] }
        } catch {
            let sentence = "\(error); the settings are not saved"
            state.withLock { state in
                if !state.problems.contains(sentence) { state.problems.append(sentence) }
                var waiting = changes
                waiting.put(state.waiting)
                state.waiting = waiting
            }
        }
    }

    private func reader() throws(ThudError) -> JSONReader? {
        guard exists else { return nil }
        return try JSONReader(SourceFile.read(path), file: path, options: .lenient)
    }

    /// Merges changes into the current file, which another program may have written in the meantime.
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
    /// Replaces the members of the same names and appends the others.
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
