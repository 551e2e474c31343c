import FuzzSupport
import ThudGameKit

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeck(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    guard let deck = reading("deck.json", try Deck(parsing: input, file: "deck.json")) else { return 0 }
    require((1...Deck.mostCards).contains(deck.cards.count), "a deck of \(deck.cards.count) cards")
    require(deck.cards.allSatisfy { (1...Deck.longestCard).contains($0.count) }, "a card that cannot be read")
    return 0
}
