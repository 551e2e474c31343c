import Testing
import ThudGames

@Suite struct CardDealerTests {
    private let cards = (0..<20).map { "card \($0)" }

    private func deal(_ count: Int, from dealer: inout CardDealer) -> [String] {
        (0..<count).compactMap { _ in dealer.deal() }
    }

    @Test func `every card comes once before any comes again`() {
        var dealer = CardDealer(cards: cards, seed: 1)
        for _ in 0..<5 { #expect(Set(deal(20, from: &dealer)).count == 20) }
    }

    @Test func `the seed decides the order`() {
        var first = CardDealer(cards: cards, seed: 1)
        var same = CardDealer(cards: cards, seed: 1)
        var other = CardDealer(cards: cards, seed: 2)
        let order = deal(60, from: &first)
        #expect(order == deal(60, from: &same))
        #expect(order != deal(60, from: &other))
    }

    @Test func `the last card of a deck is not the first of the next`() {
        for seed in 0..<100 as Range<UInt64> {
            var dealer = CardDealer(cards: ["a", "b", "c"], seed: seed)
            let dealt = deal(30, from: &dealer)
            #expect(zip(dealt, dealt.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func `cards seen in an earlier session come after all others`() {
        var dealer = CardDealer(cards: cards, seed: 3, seen: Set(cards.prefix(15)))
        #expect(dealer.remaining == 5)
        #expect(Set(deal(5, from: &dealer)) == Set(cards.suffix(5)))
        #expect(deal(20, from: &dealer).count == 20)
    }

    @Test func `no cards deal nothing, one card deals itself`() {
        var none = CardDealer(cards: [], seed: 1)
        #expect(none.deal() == nil)
        var one = CardDealer(cards: ["a"], seed: 1)
        #expect(deal(3, from: &one) == ["a", "a", "a"])
    }
}
