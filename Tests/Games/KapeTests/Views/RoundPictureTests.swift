import Testing
import ThudGameUI
import ThudKape
import ThudTerminal

/// The screens at 80 x 24 as text, without large letters, as on a terminal in which those do not fit.
@Suite struct RoundPictureTests {
    @Test func `the hand-over names the player and has one button`() {
        #expect(
            picture(of: .handOver) == """

                  Radha 2/5                                                          ● ● ○ ○ ○

                                                Telefonin e merr






                                                    Arbnora







                                         Pa dredhi: animi s'vlen këtu.

                                               ┏━━━━━━━━━━━━━━━┓
                                               ┃   GATI!   ↵   ┃
                                               ┗━━━━━━━━━━━━━━━┛

                """)
    }

    @Test func `the forehead screen shows the phone on the forehead`() {
        #expect(
            picture(of: .forehead) == """


                                                                     ▗▄▄▄▄▄▄▄▄▄▄▄▖
                                                                   ▝▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘
                                                            ▗▟███████████████████████████▙▖
                                                            ▐██▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀██▌
                                                            ▐██                         ██▌
                                                            ▐██                         ██▌
                                                          ▗▌▝█████████████████████████████▘▐▖
                                                          ▟█▖ ▝▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘ ▗█▙
                            VENDOSE NË BALLË              ██▌      ▗▄▄           ▄▄▖      ▐██
                                                          ██▌      ███▌         ▐███      ▐██
                                                          ▜█▙       ▀▀           ▀▀       ▟█▛
                                                          ▝██▖                           ▗██▘
                                                           ▐██▖   ▗▄▄▖           ▗▄▄▖   ▗██▌
                                                            ▀██▄   ▀██▙▄▖     ▗▄▟██▀   ▄██▀
                                                             ▝▜██▄   ▀▜█████████▛▀   ▄██▛▘
                                                               ▝▜██▄▄     ▀▀▀     ▄▄██▛▘
                                                                 ▝▀▜███▙▄▄▄▄▄▄▄▟███▛▀▘
                                                                     ▝▀▀▀▀▀▀▀▀▀▀▀▘


                                         Ekrani nga shokët. Mos shiko!

                """)
    }

    @Test func `the tutorial shows the tilt and its mark`() {
        #expect(
            picture(of: .tutorial) == """






                                                                 ▝▀▀▀▀▀▜▄▄▖
                                                                   ▗██▌   ▀▀▙▗▙ 35°
                                                                   ▐██      ▗▛▀▙▖
                                                                   ██▌          ▀▙▖
                        ULE KOKËN PËR TË FILLUAR                  ▐██▘            ▜▙
                                                                  ▟█▛              ▝▙
                                                                 ▗██▌               ▝▙
                                                                 ▐██                 ▜▌
                                                                 ██▌
                                                                ▐██





                                           Koka prapa: kaloje (↑ a k)
                                           Ul kokën, ose shtyp ↓ a j

                """)
    }

    @Test func `the countdown fills the whole screen`() {
        #expect(
            picture(of: .countdown) == """
                ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                      3                                       ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                                                                              ┃
                ┃                    ███████████████████                                       ┃
                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                """)
    }

    @Test func `the card fills the screen, and the rest stays at the edges`() {
        #expect(
            picture(of: .card) == """
                 ✓ █▀▀   ↷ ▀▀█                      █ █ ▀▀█                                   ✕
                   ▀▀█     ▄▄█                      ▀▀█ ▄▄█
                   ▄▄█     █▄▄                        █ █▄▄
                 ↓ E gjete                                                             Kaloje ↑









                                                   Tavë kosi









                ████████████████████████████████████████████████████████
                """)
    }

    @Test func `a pause shows the remaining time`() {
        #expect(
            picture(of: .pause) == """






                                                     PAUZË







                                             Ora u ndal. Kafja jo.

                                            42 sekonda mbetën    ✓ 5

                                               ┏━━━━━━━━━━━━━━━━┓
                                               ┃   VAZHDO   ↵   ┃
                                               ┗━━━━━━━━━━━━━━━━┛

                                             s Cilësimet   q Menyja

                """)
    }

    @Test func `a result shows score, stamp and cards`() {
        #expect(
            picture(of: .result) == """

                                                  Koha mbaroi!
                                          Të lumtë! Gjaku s'bëhet ujë.
                  ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                  ┃                                                                        ┃─╮
                  ┃                                                                        ┃ │
                  ┃                                LEGJENDË                                ┃ │
                  ┃                                                                        ┃ │
                  ┃                                                                        ┃ │
                  ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛ │
                    ╰────────────────────────────────────────────────────────────────────────╯
                                                 ✓ 10 Të gjetura        ↷ 3 Të kaluara
                                                 ✓ Skënderbeu           ↷ Letërnjoftimi
                               10                ✓ Tavë kosi            ↷ Liberalizimi i
                                                 ✓ Nënë Tereza            vizave
                                                 ✓ Fëmijët flasin       ↷ Golf 4
                                                   gjermanisht
                      10/13 · 77 % saktësi       …
                                           13 cues, all within 50 ms
                                             ┏━━━━━━━━━━━━━━━━━━━━┓
                                             ┃   HAJDE PRAP   ↵   ┃
                                             ┗━━━━━━━━━━━━━━━━━━━━┛
                                   ↑↓ Lëviz   i Foto   s Cilësimet   q Menyja

                """)
    }

    @Test func `the podium has three steps and room for tourists`() {
        #expect(
            picture(of: .podium) == """

                                                    PODIUMI

                                                    Legjendë
                                                    Arbnora
                                                      ✓ 12
                           Argjend          ┏━━━━━━━━━━━━━━━━━━━━━━┓
                             Besa           ┃                      ┃
                             ✓ 9            ┃                      ┃          Bronz
                   ╭──────────────────────╮ ┃                      ┃        Lojtari 3
                   │                      │ ┃          1           ┃           ✓ 7
                   │          2           │ ┃                      ┃ ╭──────────────────────╮
                   │                      │ ┃                      ┃ │          3           │
                   │                      │ ┃                      ┃ │                      │
                   ╰──────────────────────╯ ┗━━━━━━━━━━━━━━━━━━━━━━┛ ╰──────────────────────╯

                                             4  Dritan  ✓ 4  Turist
                                           5  Xhevahire  ✓ 2  Turist

                                             ┏━━━━━━━━━━━━━━━━━━━━┓
                                             ┃   HAJDE PRAP   ↵   ┃
                                             ┗━━━━━━━━━━━━━━━━━━━━┛
                                        i Foto   s Cilësimet   q Menyja

                """)
    }

    @Test func `leaving requires a held key`() {
        #expect(
            picture(of: .leave) == """









                                           ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
                                           ┃   Mbaje për të dalë    ┃
                                           ┃                        ┃
                                           ┃  ██████████            ┃
                                           ┗━━━━━━━━━━━━━━━━━━━━━━━━┛










                """)
    }

    private func picture(of screen: RoundScreen) -> String {
        screen.canvas(RoundScreen.sizes[1]).grid.lines.joined(separator: "\n")
    }
}
