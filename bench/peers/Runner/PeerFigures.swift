/// What was measured of one peer; times in milliseconds.
struct PeerFigures {
    /// From each trigger to the click on the sink's monitor, in order of size.
    let latencies: [Double]
    /// Triggers behind which no click was found.
    let missed: Int
    /// Processor time in percent of one core, ready and silent; nil where nothing runs between two sounds.
    let idle: Double?
    /// The same while it plays.
    let playing: Double
    /// The peak of resident memory in MiB.
    let memory: Double
    /// From its start until it was ready; nil where nothing is made ready.
    let ready: Double?
    /// From its start until its first click was out, had it been asked for at once; nil where that was missed.
    let firstSound: Double?

    /// The latency that a share of the triggers does not exceed (nearest rank); nil where none was heard.
    func percentile(_ share: Double) -> Double? {
        guard !latencies.isEmpty else { return nil }
        return latencies[min(latencies.count, max(1, Int((share * Double(latencies.count)).rounded(.up)))) - 1]
    }

    /// The standard deviation of the latencies.
    var jitter: Double? {
        guard latencies.count > 1 else { return nil }
        let mean = latencies.reduce(0, +) / Double(latencies.count)
        let squares = latencies.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(latencies.count - 1)).squareRoot()
    }
}
