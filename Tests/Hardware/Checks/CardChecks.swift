import Foundation
import ThudCore
import ThudTestSupport

/// Checks with cards that come and go: the emulated HDA of Intel and USB cards, and the kernel's dummy. None exists
/// when the guest starts.
func cardChecks(_ guest: Guest) async throws -> [Check] {
    [
        Check(claim: "a card that appears after a round has begun is taken") {
            let round = try guest.startThud(["play", "--bot", "7", "--seconds", "12", "--clock", "live"])
            try await poll("the round to begin", within: .seconds(20)) {
                round.errorOutput.contains("No sound device") || !round.isRunning
            }
            // The kernel cannot load the codec's driver itself, because its modules are not at the usual path.
            for module in ["snd-hda-codec-generic", "snd-hda-intel"] { try await guest.load(module) }
            let card = try await Card.appearing("HDA-Intel", within: .seconds(20))
            let waited = try await round.seconds(until: "a sound device is available now")
            let ending = try await round.end(within: .seconds(60))
            try require(ending.exitCode == 0, "\(ending): \(round.output)\(round.errorOutput)")
            try require(waited < 0.5, "only after \(waited) s")
            return "card \(card.number) taken within \(Decimals.fixed(waited, 2)) s of its node"
        },
        Check(claim: "a round plays on an HDA card beside others without an underrun") {
            let bench = try await Bench.run(guest, ["--device", "dmix:0"], isHeard: false)
            try require(bench.xruns == 0 && bench.played == 24, bench.words)
            return "\(bench.played) cues, no underrun"
        },
        Check(
            claim:
                "a USB card that is pulled out and plugged in again is told of, with its true absence, and taken at once"
        ) {
            for module in ["xhci-pci", "snd-usb-audio"] { try await guest.load(module) }
            let card = try await Card.appearing("USB-Audio", within: .seconds(20))
            let round = try guest.startThud([
                "play", "--bot", "7", "--seconds", "14", "--device", "dmix:\(card.number)",
            ])
            try await Task.sleep(for: .seconds(4))
            try card.plug(false)
            let gone = Instant.now()
            let noticed = try await round.seconds(until: "is gone")
            try await Task.sleep(for: .seconds(3))
            try card.plug(true)
            _ = try await Card.appearing("USB-Audio", within: .seconds(20))
            let away = (Instant.now() - gone).seconds
            let taken = try await round.seconds(until: "is back after")
            let ending = try await round.end(within: .seconds(60))
            try require(ending.exitCode != nil, "it ended with \(ending)")
            let told = Double(
                (round.output + round.errorOutput).split(separator: "is back after ")[1].prefix { $0 != " " })
            try require(
                noticed < 0.5 && taken < 0.5 && abs((told ?? 0) - away) < 0.6,
                "noticed after \(noticed) s, taken \(taken) s after its node, told \(told ?? 0) of \(away) s")
            return
                "noticed within \(Decimals.fixed(noticed, 2)) s, taken within \(Decimals.fixed(taken, 2)) s of its node; "
                + "told \(told ?? 0) s of \(Decimals.fixed(away, 1))"
        },
        Check(claim: "a card that keeps time by a timer and puts nothing out plays every cue without an underrun") {
            try await guest.load("snd-dummy")
            let card = try await Card.appearing("Dummy", within: .seconds(20))
            let bench = try await Bench.run(guest, ["--device", "hw:\(card.number)", "--exclusive"], isHeard: false)
            try require(bench.xruns == 0 && bench.played == 24, bench.words)
            return "\(bench.played) cues, no underrun"
        },
    ]
}

/// A card as the kernel lists it.
private struct Card {
    let number: Int

    /// Waits for the first card of a driver, and its node.
    static func appearing(_ driver: String, within limit: Interval) async throws -> Card {
        var found: Int?
        try await poll("a card of \(driver)", within: limit) {
            let list = (try? String(contentsOfFile: "/proc/asound/cards", encoding: .utf8)) ?? ""
            let line = list.split(separator: "\n").first { $0.contains(": \(driver) - ") }
            found = line.flatMap { Int($0.split(separator: " ")[0]) }
            return found.map { FileManager.default.fileExists(atPath: "/dev/snd/pcmC\($0)D0p") } ?? false
        }
        guard let found else { throw Refuted(description: "there is no card of \(driver)") }
        return Card(number: found)
    }

    /// Makes the kernel release every USB device that is not a hub, or accept it again.
    func plug(_ isPluggedIn: Bool) throws {
        for device in try FileManager.default.contentsOfDirectory(atPath: "/sys/bus/usb/devices") {
            guard device.contains("-"), !device.contains(":") else { continue }
            try Data((isPluggedIn ? "1" : "0").utf8).write(
                to: URL(fileURLWithPath: "/sys/bus/usb/devices/\(device)/authorized"))
        }
    }
}

extension RunningProgram {
    /// Returns how many seconds pass until the program has written `text`.
    fileprivate func seconds(until text: String) async throws -> Double {
        let start = Instant.now()
        do {
            try await poll("“\(text)”", within: .seconds(15)) { (output + errorOutput).contains(text) }
        } catch {
            throw Refuted(description: "\(error) It wrote: \((output + errorOutput).suffix(600))")
        }
        return (Instant.now() - start).seconds
    }
}
