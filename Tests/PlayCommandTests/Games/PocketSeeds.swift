import Testing
import ThudCore
import ThudGameKit
import ThudPocket
import ThudTestSupport

/// Seeds whose first prompts in Classic are swipes, which a key answers.
enum PocketSeeds {
    private static let keys = ["SWIPE UP": "Up", "SWIPE DOWN": "Down", "SWIPE LEFT": "Left", "SWIPE RIGHT": "Right"]

    /// Whether the first prompts under a seed are swipes.
    static func begins(_ seed: UInt64, withSwipes count: Int, isDiscreet: Bool = false) -> Bool {
        let options = isDiscreet ? ["discreet": "on"] : [:]
        let pool = PocketSettings(RoundSetup(mode: "classic", seed: seed, options: options)).pool
        var dealer = PromptDealer(pool: pool, seed: seed)
        return (0..<count).allSatisfy { _ in keys[dealer.deal().gesture.title] != nil }
    }

    /// Returns the first seed that fits.
    static func first(where fits: (UInt64) -> Bool) -> UInt64 {
        var seed: UInt64 = 1
        while !fits(seed) { seed += 1 }
        return seed
    }

    /// Waits for a swipe to be asked for, and makes it.
    static func swipe(on screen: TmuxScreen) async throws {
        func key(in shown: String) -> String? { keys.first { shown.contains($0.key) }?.value }
        let shown = try await screen.wait(for: "a swipe to make") { key(in: $0) != nil }
        try await screen.press(try #require(key(in: shown)))
    }
}
