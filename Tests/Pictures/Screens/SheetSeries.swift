import Foundation
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudTerminal

/// All screens of the launcher and of every game, on terminals of several sizes, grounds and colours: for people who
/// judge how the program looks. `pictures --sheets FOLDER` writes them as SVG files.
struct SheetSeries {
    private static let sizes = [(60, 18), (80, 24), (120, 40), (200, 60)].map { Size(columns: $0, rows: $1) }
    private static let perSheet = 6
    private static let now = Instant(nanoseconds: 7_000_000_000_000)

    let letters: LetterCase

    /// What a terminal makes of the screens.
    private struct Look {
        let name: String
        var isLight = false
        var isSixteen = false

        static let dark = [Look(name: "dark"), Look(name: "dark-16", isSixteen: true)]
        static let light = [
            Look(name: "light", isLight: true), Look(name: "light-16", isLight: true, isSixteen: true),
        ]
    }

    /// Writes the sheets, such as `habit-80x24-light-16-1.svg`.
    func write(into folder: URL) throws {
        for size in Self.sizes {
            for look in Look.dark {
                try write(launcher(size), as: "launcher", size, look, into: folder)
            }
            for game in Games.all {
                let languages: [Preferences.Language] = game.description.isGlossed ? [.own, .english] : [.own]
                for (look, language) in (Look.dark + (game.theme.followsTerminal ? Look.light : [])).flatMap({ look in
                    languages.map { (look, $0) }
                }) {
                    let screens = try GameScreens(
                        game, letters: letters, size: size, isLight: look.isLight, language: language
                    ).all()
                    let name = game.description.name + (language == .english ? "-english" : "")
                    try write(screens, as: name, size, look, into: folder)
                }
            }
        }
    }

    private func write(
        _ screens: [NamedScreen], as name: String, _ size: Size, _ look: Look, into folder: URL
    ) throws {
        let shown = look.isSixteen ? screens.map { NamedScreen(title: $0.title, grid: $0.grid.inSixteen) } : screens
        for (index, start) in stride(from: 0, to: shown.count, by: Self.perSheet).enumerated() {
            let sheet = ScreenSheet(screens: Array(shown[start..<min(shown.count, start + Self.perSheet)]))
            let file = "\(name)-\(size.columns)x\(size.rows)-\(look.name)-\(index + 1).svg"
            try sheet.svg.write(to: folder.appending(path: file), atomically: true, encoding: .utf8)
        }
    }

    func launcher(_ size: Size) -> [NamedScreen] {
        func cards(_ figures: [[String]]) -> [LauncherCard] {
            zip(Games.all, figures).map { game, figures in
                LauncherCard(
                    title: game.description.title, letter: game.description.name.first ?? "?",
                    abstract: game.description.abstract, art: game.theme.emblem, accent: game.theme.accent,
                    figures: figures)
            }
        }
        let new = cards(Games.all.map { _ in ["new"] })
        let played = cards([
            ["best 11", "played today"], ["best 27 · Classic", "played yesterday"],
            ["streak 12 days", "played today"], ["played 3 days ago"],
        ])
        func screen(_ title: String, _ cards: [LauncherCard], _ chosen: Int, notice: String? = nil, help: Bool = false)
            -> NamedScreen
        {
            let picture = LauncherPicture(
                cards: cards, selected: chosen, remark: "You have played 4 days in a row.", notice: notice,
                page: help ? LauncherPicture.help : nil, now: Self.now, age: 5)
            return NamedScreen(title: title, grid: picture.canvas(size, letters: letters, hasColour: true).grid)
        }
        return [
            screen("The launcher, new", new, 0), screen("The launcher, played", played, 1),
            screen("The launcher, a notice", played, 2, notice: "a saved round belongs to another version of Thud"),
            screen("The launcher, help", played, 3, help: true),
        ]
    }
}

extension Grid {
    /// The grid as a terminal with sixteen colours shows it.
    var inSixteen: Grid {
        var grid = self
        grid.restyle(grid.area) { style in
            style.foreground = Palette.sixteen[Palette.nearestOfSixteen(to: style.foreground)]
            style.background = Palette.sixteen[Palette.nearestOfSixteen(to: style.background)]
        }
        return grid
    }
}
