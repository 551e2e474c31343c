import ArgumentParser

struct ComparisonOptions: ParsableArguments {
    @Flag(help: "Compare two patterns: x swaps them at the same position, b begins a blind test.")
    var ab = false

    @Flag(help: "Compare them as loud as they are, rather than equally loud.") var asIs = false

    @Option("Trials of a blind test: 1 to 100 (10).", number: "n") var trials: TypedNumber<Int>?

    @Option("Seed of a blind test, 0 to 2^64 - 1.", number: "n") var seed: TypedNumber<UInt64>?

    func check(_ patterns: [String], hasOutput: Bool) throws {
        try trials?.check(ABXTest.lengths, "--trials takes 1 to 100")
        guard ab else {
            return try Usage.refuse(
                [("--as-is", asIs), ("--trials", trials != nil), ("--seed", seed != nil)], "needs --ab")
        }
        try Usage.require(
            patterns.count == 2 && !patterns.contains(PatternShelf.all), "--ab compares two patterns; name both")
        try Usage.require(!hasOutput, "--ab needs a screen; leave out --plain, --silent, --json, --save and --picture")
    }
}
