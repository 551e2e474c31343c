import Testing
import ThudCore

@testable import thud

/// How numeric options interpret what people type.
struct NumberTests {
    struct NumericOption: CustomTestStringConvertible {
        /// The command line up to the option, with the arguments that the command requires.
        let command: [String]
        let name: String

        var testDescription: String { "\(command[0]) --\(name)" }
    }

    /// Every numeric option of every command.
    static let options =
        of(["play"], ["seconds", "bot", "seed", "volume", "balance", "period"])
        + of(["tune"], ["seconds", "bot", "volume", "balance", "period"])
        + of(
            ["bench"],
            [
                "count", "interval", "seed", "burst", "keys", "fps", "load", "budget", "max-jitter", "inject",
                "tolerance", "min-measured", "max-xruns",
                "volume", "balance", "period",
            ])
        + of(["audition"], ["loop"] + rendering + ["volume", "balance", "period", "trials", "seed"])
        + of(["edit", "a.ahap"], ["volume", "balance", "period"])
        + of(
            ["new", "heartbeat"],
            [
                "intensity", "sharpness", "seconds", "count", "gap", "bpm", "pace", "rpm", "cylinders", "drops", "seed",
            ])
        + of(
            ["convert", "a.wav", "a.ahap"],
            ["onsets", "quietest", "tolerance", "points", "min-gap", "smooth", "sharpness", "band"])
        + of(["gallery", "page.html"], rendering)
        + of(["doctor"], ["period"])
        + of(["why", "kape/correct"], ["volume", "balance"])
        + of(["render", "kape/correct", "out.wav"], ["volume", "balance"])
        + of(["listen"], ["volume", "balance", "period"])

    /// The other options whose value may begin with a minus.
    private static let texts = ["play --motion-axes", "edit --e", "bench --midi"]

    private static let rendering = ["intensity", "sharpness", "rate", "from", "to"]

    private static func of(_ command: [String], _ names: [String]) -> [NumericOption] {
        names.map { NumericOption(command: command, name: $0) }
    }

    /// Swift itself accepts `+5` as a number of any kind.
    @Test(arguments: options)
    func `a numeric option accepts only decimal digits`(option: NumericOption) throws {
        try expectRefusal(of: option.command + ["--\(option.name)", "+5"], saying: "--\(option.name)", "+5")
    }

    @Test(arguments: [
        "0x10", "0x1p3", "+5", "nan", "-nan", "NaN", "inf", "-inf", "1e999", " 5", "5 ", "1e", "1_0", "1,5", "",
    ])
    func `no option accepts text that is not a decimal number`(text: String) throws {
        #expect(TypedNumber<Double>(argument: text) == nil)
        #expect(TypedNumber<Int>(argument: text) == nil)
        #expect(TypedNumber<UInt64>(argument: text) == nil)
        for interval in ["\(text)..400", "1..\(text)"] {
            #expect(try refusal(of: ["bench", "--interval", interval]).text.contains(", not \(interval) "))
        }
    }

    @Test func `decimal numbers are read as written`() {
        let numbers = [
            ("1", 1), ("0.10", 0.1), (".5", 0.5), ("-0.5", -0.5), ("1e3", 1000), ("2.5E-1", 0.25), ("007", 7),
        ]
        for (text, value) in numbers { #expect(TypedNumber<Double>(argument: text)?.value == value) }
        #expect(TypedNumber<Int>(argument: "-12")?.value == -12)
        #expect(TypedNumber<UInt64>(argument: "18446744073709551615")?.value == .max)
    }

    @Test(arguments: [("--budget", "1e300"), ("--count", "0010001"), ("--inject", "-5"), ("--volume", "2.50")])
    func `a number out of range is repeated as it was typed`(option: String, text: String) throws {
        #expect(try refusal(of: ["bench", option, text]).text.contains(", not \(text) "))
    }

    @Test func `this list includes every numeric option`() throws {
        let help = try JSONReader(Array(refusal(of: ["--experimental-dump-help"]).text.utf8), file: "help")
        var declared: Set<String> = []
        func visit(_ command: JSONReader) throws {
            let name = try command.member("commandName").string()
            for argument in try command.optional("arguments")?.elements() ?? []
            where try argument.optional("parsingStrategy")?.string() == "unconditional" {
                declared.insert("\(name) --\(try argument.member("preferredName").member("name").string())")
            }
            for subcommand in try command.optional("subcommands")?.elements() ?? [] { try visit(subcommand) }
        }
        try visit(help.member("command"))
        let listed = Set(Self.options.map(\.testDescription)).union(Self.texts)
        #expect(declared.subtracting(listed) == [], "add these to `options`, so that wrong numbers are tried with them")
        #expect(listed.subtracting(declared) == [], "declare these with `number:`, so that a minus may begin them")
    }
}
