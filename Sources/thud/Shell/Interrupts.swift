import CRealtime
import Glibc
import Synchronization

/// The signals that ask the program to end, made into a descriptor to wait for.
struct Interrupts {
    /// Readable once a signal has come.
    let descriptor: Int32

    /// The handler may touch nothing but these two.
    private static let pipe = Atomic<Int32>(-1)
    private static let received = Atomic<Int32>(0)

    /// Takes SIGINT, SIGTERM and SIGHUP over.
    init() {
        descriptor = thud_event_create()
        Interrupts.pipe.store(descriptor, ordering: .relaxed)
        // The first access to a static runs its initialiser, which a handler must not do.
        Interrupts.received.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                Interrupts.received.store(number, ordering: .relaxed)
                thud_event_signal(Interrupts.pipe.load(ordering: .relaxed))
            }
        }
    }

    /// The signal that came, if one did.
    var received: Int32? {
        let number = Interrupts.received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Ends the process as the signal would have, now that everything is put away.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(128 + number)
    }
}
