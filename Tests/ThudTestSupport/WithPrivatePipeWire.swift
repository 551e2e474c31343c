/// Runs `body` with a private sound server, and ends the server whatever happens.
package func withPrivatePipeWire<Result: Sendable>(
    channels: Int = 2, rate: Int = 48_000, _ body: @Sendable (PrivatePipeWire) async throws -> Result
) async throws -> Result {
    let server = try PrivatePipeWire(channels: channels, rate: rate)
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
