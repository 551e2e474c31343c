import ThudCore

/// The log of the program in C that answers each byte with a sound.
enum AnswerProgram {
    /// An answer as the program logs it: when the sound left the output, and by how much the machine delayed the
    /// program or the server, because then that instant may be wrong.
    typealias Answer = (output: Instant, delay: Interval)

    /// Returns the answers of its log by the numbers of the presses. The press after a rest has the number 0.
    static func answers(_ log: String) -> [Int: Answer] {
        log.split(separator: "\n").reduce(into: [:]) { answers, line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3 else { return }
            let (number, output, delay) = (Int(numbers[0]) - 1, numbers[1], abs(numbers[2]))
            answers[number] = (Instant(nanoseconds: output), Interval(nanoseconds: delay))
        }
    }
}
