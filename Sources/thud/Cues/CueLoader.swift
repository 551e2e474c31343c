import ThudCore
import ThudFeedback

/// Loads the cues of all games on a thread of its own, part by part, so that a device is opened and the first cues are given
/// in the meantime.
final class CueLoader {
    /// Loads at a sample rate. It answers with libraries, and with nil or an error at the end.
    private let worker: Worker<Int, Result<CueLibrary?, any Error>>
    private var isComplete = false

    /// Readable when there is something to take.
    var descriptor: Int32 { worker.descriptor }

    /// Starts to load at `sampleRate` Hz.
    init(_ assets: Assets, sampleRate: Int) {
        worker = Worker(name: "thud-cues") { batch in
            let outcome = Result {
                try assets.loadCues(sampleRate: batch.requests[0]) { library in
                    batch.reply(.success(library))
                    return !batch.isAbandoned
                }
            }
            batch.reply(outcome.map { nil })
        }
        worker.post(sampleRate)
    }

    /// Waits until all is loaded. To be called once.
    ///
    /// - Throws: `ThudError` if a cue is broken or missing.
    func finish() throws {
        worker.finish()
        for part in worker.replies { _ = try part.get() }
    }

    /// What has been loaded since the last call, and whether nothing more comes.
    ///
    /// - Throws: `ThudError` if a cue is broken or missing.
    func take() throws -> (libraries: [CueLibrary], isComplete: Bool) {
        let parts = try worker.take().map { try $0.get() }
        if parts.contains(where: { $0 == nil }) { isComplete = true }
        return (parts.compactMap(\.self), isComplete)
    }

    /// Ends with the part that is being loaded.
    func abandon() { worker.abandon() }
}
