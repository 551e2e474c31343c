import CThudSystem
import Glibc

/// An eventfd: a wake-up call that poll can wait for. Closed with its owner.
final class EventDescriptor: Sendable {
    let number: Int32

    /// - Precondition: the process has a descriptor left.
    init() {
        number = thud_event_create()
        precondition(number >= 0, "no eventfd could be made: \(String(cString: strerror(-number)))")
    }

    deinit { close(number) }

    /// Wakes whoever waits.
    func signal() { thud_event_signal(number) }

    /// Wakes whoever waits for the eventfd `number`.
    static func signal(_ number: Int32) { thud_event_signal(number) }

    /// Takes the signal of the eventfd `number`.
    static func clear(_ number: Int32) { thud_event_clear(number) }

    /// Waits for a signal, at most `milliseconds` (for ever where nil), and takes it.
    func wait(milliseconds: Int32?) {
        _ = thud_wait_readable(number, milliseconds.map { Int64($0) * 1_000_000 } ?? -1)
        thud_event_clear(number)
    }
}
