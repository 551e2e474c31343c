import ThudGameKit
import ThudKape
import ThudRecords

extension SavedRound {
    /// The round, if it is one of Kape.
    var kape: KapeState? { state.round as? KapeState }
}
