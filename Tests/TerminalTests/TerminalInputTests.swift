import Testing
import ThudCore
import ThudInput

@testable import ThudTerminal

/// The path from a terminal's bytes to the meaning of its keys.
@Suite struct TerminalInputTests {
    private static func instant(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    /// The bytes that different terminals send for the same actions, with their meaning.
    ///
    ///     terminal: the action
    ///     MILLISECONDS bytes, with `^[` for the escape byte, `^M` for Enter and `␣` for a blank
    ///     = MILLISECONDS an event: `+` a press, `*` a repeat, `-` a release; `?` it is doubtful, `=` it settles
    ///     the doubt of `@`; `!` its release will be reported
    private static let table = """
        kitty: a press
        0 ^[[106;;106u
        80 ^[[106;1:3u
        = 0 + j
        = 80 - j

        kitty: a hold
        0 ^[[106;;106u
        500 ^[[106;1:2;106u
        530 ^[[106;1:2;106u
        560 ^[[106;1:3u
        = 0 + j
        = 500 * j
        = 530 * j
        = 560 - j

        kitty: two quick presses
        0 ^[[106;;106u
        60 ^[[106;1:3u
        150 ^[[106;;106u
        210 ^[[106;1:3u
        = 0 + j
        = 60 - j
        = 150 + j !
        = 210 - j

        kitty: the focus leaves while a key is held, and returns
        0 ^[[106;;106u
        80 ^[[106;1:3u
        300 ^[[106;;106u
        800 ^[[106;1:2;106u
        820 ^[[O
        2000 ^[[106;;106u
        2080 ^[[106;1:3u
        = 0 + j
        = 80 - j
        = 300 + j !
        = 800 * j
        = focus(false)
        = 2000 + j !
        = 2080 - j

        kitty: holding q, which goes on as text when the round is left
        0 ^[[113;;113u
        500 ^[[113;1:2;113u
        530 ^[[113;1:2;113u
        560 q
        590 q
        = 0 + q
        = 500 * q
        = 530 * q
        = 560 * q
        = 590 * q
        = 740 ?- q

        kitty: a chord
        0 ^[[32;;32u
        100 ^[[D
        180 ^[[1;1:3D
        400 ^[[32;1:3u
        = 0 + space
        = 100 + left
        = 180 - left
        = 400 - space

        foot: a press in a round
        0 ^[[13u
        60 ^[[13;1:3u
        = 0 + enter
        = 60 - enter

        foot: a press of Enter in a menu, which is sent again as it goes up
        0 ^M
        60 ^M
        = 0 + enter
        = 60 + enter
        = 760 ?- enter

        foot: a hold
        0 ^[[32;;32u
        500 ^[[32;1:2;32u
        530 ^[[32;1:3u
        = 0 + space
        = 500 * space
        = 530 - space

        foot: two quick presses
        0 ^[[1;1:1A
        50 ^[[1;1:3A
        100 ^[[1;1:1A
        150 ^[[1;1:3A
        = 0 + up
        = 50 - up
        = 100 + up !
        = 150 - up

        foot: holding q
        0 ^[[113;;113u
        500 ^[[113;1:2;113u
        530 ^[[113;1:3u
        = 0 + q
        = 500 * q
        = 530 - q

        foot: a chord
        0 ^[[106;;106u
        50 ^[[107;;107u
        100 ^[[106;1:3u
        120 ^[[107;1:3u
        = 0 + j
        = 50 + k
        = 100 - j
        = 120 - k

        xterm: a press
        0 j
        = 0 + j
        = 700 ?- j

        xterm: a hold
        0 j
        660 j
        700 j
        740 j
        = 0 + j
        = 660 ?+ j
        = 700 =* j @660
        = 700 * j
        = 740 * j
        = 890 ?- j

        xterm: two quick presses
        0 j
        150 j
        = 0 + j
        = 150 + j
        = 850 ?- j

        xterm: holding q
        0 q
        660 q
        700 q
        740 q
        = 0 + q
        = 660 ?+ q
        = 700 =* q @660
        = 700 * q
        = 740 * q
        = 890 ?- q

        xterm: two presses of q
        0 q
        900 q
        = 0 + q
        = 700 ?- q
        = 900 ?+ q
        = 1050 =+ q @900
        = 1600 ?- q

        xterm: a chord, in which only the second key repeats
        0 ^[[A
        100 ^[[C
        760 ^[[C
        800 ^[[C
        = 0 + up
        = 100 + right
        = 700 ?- up
        = 760 ?+ right
        = 800 =* right @760
        = 800 * right
        = 950 ?- right

        Linux console: a press
        0 ^[[B
        = 0 + down
        = 700 ?- down

        Linux console: a hold, and another one once the delay is known
        0 ^[[B
        250 ^[[B
        342 ^[[B
        434 ^[[B
        1000 j
        1250 j
        1342 j
        = 0 + down
        = 250 ?+ down
        = 342 =* down @250
        = 342 * down
        = 434 * down
        = 584 ?- down
        = 1000 + j
        = 1250 ?+ j
        = 1342 =* j @1250
        = 1342 * j
        = 1492 ?- j

        Linux console: two quick presses, the second when a first repeat may come
        0 ^[[B
        250 ^[[B
        = 0 + down
        = 250 ?+ down
        = 400 =+ down @250
        = 950 ?- down

        Linux console: holding q
        0 q
        250 q
        342 q
        = 0 + q
        = 250 ?+ q
        = 342 =* q @250
        = 342 * q
        = 492 ?- q

        Linux console: a chord, and the first key again
        0 j
        100 k
        300 j
        = 0 + j
        = 100 + k
        = 300 + j
        = 800 ?- k
        = 1000 ?- j

        tmux: a press
        0 ^[OA
        = 0 + up
        = 700 ?- up

        tmux: a hold whose stream halts
        0 ^[OA
        500 ^[OA
        530 ^[OA
        720 ^[OA
        = 0 + up
        = 500 ?+ up
        = 530 =* up @500
        = 530 * up
        = 680 ?- up
        = 720 + up
        = 1420 ?- up

        tmux: two quick presses in one read
        0 jj
        = 0 + j
        = 0 + j
        = 700 ?- j

        tmux: holding q
        0 q
        500 q
        530 q
        = 0 + q
        = 500 ?+ q
        = 530 =* q @500
        = 530 * q
        = 680 ?- q

        tmux: a chord
        0 ␣
        100 ^[OD
        = 0 + space
        = 100 + left
        = 700 ?- space
        = 800 ?- left

        a pty that reports nothing: a press
        0 ^[[106;;106u
        = 0 + j
        = 700 ?- j

        a pty that reports nothing: a hold
        0 ^[[106;;106u
        500 ^[[106;;106u
        530 ^[[106;;106u
        = 0 + j
        = 500 ?+ j
        = 530 =* j @500
        = 530 * j
        = 680 ?- j

        a pty that reports nothing: two quick presses
        0 ^[[106;;106u
        180 ^[[106;;106u
        = 0 + j
        = 180 + j
        = 880 ?- j

        a pty that reports nothing: holding q
        0 ^[[113;;113u
        500 ^[[113;;113u
        530 ^[[113;;113u
        = 0 + q
        = 500 ?+ q
        = 530 =* q @500
        = 530 * q
        = 680 ?- q

        a pty that reports nothing: a chord
        0 ^[[32;;32u
        100 ^[[D
        = 0 + space
        = 100 + left
        = 700 ?- space
        = 800 ?- left
        """

    private static let rows = table.split(separator: "\n\n").map(String.init)

    @Test(arguments: rows)
    func `a terminal's bytes give the actions at its keyboard`(row: String) {
        let lines = row.split(separator: "\n").dropFirst().map(String.init)
        var input = TerminalInput()
        var told: [String] = []
        func pass(to milliseconds: Int64) {
            while let due = input.nextDeadline, due < Self.instant(milliseconds) {
                told += input.advance(to: due).map { Self.line($0, at: due) }
            }
        }
        for line in lines where !line.hasPrefix("=") {
            let parts = line.split(separator: " ", maxSplits: 1)
            let now = Int64(parts[0]) ?? 0
            pass(to: now)
            let text = parts[1].replacing("^[", with: "\u{1B}").replacing("^M", with: "\r").replacing("␣", with: " ")
            let bytes = Array(text.utf8)
            told += input.take(bytes, at: Self.instant(now)).map { Self.line($0, at: Self.instant(now)) }
        }
        pass(to: 10_000)
        #expect(told == lines.filter { $0.hasPrefix("= ") }.map { String($0.dropFirst(2)) })
    }

    /// Returns an event in the notation of the table, reported at `now`.
    static func line(_ event: InputEvent, at now: Instant) -> String {
        guard case .key(let key) = event else { return "\(event)" }
        let doubt = key.certainty == .doubted ? "?" : key.certainty == .settled ? "=" : ""
        let kind = key.kind.rawValue.dropFirst("key".count)
        let past = key.instant == now ? "" : " @\(key.instant.nanoseconds / 1_000_000)"
        let promise = key.tellsRelease ? " !" : ""
        return "\(now.nanoseconds / 1_000_000) \(doubt)\(kind) \(key.key.name)\(past)\(promise)"
    }
}
