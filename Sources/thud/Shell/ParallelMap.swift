import Glibc
import Synchronization
import ThudCore

/// Computes many values on all processors.
enum ParallelMap {
    /// Returns `body(0)`, `body(1)`, ... in this order. Each is called once, on any thread and at any time.
    static func values<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Value) -> [Value] {
        let work = Work<Value>(count)
        let threads = (0..<min(count, sysconf(Int32(_SC_NPROCESSORS_ONLN)))).map { _ in
            PlainThread(name: "thud-convert") { while let index = work.next() { work.put(body(index), at: index) } }
        }
        for thread in threads { thread.join() }
        return work.values
    }

    private final class Work<Value: Sendable>: Sendable {
        private let state: Mutex<(next: Int, values: [Value?])>
        private let count: Int

        init(_ count: Int) {
            self.count = count
            state = Mutex((0, Array(repeating: nil, count: count)))
        }

        func next() -> Int? {
            state.withLock { state in
                guard state.next < count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }

        func put(_ value: Value, at index: Int) { state.withLock { $0.values[index] = value } }

        var values: [Value] { state.withLock { $0.values.compactMap(\.self) } }
    }
}
