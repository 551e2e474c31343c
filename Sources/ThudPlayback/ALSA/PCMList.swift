import CThudALSA
import Glibc
import ThudCore

/// A PCM that this system offers, as `thud devices` lists it.
public struct PCMListing: Equatable, Sendable {
    /// The name to give to `--device`.
    public var name: String
    /// ALSA's own words on it, on one line.
    public var about: String
    /// Whether it can be used beside other programs.
    public var sharing: Sharing
    /// The buffer it grants to the smallest request, in milliseconds; nil where it was not or could not be opened.
    public var smallestLatency: Double?

    /// Whether a PCM can be used beside other programs.
    public enum Sharing: Equatable, Sendable {
        /// It mixes with other programs.
        case mixes
        /// It would shut them out; it was not opened.
        case exclusive
        /// It cannot be opened now, and why.
        case unusable(ThudError)
    }

    /// Every playback PCM, with the default first, and `name` last where ALSA does not list it. A PCM that mixes is opened
    /// for a moment, without being started, to learn what it grants; one that does not mix is left alone.
    public static func all(including name: String) -> [PCMListing] {
        var listings = listed()
        for wanted in ["default", name] where !listings.contains(where: { $0.name == wanted }) {
            listings.append(probe(wanted, about: ""))
        }
        return listings.filter { $0.name == "default" } + listings.filter { $0.name != "default" }
    }

    /// The PCMs that ALSA lists.
    private static func listed() -> [PCMListing] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var listings: [PCMListing] = []
        var index = 0
        while let hint = hints[index] {
            index += 1
            // ALSA gives no direction for a PCM that goes both ways.
            guard let name = text(hint, "NAME"), text(hint, "IOID") != "Input" else { continue }
            listings.append(probe(name, about: text(hint, "DESC") ?? ""))
        }
        return listings
    }

    /// The smallest period asked for when probing, in frames.
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

/// Tells from a PCM's name or chain whether it shuts other programs out.
enum PCMName {
    /// Names (up to the first `:`) that alsa-lib's own configuration ties to a card without a mixer in between.
    private static let exclusiveNames: Set<Substring> = [
        "hw", "plughw", "front", "rear", "center_lfe", "side", "surround21", "surround40", "surround41", "surround50",
        "surround51", "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline", "oss",
    ]

    /// True for a PCM that would shut every other program out.
    static func isExclusive(_ name: String) -> Bool {
        guard let stem = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).first else {
            return false
        }
        return exclusiveNames.contains(stem)
    }

    /// The card, by number or name, of a PCM that is exclusive by its name: `9` of `hw:9,0`, `PCH` of `front:CARD=PCH,DEV=0`.
    ///
    /// - Returns: nil for a PCM of another kind.
    static func card(of name: String) -> String? {
        guard isExclusive(name), !name.hasPrefix("oss") else { return nil }
        let arguments = name.split(separator: ":", maxSplits: 1).dropFirst().first ?? "0"
        let card = arguments.split(separator: ",").first ?? "0"
        return String(card.hasPrefix("CARD=") ? card.dropFirst("CARD=".count) : card)
    }

    /// The option that plays through alsa-lib's converting plugin before a PCM, as it is typed in a shell. alsa-lib wants the
    /// inner quotes where the name has a colon, and the shell would take them away without the outer ones.
    static func converting(_ name: String) -> String { "--device \"plug:'\(name)'\"" }

    /// True where the chain ends in the null PCM, which takes frames as fast as they come.
    static func isUnpaced(chain: String) -> Bool { chain.contains("Null PCM") }

    /// The plugins that keep no state of their own between two frames, beside cards and their mixer: through them frames that were
    /// written can be taken back until the card has them.
    private static let statelessPlugins = [
        "Hardware PCM", "Direct Stream Mixing PCM", "Linear conversion PCM",
        "Linear Integer <-> Linear Float conversion PCM",
        "Route conversion PCM", "Copy conversion PCM", "Soft volume PCM", "Hooks PCM",
    ]

    /// Who takes frames out of the queue, where those that it has not taken can be taken back. Of the sound servers' plugins that of
    /// PipeWire is known to keep this promise; that of PulseAudio makes it and does not keep it. Those that convert the rate do
    /// not make it.
    static func rewinding(chain: String) -> Rewinding {
        let plugins = plugins(chain: chain)
        if plugins.first?.contains("PipeWire") ?? false { return .server }
        guard plugins.last?.hasPrefix("Hardware PCM") ?? false else { return .none }
        return plugins.allSatisfy { plugin in statelessPlugins.contains { plugin.hasPrefix($0) } } ? .device : .none
    }

    /// True where the chain has alsa-lib's mixer.
    static func isMixed(chain: String) -> Bool {
        plugins(chain: chain).contains { $0.hasPrefix("Direct Stream Mixing PCM") }
    }

    /// The plugins of a chain, the device last.
    private static func plugins(chain: String) -> [Substring] {
        // Indented lines tell a plugin's set-up, and one that may name a mixer's control the volume's.
        let lines = chain.split(separator: "\n").filter {
            !$0.hasPrefix(" ") && !$0.hasPrefix("Control: ") && $0.contains(" PCM")
        }
        return lines.map { line in
            var name = line
            for word in ["Slave: ", "Plug PCM: "] where name.hasPrefix(word) { name = name.dropFirst(word.count) }
            return name
        }
    }

    /// True where the chain of an open PCM, as alsa-lib describes it, ends in a card that it does not share: in an OSS
    /// device, which one program holds, or in more cards than mixers (a `multi` joins several chains).
    static func isExclusive(chain: String) -> Bool {
        func count(_ name: String) -> Int { chain.split(separator: "\n").count { $0.contains(name) } }
        return count("Hardware PCM") > count("Direct Stream Mixing PCM") || count("OSS PCM") > 0
    }
}
