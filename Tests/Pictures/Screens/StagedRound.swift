import ThudGameKit
import ThudGameUI

/// A scripted round with the moments at which its screen is drawn, for screens that a bot's round does not reach. A
/// line is a line of the script, `SECONDS INPUT`, or `SECONDS picture TITLE`, or `SECONDS flash TITLE` during a flash.
struct StagedRound {
    struct Stop {
        /// The time in seconds from the start.
        let time: Double
        let title: String
        /// Whether the screen flashes for a right answer.
        let isFlash: Bool
    }

    /// The mode. nil for the first.
    let mode: String?
    /// The inputs, in the format of `thud play --script`. If empty, the bot plays.
    let script: String
    let stops: [Stop]

    private static let (picture, flash) = ("picture", "flash")

    init(_ lines: String, mode: String? = nil) {
        self.mode = mode
        var script: [Substring] = []
        var stops: [Stop] = []
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            if words.count == 3, [Self.picture, Self.flash].contains(String(words[1])), let time = Double(words[0]) {
                stops.append(Stop(time: time, title: String(words[2]), isFlash: words[1] == Self.flash))
            } else {
                script.append(line)
            }
        }
        (self.script, self.stops) = (script.joined(separator: "\n"), stops)
    }

    static func of(_ game: GameDescription) -> [StagedRound] {
        switch game.name {
        case "kape": [kape, legend]
        case "pocket": pocket
        case "habit": [habit]
        case "magic": [magic, ball]
        default: []
        }
    }

    private static let pocket = [
        StagedRound("0.8 picture Memory: a step to watch", mode: "memory"),
        StagedRound("6.4 picture Stroop: the colour of the letters, not the word", mode: "tutorial"),
    ]

    private static let kape = StagedRound(
        """
        0.5 picture To the forehead
        1 ready
        3.5 picture How it goes
        4 key+ j
        4.1 key- j
        9 key+ j
        9.05 flash A right answer
        9.1 key- j
        9.3 key+ j
        9.5 picture A key that came too soon
        11 key+ k
        11.2 picture A pass
        30 picture MISH I HUAJ
        """)

    /// Ten right answers in a row.
    private static let legend = StagedRound(
        "1 ready\n4 key+ j\n4.1 key- j\n"
            + (1...10).map { "\(7 + 1.4 * Double($0)) key+ j\n\(7.1 + 1.4 * Double($0)) key- j\n" }.joined()
            + "21.05 flash Ten in a row\n30 picture LEGJENDË")

    private static let magic = StagedRound(
        (1...4).map { "\($0) choose\n\(Double($0) - 0.3) picture Page \($0) of the beginning" }.joined(separator: "\n")
            + """

            4.6 picture An empty stage
            5 bring
            5.2 picture Somebody comes
            7 pick luna
            7.5 tap 0.8 0.6
            9 wave
            9.2 picture A wave
            10 snow
            10.5 friend
            11 face smile 0.9
            11.3 picture Snow, a friend and a smile
            12 snow
            13 long-press 0.8 0.6
            13.5 picture The menu of a character
            14 close
            15 options
            15.5 picture The options
            16 close
            17 help

            """
            + (1...7).map { "\(Double(16 + $0) + 0.5) picture Page \($0) of the help\n\(17 + $0) turn-on" }
            .joined(separator: "\n"))

    /// Every princess in every pose.
    private static let ball = StagedRound(
        {
            let spots = ["sparkle", "luna", "rosie", "crystal", "willow"].enumerated().map {
                ($0.element, 0.1 + 0.2 * Double($0.offset))
            }
            let company = spots.enumerated().map { index, spot in
                "\(5 + index) pick \(spot.0)\n\(Double(5 + index) + 0.5) tap \(spot.1) 0.6\n"
            }
            let poses = [("wave", "wave"), ("dance", "dance"), ("twirl", "turn"), ("jump", "jump")].enumerated().map {
                let start = Double(15 + 5 * $0.offset)
                let (act, title) = ($0.element.0, $0.element.1)
                return spots.enumerated().map { index, spot in
                    "\(start + 0.02 * Double(index)) tap \(spot.1) 0.6\n"
                        + "\(start + 0.02 * Double(index) + 0.01) \(act)\n"
                }.joined() + "\(start + 0.6) picture Everyone can \(title)\n"
            }
            return "1 choose\n2 choose\n3 choose\n4 choose\n" + company.joined() + "12 picture Everyone\n"
                + poses.joined()
        }())

    private static let habit = StagedRound(
        """
        0 clock 2026-11-01T09:00:00Z
        0.5 picture The guide: what a ring is
        1 activate
        1.5 picture The guide: a ring to try
        2 press
        3.3 picture The guide: the ring is held
        4.5 release
        7 picture The guide: a habit of one's own
        8 activate
        8.5 picture A form
        8.6 type Walk_the_dog
        8.7 picture A form: a name
        8.8 field 1
        8.9 value 1
        9 field 1
        9.1 value 2
        9.2 picture A form: a colour
        9.3 activate

        """
            + ["Read", "Water", "Stretch", "Write home"].enumerated().map { index, name in
                let time = 10 + Double(index)
                return """
                    \(time) new
                    \(time + 0.1) type \(name.split(separator: " ").joined(separator: "_"))
                    \(time + 0.2) activate
                    \(time + 0.3) activate
                    \(time + 0.4) activate

                    """
            }.joined() + (2...24).map(day).joined() + """
                50 choose 1
                50.5 press
                51.74 picture A ring that fills
                52 release
                52.15 picture A ring that runs back
                53 activate
                53.05 picture A ring that closes
                55 picture The rings
                56 chart
                58 picture The chart
                59 back
                60 edit
                60.5 picture The form of a habit
                61 back
                62 remove
                62.5 picture The removal
                63 back
                64 edit
                64.1 type _after_breakfast_with_two_glasses
                64.5 picture A form: a long name
                65 activate
                65.1 activate
                65.2 activate
                66 picture The rings, one with a long name
                """)

    /// Returns the script of a day on which some habits are done: the first on most days, the last on few.
    private static func day(_ day: Int) -> String {
        let time = 15 + Double(day)
        let two = day < 10 ? "0\(day)" : "\(day)"
        let done = (1...4).filter { (day * ($0 + 1)) % (7 - $0) != 0 && day < 24 }
        return "\(time) clock 2026-11-\(two)T09:00:00Z\n"
            + done.map { "\(time + 0.1 * Double($0)) choose \($0)\n\(time + 0.1 * Double($0) + 0.05) activate\n" }
            .joined()
    }
}
