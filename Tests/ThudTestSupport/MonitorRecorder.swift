import Foundation
import ThudCore

/// Records the output of a private server's sink, with the time of every frame.
package final class MonitorRecorder: Sendable {
    private let probe: RunningProgram
    private let scratch: ScratchDirectory
    private let channels: Int

    /// Starts recording, and returns once sound arrives.
    package init(_ server: PrivatePipeWire) async throws {
        scratch = try ScratchDirectory(prefix: "thud-recording")
        channels = server.channels
        probe = try RunningProgram(
            findProduct("sound-probe"), ["record", scratch.file("monitor"), "\(server.channels)"],
            environment: server.environment, input: nil)
        try await probe.waitForOutput("recording", within: .seconds(30))
    }

    /// Ends the recording and returns it.
    ///
    /// It still records the output of the next 200 ms, because the capture lags by a few quanta.
    package func finish() async throws -> CapturedSound {
        try await Task.sleep(for: .milliseconds(200))
        try? probe.closeInput()
        _ = try await probe.end(within: .seconds(30))
        guard let data = FileManager.default.contents(atPath: scratch.file("monitor.f32")) else {
            throw HarnessError(description: "There is no recording: \(probe.output)\(probe.errorOutput)")
        }
        var samples = [Float](repeating: 0, count: data.count / MemoryLayout<Float>.size)
        _ = samples.withUnsafeMutableBytes { data.copyBytes(to: $0) }
        let anchors = scratch.text(of: "monitor.anchors").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").compactMap { Int64($0) }
            return fields.count == 2 ? (frame: Int(fields[0]), instant: Instant(nanoseconds: fields[1])) : nil
        }
        return try CapturedSound(interleaved: samples, channelCount: channels, anchors: anchors)
    }
}
