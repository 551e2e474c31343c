/// What the name of a PCM tells before it is opened.
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

    /// True where the chain ends in nothing, which takes frames as fast as they come.
    static func isUnpaced(chain: String) -> Bool { chain.contains("Null PCM") }

    /// True where the chain of an open PCM, as alsa-lib describes it, ends in a card that it does not share: in an OSS
    /// device, which one program holds, or in more cards than mixers (a `multi` joins several chains).
    static func isExclusive(chain: String) -> Bool {
        func count(_ name: String) -> Int { chain.split(separator: "\n").count { $0.contains(name) } }
        return count("Hardware PCM") > count("Direct Stream Mixing PCM") || count("OSS PCM") > 0
    }
}
