// Prints figures of RESULTS.md as Markdown.
//
//   figures tilts [MINUTES]             how the tilt detector judges seeded minutes of motion (200)
//   figures onset THUD [COUNT]          the output's capture compared with predictions (100 cues)
//   figures cues THUD [COUNT]           each cue of each game during play (200 cues of the benchmark, 0.3 s apart)
//   figures screen THUD [SECONDS]       a round on a screen, and fifteen starts (60 seconds)
//   figures stalls                      until SIGTERM: stalls of 5 ms or more per minute, and the longest in ms

import Foundation

/// Ends the program with a sentence on standard error.
func end(_ code: Int32, _ reason: String) -> Never {
    FileHandle.standardError.write(Data("figures: \(reason)\n".utf8))
    exit(code)
}

/// Returns the number at `index` of the command line; `usual` if there is none.
func number(_ index: Int, usual: Int, most: Int) -> Int {
    guard CommandLine.arguments.count > index else { return usual }
    guard let number = Int(CommandLine.arguments[index]), (1...most).contains(number) else {
        end(2, "expected a number from 1 to \(most), not \(CommandLine.arguments[index])")
    }
    return number
}

let words = CommandLine.arguments
do {
    switch (words.dropFirst().first, words.count) {
    case ("tilts", 2...3): print(await TiltFigures.markdown(minutes: number(2, usual: 200, most: 100_000)))
    case ("onset", 3...4):
        print(try await OnsetFigures(thud: words[2], count: number(3, usual: 100, most: 10_000)).markdown())
    case ("cues", 3...4):
        print(try await CueFigures(thud: words[2], count: number(3, usual: 200, most: 10_000)).markdown())
    case ("screen", 3...4):
        print(try await ScreenFigures(thud: words[2], seconds: number(3, usual: 60, most: 3_600)).markdown())
    case ("stalls", 2): print(StallFigures.line())
    default:
        end(
            2,
            "usage: figures tilts [MINUTES] | onset THUD [COUNT] | cues THUD [COUNT] | screen THUD [SECONDS] | stalls")
    }
} catch {
    end(1, "\(error)")
}
