import Benchmark
import Parts

/// Measures the time of each part.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 3, maxDuration: .seconds(1))
    for part in Part.all {
        Benchmark(part.name, closure: { _, work in work() }, setup: part.prepare)
    }
}
