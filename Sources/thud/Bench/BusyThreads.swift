import Glibc
import Synchronization

/// Threads that do nothing but use up processor time, as a game's other work would.
final class BusyThreads: Sendable {
    private let shouldStop = Atomic<Bool>(false)
    private let handles: Mutex<[pthread_t]>

    /// Starts `count` of them; as many as the system gives.
    init(_ count: Int) {
        handles = Mutex([])
        for _ in 0..<count {
            var handle = pthread_t()
            let argument = Unmanaged.passRetained(self)
            let code = pthread_create(
                &handle, nil,
                { argument in
                    if let argument { Unmanaged<BusyThreads>.fromOpaque(argument).takeRetainedValue().spin() }
                    return nil
                }, argument.toOpaque())
            guard code == 0 else {
                argument.release()
                return
            }
            handles.withLock { $0.append(handle) }
        }
    }

    /// Ends them all.
    func stop() {
        shouldStop.store(true, ordering: .relaxed)
        for handle in handles.withLock({ $0 }) { pthread_join(handle, nil) }
    }

    private func spin() {
        var sum = 0.0
        while !shouldStop.load(ordering: .relaxed) {
            for index in 0..<1000 { sum += sin(Double(index)) }
        }
        // What nobody reads would not be computed.
        withExtendedLifetime(sum) {}
    }
}
