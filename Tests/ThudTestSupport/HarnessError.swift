import Glibc
import ThudCore

/// An error in the harness itself, as a sentence.
package struct HarnessError: Error, CustomStringConvertible, Sendable {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Something that a test needs is not installed or not built. Retrying does not help.
package struct MissingDependency: Error, CustomStringConvertible, Sendable {
    package let description: String
}

/// A program crashed, which no disturbance of the machine excuses.
package struct ProgramCrash: Error, CustomStringConvertible, Sendable {
    package let description: String
}

/// Runs `body`, which waits for processes, ahead of tests that only compute. From the end of a process until the test
/// waits for it, a thread of Swift Testing spins.
package func promptly(_ body: @escaping @Sendable () async -> Void) async {
    await Task(priority: .high, operation: body).value
}

/// Checks `condition` every few milliseconds until it holds; throws if `limit` passes first. It checks once more after
/// the limit, in case a sleep ended late, and records how late. Each pause is twice the previous one, up to `longest`.
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
        let due = Instant.now() + pause
        try await Task.sleep(for: .nanoseconds(pause.nanoseconds))
        Disturbances.recordLateTest(.now() - due)
        pause = min(pause + pause, longest)
        isLate = Instant.now() >= deadline
    }
}

/// Checks `condition` every few milliseconds until it holds; throws if `limit` passes first. It blocks its thread, so
/// that a concurrent recording does not run on while other tests keep the thread pool busy.
package func holdOn(_ what: String, within limit: Interval, until condition: () throws -> Bool) throws {
    let deadline = Instant.now() + limit
    var isLate = false
    while try !condition() {
        if isLate { throw HarnessError(description: "Waited \(limit.seconds) s in vain for \(what).") }
        usleep(2000)
        isLate = Instant.now() >= deadline
    }
}
