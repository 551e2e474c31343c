import ThudCore
import ThudFeedback

/// Loads the cues of all games in parts in the background, so that the first cues can be played early.
final class CueLoader {
    /// Loads at the posted sample rate. Replies with one library for each part, then with nil or an error.
    private let worker: Worker<Int, Result<CueLibrary?, any Error>>
    private var isComplete = false

    /// Readable when there is something to take.
    var descriptor: Int32 { worker.descriptor }

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

    /// Waits until everything is loaded; throws if a cue is broken or missing. Call it once.
    func finish() throws {
        worker.finish()
        for part in worker.replies { _ = try part.get() }
    }

    /// Takes what has been loaded since the last call; throws if a cue is broken or missing.
    func take() throws -> (libraries: [CueLibrary], isComplete: Bool) {
        let parts = try worker.take().map { try $0.get() }
        if parts.contains(where: { $0 == nil }) { isComplete = true }
        return (parts.compactMap(\.self), isComplete)
    }

    /// Stops loading after the present part.
    func abandon() { worker.abandon() }
}
