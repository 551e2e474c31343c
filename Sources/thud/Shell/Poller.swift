import CThudSystem
import ThudCore

/// Sleeps until one of several descriptors can be read or an instant has come.
struct Poller {
    /// The descriptors to wait for, each with a bit of the answer.
    private let descriptors: [Int32]

    init(_ descriptors: [Int32]) { self.descriptors = descriptors }

    /// Waits until `deadline` at most: which descriptors can be read.
    func wait(until deadline: Instant) -> Ready {
        let pause = max(0, (deadline - .now()).nanoseconds)
        return Ready(bits: thud_wait_any(descriptors, UInt32(descriptors.count), pause))
    }

    /// The answer to a wait.
    struct Ready {
        fileprivate let bits: UInt32

        /// The descriptor at `index` of the list can be read.
        subscript(_ index: Int) -> Bool { bits & (1 << UInt32(index)) != 0 }
    }
}
