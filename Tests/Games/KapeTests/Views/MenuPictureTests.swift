import Testing
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

/// The menus at 80 x 24 as text, without large letters.
@Suite struct MenuPictureTests {
    @Test func `the title has one button and the keys of the rest`() throws {
        let shown = try picture(of: .title)
        #expect(
            shown == """







                                                     KAPE!







                                  Telefonin në ballë. Shokët flasin. Ti e kap.


                                                ┏━━━━━━━━━━━━━━┓
                                                ┃   LUAJ   ↵   ┃
                                                ┗━━━━━━━━━━━━━━┛

                                    t Turne   s Cilësimet   ? Ndihmë   q Dil

                """)
    }

    @Test func `the settings are a list with the selected one marked`() throws {
        let shown = try picture(of: .settings)
        #expect(
            shown == """



                  ╭──────────────────────────────────────────────────────────────────────────╮
                  │                                Cilësimet                                 │
                  │                                                                          │
                  │    Tinguj                                                          PO    │
                  │    Dridhje                                                         PO    │
                  │    Modaliteti i heshtur                                    SI SISTEMI    │
                  │  ▸ Volumi                                         ██████████  ◂ 100 % ▸  │
                  │    Festë (më fort)                                                 JO    │
                  │    Raundi                                                        60 s    │
                  │    Më pak lëvizje                                                  JO    │
                  │    Mësimi në fillim                                                PO    │
                  │    Gjuha · Language                                             Shqip    │
                  │    Anglisht anash                                                  JO    │
                  │    Rreshti i zhvilluesit                                           JO    │
                  │                                                                          │
                  │                    ↑↓ Zgjidh   ←→ Ndrysho   s Kthehu                     │
                  ╰──────────────────────────────────────────────────────────────────────────╯




                """)
    }

    /// Returns the rows without trailing blanks.
    private func picture(of screen: MenuScreen) throws -> String {
        try screen.canvas(RoundScreen.sizes[1]).grid.lines.map { line in
            let blanks = line.reversed().prefix { $0 == " " }.count
            return String(line.dropLast(blanks))
        }.joined(separator: "\n")
    }
}
