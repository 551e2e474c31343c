/// What the name of a PCM tells before it is opened.
enum PCMName {
    /// Names (up to the first `:`) that alsa-lib's own configuration ties to a card without a mixer in between.
    private static let exclusiveNames: Set<Substring> = [
        "hw", "plughw", "front", "rear", "center_lfe", "side", "surround21", "surround40", "surround41", "surround50",
        "surround51", "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline",
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

    /// True where the chain of an open PCM, as alsa-lib describes it, ends in a card that it does not share.
    static func isExclusive(chain: String) -> Bool {
        chain.contains("Hardware PCM") && !chain.contains("Direct Stream Mixing")
    }
}
