import ThudGameKit
import ThudKape
import ThudRecords

extension SavedRound {
    /// The round, where it is one of Kape.
    var kape: KapeState? { state.round as? KapeState }
}
