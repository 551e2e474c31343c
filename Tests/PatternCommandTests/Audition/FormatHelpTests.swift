import ArgumentParser
import Foundation
import Testing
import ThudHapticFormats
import ThudTestSupport

@testable import thud

/// What people can read about the formats.
@Suite struct FormatHelpTests {
    @Test(arguments: PatternFormat.allCases)
    func `the help of convert and docs/patterns.md name every format`(format: PatternFormat) throws {
        let (name, ending) = (format.rawValue, ".\(format.fileExtension)")
        let help = Thud.helpMessage(for: ConvertCommand.self)
        let hasLine = help.contains("\n\(ending) ")
        #expect(hasLine, "add a line for \(ending) to the discussion of ConvertCommand")
        let option = help.components(separatedBy: "\n  --").first { $0.hasPrefix("to ") } ?? ""
        let names = option.split { !($0.isLetter || $0 == "-") }.map(String.init)
        #expect(names.contains(name), "add \(name) to the help of --to in ConvertCommand")
        let page = try String(contentsOfFile: "\(Surroundings.checkout)/docs/patterns.md", encoding: .utf8)
        let row = ending == ".json" && format != .android ? "| `.json`, `--to \(name)` |" : "| `\(ending)`"
        let hasRow = page.contains(row)
        #expect(hasRow, "add a row that begins with \(row) to the table of formats")
    }
}
