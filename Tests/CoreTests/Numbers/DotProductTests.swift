import Testing
import ThudCore

@Suite struct DotProductTests {
    @Test(arguments: [0, 1, 15, 16, 17, 100, 1000])
    func `a dot product is the sum of the products, for any count`(count: Int) {
        let (a, b) = ((0..<count).map { Float($0 % 7) }, (0..<count).map { Float($0 % 5) - 2 })
        #expect(DotProduct.of(a.span, b.span) == zip(a, b).reduce(0) { $0 + Double($1.0 * $1.1) })
    }

    @Test func `the shorter length counts, and a part may begin anywhere`() {
        let (ones, numbers) = ([Float](repeating: 1, count: 100), (0..<100).map(Float.init))
        #expect(DotProduct.of(ones.span.extracting(first: 20), numbers.span) == 190)
        #expect(DotProduct.of(ones.span, numbers.span.extracting(3..<40)) == 777)
    }
}
