import Glibc
import ThudCore

/// What went wrong in the harness itself, as a sentence.
package struct HarnessError: Error, CustomStringConvertible, Sendable {
    /// The sentence.
    package let description: String

    /// An error that says `description`.
    package init(description: String) { self.description = description }
}

/// Something that a test cannot do without is not installed or not built, as a sentence: no try brings it.
package struct MissingDependency: Error, CustomStringConvertible, Sendable {
    /// The sentence.
    package let description: String
}

/// Asks `condition` every few milliseconds until it holds; throws when `limit` passes first. However late a sleep ends, what
/// holds by then is not missed. Each pause is twice as long as the one before, up to `longest`.
package func poll(
    _ what: String, within limit: Interval, every pause: Interval = .milliseconds(5),
    atMost longest: Interval = .milliseconds(5),
    until condition: () async throws -> Bool
) async throws {
    let deadline = Instant.now() + limit
    var isLate = false
    var pause = pause
    while try await !condition() {
        if isLate { throw HarnessError(description: "Waited \(limit.seconds) s in vain for \(what).") }
        try await Task.sleep(for: .nanoseconds(pause.nanoseconds))
        pause = min(pause + pause, longest)
        isLate = Instant.now() >= deadline
    }
}

/// Asks `condition` every few milliseconds until it holds; throws when `limit` passes first. Holds on to its thread, so
/// that what runs meanwhile, a recording for one, does not run on for as long as other tests keep the pool busy.
package func holdOn(_ what: String, within limit: Interval, until condition: () throws -> Bool) throws {
    let deadline = Instant.now() + limit
    var isLate = false
    while try !condition() {
        if isLate { throw HarnessError(description: "Waited \(limit.seconds) s in vain for \(what).") }
        usleep(2000)
        isLate = Instant.now() >= deadline
    }
}
