import Glibc
import Testing
import ThudCore
import ThudCues

/// The bytes of a file of this repository.
private func bytes(of path: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "rb"), "cannot open \(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
}

@Suite("The catalog of Kape") struct ShippedCatalogTests {
    let entries: [String: CueCatalog.Entry]

    init() throws {
        let path = "Sounds/kape/catalog.json"
        let catalog = try CueCatalog.parse(bytes(of: path), file: path)
        entries = Dictionary(uniqueKeysWithValues: catalog.entries.map { ($0.name, $0) })
    }

    @Test func `names its eight cues`() {
        let names = ["button", "correct", "legend", "pass", "tick", "times-up", "tutorial", "warning"]
        #expect(entries.keys.sorted() == names)
    }

    @Test(arguments: [("correct", "#39FF14"), ("tutorial", "#39FF14"), ("pass", "#FF9500")])
    func `flashes for 0.3 s`(name: String, colour: String) {
        #expect(entries[name]?.flash?.seconds == 0.3)
        #expect(entries[name]?.flash?.colour.description == colour)
    }

    @Test func `has gold and confetti for the legend alone`() {
        #expect(entries["legend"]?.flash?.colour.description == "#FFD700")
        #expect(entries.values.filter(\.confetti).map(\.name) == ["legend"])
    }

    @Test func `makes the win the loudest`() {
        #expect(entries.values.filter { $0.loudness == .win }.map(\.name) == ["correct"])
    }
}
