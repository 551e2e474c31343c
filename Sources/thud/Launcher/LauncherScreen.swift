import Glibc
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudInput
import ThudRecords
import ThudTerminal

/// The launcher on the screen, until something is chosen.
final class LauncherScreen: LoopClient {
    enum Choice {
        case game(String)
        case patterns, bench
    }

    /// What was chosen; nil if the player quits.
    private(set) var choice: Choice?
    private(set) var selected: Int
    private let terminal: TerminalSession
    private let renderer: ScreenRenderer
    private let loop: EventLoop
    private let cards: [LauncherCard]
    private let remark: String
    private let notice: String?
    private let began = Instant.now()
    private var pacer: FramePacer
    /// The page that lies over the games, if any.
    private var page: HelpPage? { didSet { scroll = 0 } }
    /// How far the page is scrolled, in rows.
    private var scroll = 0
    private let achievements: HelpPage
    private var isMoving = true

    init(on terminal: TerminalSession, selected: Int, notice: String?) {
        // A game says itself if nothing can be saved.
        let records = (try? DataFolder.records()) ?? (try? .inMemory(from: DataFolder.path()))
        let today = LocalDay(at: time(nil))
        let days = (try? records?.daysDone(game: ProgressStore.everyGame)) ?? []
        let played = Dictionary(grouping: days, by: \.item).mapValues { $0.compactMap { LocalDay($0.day) }.max() }
        cards = Games.all.map {
            LauncherCard($0, records, played: played[$0.description.name] ?? nil, today: today)
        }
        achievements = Achievement.page((try? records?.progress(game: ProgressStore.everyGame)) ?? [:])
        let streak = Set(days.compactMap { LocalDay($0.day) }).streak(on: today)
        remark = streak > 1 ? "You have played \(streak) days in a row." : "Games you can hear and feel."
        (self.terminal, self.selected, self.notice) = (terminal, selected, notice)
        pacer = FramePacer(start: began)
        loop = EventLoop(nil, Interrupts())
        terminal.enter()
        renderer = ScreenRenderer(terminal.output, isSynchronized: terminal.input.hasSynchronizedUpdates)
        renderer.post(picture(at: began), due: began)
    }

    /// Runs until something is chosen; returns the signal that ended it, if any.
    func run() -> Int32? {
        defer { renderer.stop() }
        return loop.run(self)
    }

    private func picture(at now: Instant) -> LauncherPicture {
        LauncherPicture(
            cards: cards, selected: selected, remark: remark, notice: notice, page: page, scroll: scroll, now: now,
            age: (now - began).seconds)
    }

    func register(in loop: EventLoop) {
        loop.wait(.keys, for: [terminal.descriptor], until: terminal.input.nextDeadline, then: takeInput)
        loop.wait(.timer, until: pacer.deadline(isMoving: isMoving))
    }

    func present(_ now: Instant) {
        guard let (due, skipped) = pacer.begin(now, isMoving: isMoving) else { return }
        let picture = picture(at: now)
        isMoving = picture.isMoving
        renderer.post(picture, due: due, skipped: skipped)
    }

    func resize(_ now: Instant) {
        // A game may have turned on pixels.
        if let request = terminal.pixelRequest() { renderer.send(request) }
        redraw()
    }

    func suspend(_ now: Instant) {
        renderer.hold()
        terminal.leave()
    }

    func resume(_ now: Instant) {
        terminal.enter()
        renderer.resume()
        pacer.wantAtOnce(now)
    }

    private func redraw() {
        renderer.invalidate()
        pacer.wantAtOnce(.now())
    }

    private func takeInput(_ isReadable: Bool) {
        let now = Instant.now()
        guard let events = terminal.events(isReadable, at: now) else { return loop.finish() }
        for event in events where !loop.isFinished {
            switch event {
            case .key(let key): if let action = action(of: key.inLowerCase) { act(action) }
            case .pointer(let pointer) where pointer.kind == .down:
                if let action = renderer.shown.action(at: pointer.position) { act(action) }
            case .report(.synchronizedUpdates(let isSupported)): renderer.setSynchronized(isSupported)
            case .control(let control): Interrupts.carryOut(control, redraw: redraw)
            default: break
            }
        }
        pacer.want(now)
    }

    /// Returns the action of a key: a letter of a card, of the patterns or the bench, or a key of every menu.
    private func action(of key: KeyEvent) -> ShellAction? {
        if key.isPress, case .character(let letter) = key.key, key.modifiers.isSubset(of: .shift) {
            if let index = cards.firstIndex(where: { $0.letter == letter }) { return .choose(index) }
            if letter == "a" { return .choose(cards.count) }
            if letter == "b" { return .choose(cards.count + 1) }
            if letter == "t" { return .board }
        }
        return ShellKeys.action(of: key, isTyping: false)
    }

    private func act(_ action: ShellAction) {
        guard page == nil else { return actOnPage(action) }
        let columns = renderer.shown.cardColumns
        switch action {
        case .left: select(selected - 1)
        case .right: select(selected + 1)
        case .up: select(selected - columns)
        case .down: select(selected + columns)
        case .confirm: choose(selected)
        case .choose(let index): choose(index)
        case .help: page = LauncherPicture.help
        case .board: page = achievements
        case .leave, .back: loop.finish()
        default: break
        }
    }

    /// Scrolls the page; any other action closes it.
    private func actOnPage(_ action: ShellAction) {
        let most = renderer.shown.mostScroll
        switch action {
        case .up where most > 0: scroll = max(0, min(scroll, most) - 1)
        case .down where most > 0: scroll = min(scroll + 1, most)
        default: page = nil
        }
    }

    private func select(_ index: Int) { if cards.indices.contains(index) { selected = index } }

    private func choose(_ index: Int) {
        if cards.indices.contains(index) {
            selected = index
            choice = .game(Games.all[index].description.name)
        } else {
            choice = index == cards.count ? .patterns : .bench
        }
        loop.finish()
    }
}
