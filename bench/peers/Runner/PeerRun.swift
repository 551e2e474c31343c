import Foundation
import ThudTestSupport

/// All peers in turn, with Thud first and last.
struct PeerRun {
    private let count: Int
    private let built: String
    private let server: PrivatePipeWire
    private let click: Click
    private let scratch: ScratchDirectory

    /// The same for all peers, so that all are triggered at the same intervals.
    private static let seed: UInt64 = 1

    /// Creates a run of `count` triggers each; `built` is the folder of the peers' programs.
    init(count: Int, built: String, on server: PrivatePipeWire) throws {
        self.count = count
        self.built = built
        self.server = server
        scratch = try ScratchDirectory(prefix: "thud-peers")
        click = try Click(in: scratch.path)
    }

    /// Measures Thud, the others, and Thud again. A peer that cannot be measured is left out with a reason.
    func run(_ others: [Peer]) async throws -> PeerTable {
        let additions = try await Server(server)
        defer { withExtendedLifetime(scratch) {} }
        do {
            let table = try await measure(others)
            await additions.stop()
            return table
        } catch {
            await additions.stop()
            throw error
        }
    }

    private func measure(_ others: [Peer]) async throws -> PeerTable {
        let unbuilt = reasons()
        var rows = [PeerTable.Row(peer: .thud, metrics: try await measure(.thud))]
        var skipped: [(name: String, reason: String)] = []
        for peer in Peer.otherThuds + others {
            if let program = peer.program, let reason = unbuilt[program] {
                skipped.append((peer.name, reason))
                continue
            }
            do {
                rows.append(.init(peer: peer, metrics: try await measure(peer)))
            } catch let error as HarnessError {
                remark("without \(peer.name): \(error)")
                skipped.append((peer.name, "it did not run: \(error.description.prefix { $0 != "\n" })"))
            }
        }
        let again = Peer(
            name: "Thud, again", settings: Peer.thud.settings, program: nil, arguments: Peer.thud.arguments)
        rows.append(.init(peer: again, metrics: try await measure(again)))
        return PeerTable(rows: rows, skipped: skipped)
    }

    private func measure(_ peer: Peer) async throws -> PeerMetrics {
        remark(peer.name)
        let path = try peer.program.map { built + "/" + $0 } ?? findProduct("thud-peer")
        return try await PeerSession(
            peer: peer, path: path, click: click, server: server, count: count, seed: PeerRun.seed
        ).measure()
    }

    /// Returns why peers could not be built, by program. Each line of `skipped` has a name, a tab and the reason.
    private func reasons() -> [String: String] {
        let data = FileManager.default.contents(atPath: built + "/skipped") ?? Data()
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return lines.reduce(into: [:]) { reasons, line in
            let fields = line.split(separator: "\t", maxSplits: 1)
            if fields.count == 2 { reasons[String(fields[0])] = String(fields[1]) }
        }
    }
}

/// Writes a line to standard error.
func remark(_ text: String) { FileHandle.standardError.write(Data("peers: \(text)\n".utf8)) }
