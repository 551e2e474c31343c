import CThudSystem
import Glibc

/// An eventfd: a wake-up call that poll can wait for. Closed with its owner.
package final class EventDescriptor: Sendable {
    package let number: Int32

    /// - Precondition: the process has a descriptor left.
    package init() {
        number = thud_event_create()
        precondition(number >= 0, "no eventfd could be made: \(ThudError.words(for: -number))")
    }

    deinit { close(number) }

    /// Wakes whoever waits.
    package func signal() { thud_event_signal(number) }

    /// Takes the signal back, so that it wakes nobody any more.
    package func clear() { thud_event_clear(number) }

    /// Waits for a signal, and takes it, or until another descriptor is ready for `events` of poll(2); at most for `pause`.
    ///
    /// - Returns: whether the other descriptor is ready.
    @discardableResult
    package func wait(atMost pause: Interval? = nil, or other: Int32 = -1, for events: Int32 = POLLIN) -> Bool {
        var wanted = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            // Poll passes over a negative number.
            pollfd(fd: other, events: Int16(events), revents: 0),
        ]
        _ = unsafe thud_poll(&wanted, 2, pause?.nanoseconds ?? .max)
        if wanted[0].revents != 0 { clear() }
        return wanted[1].revents != 0
    }
}
