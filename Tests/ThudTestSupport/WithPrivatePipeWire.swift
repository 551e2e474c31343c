/// Runs `body` against a private sound server, and ends the server whatever happens.
///
/// One server runs at a time in the whole test process: these tests measure time, and must not disturb each other.
public func withPrivatePipeWire<Result: Sendable>(
    channels: Int = 2, _ body: @Sendable (PrivatePipeWire) async throws -> Result
) async throws -> Result {
    try await Turnstile.shared.alone {
        let server = try PrivatePipeWire(channels: channels)
        do {
            try await server.start()
            let result = try await body(server)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}

/// Lets one caller at a time through, in the order of arrival.
actor Turnstile {
    static let shared = Turnstile()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private func enter() async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
    }

    private func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }

    /// Runs `body` while nobody else is inside.
    func alone<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        await enter()
        defer { leave() }
        return try await body()
    }
}
