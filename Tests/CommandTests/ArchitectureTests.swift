import Foundation
import Testing
import ThudTestSupport

/// ARCHITECTURE.md lists the modules in an order, and a table lists the way of a key.
struct ArchitectureTests {
    private static func text(of file: String) throws -> String {
        try String(contentsOfFile: "\(Surroundings.checkout)/\(file)", encoding: .utf8)
    }

    /// The products that only export other modules, of which the page says so.
    private static let exports = ["ThudHaptics", "ThudEngine"]

    @Test func `a module of the table imports only modules above it or beside it`() throws {
        var rows: [Substring: Int] = [:]
        for (row, line) in try Self.text(of: "ARCHITECTURE.md").split(separator: "\n").enumerated() {
            guard let names = line.firstMatch(of: /^\| (`(?:C?Thud\w+|thud)`[^|]*)\|/)?.1 else { continue }
            for name in names.matches(of: /`(\w+)`/) { rows[name.1] = row }
        }
        let package = try Self.text(of: "Package.swift")
        let targets = package.matches(of: /(?:module\(|name:)\s*"(\w+)",\s+(?:dependencies: )?\[([^\]]*)\](?!, in:)/)
        for target in targets where target.1.lowercased().hasPrefix("thud") {
            if Self.exports.contains(String(target.1)) { continue }
            guard let row = rows[target.1] else {
                Issue.record("\(target.1) is not in the table")
                continue
            }
            for name in target.2.matches(of: /"(C?Thud\w+)"/) {
                #expect(rows[name.1].map { $0 <= row } == true, "\(target.1) imports \(name.1)")
            }
        }
        #expect(targets.count > 20 && rows.count > 30)
    }

    private static func code() throws -> String {
        let sources = try #require(FileManager.default.enumerator(atPath: "\(Surroundings.checkout)/Sources"))
        let files = sources.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        return try files.map { try text(of: "Sources/\($0)") }.joined()
    }

    /// Returns the labels of a parameter list, as a link writes them: `(_:at:)`.
    private static func labels(_ list: Substring) -> String {
        var (depth, labels, label, isLabel) = (0, "", "", true)
        for character in list.prefix(2_000).replacing("->", with: "") {
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" { depth -= 1 }
            if depth == 0 { break }
            guard depth == 1 else { continue }
            if character == "," {
                (label, isLabel) = ("", true)
            } else if isLabel, character == ":" || (character.isWhitespace && label != "") {
                labels += "\(label):"
                isLabel = false
            } else if isLabel, !character.isWhitespace, character != "(" {
                label.append(character)
            }
        }
        return "(\(labels))"
    }

    /// `make docs` finds every wrong link, but takes minutes.
    @Test func `a link of the API documentation names the labels of a function`() throws {
        let code = try Self.code()
        let texts = code.components(separatedBy: "``").filter { $0.wholeMatch(of: /(\w+\/)*\w+\([\w:]*\)/) != nil }
        let links = Set(texts.map { $0.split(separator: "/").last.map(String.init) ?? "" })
        let names = Set(links.map { $0.prefix { $0 != "(" } })
        let inits = code.components(separatedBy: "init(").dropFirst().map { "init(\($0)" }
        var functions: Set<String> = []
        for text in code.components(separatedBy: "func ").dropFirst() + inits {
            let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if names.contains(name) { functions.insert(name + Self.labels(text.drop { $0 != "(" })) }
        }
        #expect(links.count > 30 && links.subtracting(functions) == [])
    }

    @Test func `every type and function of the way of a key exists`() throws {
        let code = try Self.code()
        let page = try Self.text(of: "ARCHITECTURE.md")
        let rows = page.matches(of: /\| `(\w+)`: ([^|]+)\|/)
        #expect(page.contains("passes \(rows.count) places"))
        for row in rows {
            let isType = ["struct", "class", "enum"].contains { code.contains("\($0) \(row.1)") }
            let missing = row.2.matches(of: /`(\w+)`/).map(\.1).filter { !code.contains("func \($0)") }
            #expect(isType && missing == [], "\(row.1)")
        }
    }
}
