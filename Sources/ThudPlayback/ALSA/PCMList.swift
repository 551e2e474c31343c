import CThudALSA
import Glibc
import ThudCore

/// A PCM that this system offers, as `thud devices` lists it.
public struct PCMListing: Equatable, Sendable {
    /// The name to pass to `--device`.
    public var name: String
    /// ALSA's description, on one line.
    public var about: String
    /// Whether other programs can use the PCM at the same time.
    public var sharing: Sharing
    /// The buffer granted for the smallest request, in milliseconds; nil if the PCM was not or could not be opened.
    public var smallestLatency: Double?

    /// Whether other programs can use a PCM at the same time.
    public enum Sharing: Equatable, Sendable {
        /// It mixes with other programs.
        case mixes
        /// It would shut other programs out, and was not opened.
        case exclusive
        /// It cannot be opened now, for the given reason.
        case unusable(ThudError)
    }

    /// Returns every playback PCM: the default first, and `name` last if ALSA does not list it. A PCM that mixes is
    /// opened briefly, without being started, to learn what it grants. One that does not mix is not opened.
    public static func all(including name: String) -> [PCMListing] {
        var listings = listed()
        for wanted in ["default", name] where !listings.contains(where: { $0.name == wanted }) {
            listings.append(probe(wanted, about: ""))
        }
        return listings.filter { $0.name == "default" } + listings.filter { $0.name != "default" }
    }

    private static func listed() -> [PCMListing] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var listings: [PCMListing] = []
        var index = 0
        while let hint = hints[index] {
            index += 1
            // ALSA reports no direction for a PCM that works in both.
            guard let name = text(hint, "NAME"), text(hint, "IOID") != "Input" else { continue }
            listings.append(probe(name, about: text(hint, "DESC") ?? ""))
        }
        return listings
    }

    private static let smallestPeriod = 64

    private static func probe(_ name: String, about: String) -> PCMListing {
        let line = about.split(separator: "\n").joined(separator: ", ")
        var request = PCMRequest()
        request.name = name
        request.period = smallestPeriod
        request.isLateBinding = false
        request.isProbe = true
        do throws(ThudError) {
            let device = try ALSADevice(request)
            defer { device.close() }
            let latency = Double(device.output.capacity) * 1000 / Double(device.sampleRate)
            return PCMListing(name: name, about: line, sharing: .mixes, smallestLatency: latency)
        } catch {
            let sharing: Sharing = error.code == .exclusive ? .exclusive : .unusable(error)
            return PCMListing(name: name, about: line, sharing: sharing, smallestLatency: nil)
        }
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }
}

/// Checks of a PCM by its name or by its chain of plugins.
enum PCMName {
    /// The names (up to the first `:`) that alsa-lib's own configuration ties to a card without a mixer in between.
    private static let exclusiveNames: Set<Substring> = [
        "hw", "plughw", "front", "rear", "center_lfe", "side", "surround21", "surround40", "surround41", "surround50",
        "surround51", "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline", "oss",
    ]

    /// Whether a PCM, by its name, would shut every other program out.
    static func isExclusive(_ name: String) -> Bool {
        guard let stem = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first else {
            return false
        }
        return exclusiveNames.contains(stem)
    }

    /// Returns the card, by number or name, of a PCM that is exclusive by its name: `9` of `hw:9,0`, `PCH` of
    /// `front:CARD=PCH,DEV=0`. Returns nil for other PCMs.
    static func card(of name: String) -> String? {
        guard isExclusive(name), !name.hasPrefix("oss") else { return nil }
        let arguments = name.split(separator: ":", maxSplits: 1).dropFirst().first ?? "0"
        let card = arguments.split(separator: ",").first ?? "0"
        return String(card.hasPrefix("CARD=") ? card.dropFirst("CARD=".count) : card)
    }

    /// Returns the option that puts alsa-lib's converting plugin before a PCM, as it is typed in a shell. alsa-lib
    /// needs the inner quotes if the name has a colon, and the shell would remove them without the outer ones.
    static func converting(_ name: String) -> String { "--device \"plug:'\(name)'\"" }

    /// Whether the chain ends in the null PCM, which takes frames as fast as they come.
    static func isUnpaced(chain: String) -> Bool { chain.mentions("Null PCM") }

    /// The plugins, besides cards and their mixer, that keep no state between two frames. Written frames can be
    /// withdrawn through them until the card has taken them.
    private static let statelessPlugins = [
        "Hardware PCM", "Direct Stream Mixing PCM", "Linear conversion PCM",
        "Linear Integer <-> Linear Float conversion PCM",
        "Route conversion PCM", "Copy conversion PCM", "Soft volume PCM", "Hooks PCM",
    ]

    /// Returns what takes frames out of the queue, if those not yet taken can be withdrawn. PipeWire's plugin is known
    /// to allow that, PulseAudio's only claims to, and those that convert the rate do not.
    static func rewinding(chain: String) -> Rewinding {
        let plugins = plugins(chain: chain)
        if plugins.first?.mentions("PipeWire") ?? false { return .server }
        guard plugins.last?.hasPrefix("Hardware PCM") ?? false else { return .none }
        return plugins.allSatisfy { plugin in statelessPlugins.contains { plugin.hasPrefix($0) } } ? .device : .none
    }

    static func isMixed(chain: String) -> Bool {
        plugins(chain: chain).contains { $0.hasPrefix("Direct Stream Mixing PCM") }
    }

    /// Returns the plugins of a chain, with the device last.
    private static func plugins(chain: String) -> [Substring] {
        // Indented lines describe a plugin's set-up, and `Control:` lines may contain the name of the volume's control.
        let lines = chain.split(separator: "\n").filter {
            !$0.hasPrefix(" ") && !$0.hasPrefix("Control: ") && $0.mentions(" PCM")
        }
        return lines.map { line in
            var name = line
            for word in ["Slave: ", "Plug PCM: "] where name.hasPrefix(word) { name = name.dropFirst(word.count) }
            return name
        }
    }

    /// Whether the chain of an open PCM ends in a card that it does not share: in an OSS device, which only one program
    /// can hold, or in more cards than mixers (a `multi` joins several chains).
    static func isExclusive(chain: String) -> Bool {
        func count(_ name: String) -> Int { chain.split(separator: "\n").count { $0.mentions(name) } }
        return count("Hardware PCM") > count("Direct Stream Mixing PCM") || count("OSS PCM") > 0
    }
}

extension StringProtocol {
    /// Whether `part`, which is not empty, occurs in the text. The standard library's own search would bring 1.3 MB of
    /// regular expressions into every program that plays.
    func mentions(_ part: String) -> Bool { utf8.indices.contains { utf8[$0...].starts(with: part.utf8) } }
}
