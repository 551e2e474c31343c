import CThudX11
import Glibc
import ThudCore

/// A key or a click in the program's window, on the X server at $DISPLAY. It also tells when the window shows something
/// else. On a private server a program needs no window, since it may read all keys.
final class WindowStimulus: Stimulus {
    private enum Act {
        case key(UInt32)
        /// A click at a place, or in the middle.
        case click(WindowPlace?)
    }

    let title: String
    /// The connection of Xlib, which frees it.
    private let server: OpaquePointer
    /// Whether no other program uses the server.
    private let isPrivate: Bool
    private var act = Act.click(nil)
    private var window: UInt?
    /// The program whose window it is, and when that was first looked for.
    private var owner: pid_t?
    private var firstLook: Instant?

    private static let mostWindows = 256
    /// How many levels below the root a window may be: window managers put frames around.
    private static let deepest: Int32 = 4
    /// How long a program without a window is waited for on a private server.
    private static let timeout = Interval.seconds(3)

    /// Connects to the server. Call it before this process has a second thread.
    ///
    /// - Parameters:
    ///   - key: the key to press.
    ///   - click: the place to click instead, or `middle`; nil to press the key.
    /// - Throws: `ThudError` if it or one of X's libraries cannot be used, or the keyboard has no such key.
    init(_ key: String, click: String?, isPrivate: Bool) throws(ThudError) {
        var reason: UnsafePointer<CChar>?
        guard let server = thud_x11_open(&reason) else {
            let words = reason.map { String(cString: $0) } ?? "nobody knows why"
            throw ThudError(
                .noDevice, about: Environment["DISPLAY"] ?? "",
                "the X server at DISPLAY=\(Environment["DISPLAY"] ?? "") cannot be used: \(words); "
                    + "check DISPLAY, or unset it to use a private Xvfb")
        }
        // Toolkits prefer Wayland, but Thud presses on X alone. They find a compositor without the variable too.
        setenv("WAYLAND_DISPLAY", "", 1)
        setenv("XDG_SESSION_TYPE", "x11", 1)
        (self.server, self.isPrivate) = (server, isPrivate)
        title = click.map { "click \($0)" } ?? "key \(key) in the window"
        act = if let click { .click(WindowPlace(click)) } else { .key(try code(of: key)) }
    }

    deinit { thud_x11_close(server) }

    var watched: WindowStimulus? { self }

    /// Whether the program has shown a window. On a private server it needs none.
    var hasWindow: Bool { window != nil }

    /// The descriptor of the server's events; nil if there are none to come.
    var descriptor: Int32? {
        let number = thud_x11_descriptor(server)
        return window == nil || number < 0 ? nil : number
    }

    /// Takes the events of drawing that have come, and returns whether there are any.
    func takeDrawing() -> Bool { thud_x11_take_damage(server) }

    /// Remembers what the window shows now, unless that is known.
    func remember() { if window != nil { thud_x11_remember(server) } }

    func forget() { thud_x11_forget(server) }

    /// Compares what the window shows now with what is remembered, which takes about 5 ms for a million pixels.
    ///
    /// - Parameter keeping: whether what it shows now is remembered.
    func showsOther(keeping: Bool) -> Bool { thud_x11_compare(server, keeping) }

    /// - Throws: `ThudError` if the keyboard has no such key.
    private func code(of name: String) throws(ThudError) -> UInt32 {
        let code = thud_x11_key(server, KeyStimulus.names[name.lowercased()]?.inWindow ?? name)
        guard code > 0 else {
            throw ThudError(
                .usage,
                "no key of the X server is \(TypedText.shown(name)) when it is pressed alone; "
                    + "--press takes a character or a name such as space, enter or F1")
        }
        return code
    }

    /// Whether the keyboard has a key that is pressed alone.
    func hasKey(_ name: String) -> Bool { (try? code(of: name)) != nil }

    /// Finds the window and gives it the keyboard; returns why the program cannot be reached there, or nil.
    func obstacle(_ program: ChildProgram) -> String? {
        if owner != program.process { (owner, window, firstLook) = (program.process, nil, nil) }
        // A splash screen or a launcher gives way to another window.
        if !hasKeyboard, let found = find(program), found != window || isPrivate {
            if found != window { thud_x11_watch(server, found) }
            window = found
            // A toolkit may keep the keyboard in a window inside it, as Java does, and takes no key elsewhere.
            if !hasKeyboard { thud_x11_focus(server, found) }
        }
        guard let window else {
            let start = firstLook ?? .now()
            firstLook = start
            return isPrivate && Instant.now() > start + Self.timeout ? nil : "the program shows no window"
        }
        guard hasKeyboard else { return "its window has lost the keyboard" }
        // A click beside the window would be another program's.
        guard case .click(let place?) = act, !thud_x11_contains(server, window, place.x, place.y) else { return nil }
        return "the place \(place.x),\(place.y) is outside its window"
    }

    private var hasKeyboard: Bool { window.map { thud_x11_has_focus(server, $0) } ?? false }

    /// Returns the largest window of the program; of several that are as large, the outermost.
    private func find(_ program: ChildProgram) -> UInt? {
        var windows = [thud_window](repeating: thud_window(), count: Self.mostWindows)
        let depth: Int32 = isPrivate ? 1 : Self.deepest
        let count = thud_x11_windows(server, &windows, windows.count, depth)
        let own = windows[..<count].filter { isPrivate || program.started($0.process) }
        func size(_ window: thud_window) -> Int { Int(window.width) * Int(window.height) }
        return own.max { size($0) < size($1) }?.id
    }

    func deliver(to program: ChildProgram) -> Instant? { obstacle(program) == nil ? move(act, isDown: true) : nil }

    func release() { _ = move(act, isDown: false) }

    /// Types a key that prepares the program, if the keyboard has it.
    func type(_ key: KeyStimulus) {
        guard let code = try? code(of: key.name) else { return }
        _ = move(.key(code), isDown: true)
        usleep(Self.hold)
        _ = move(.key(code), isDown: false)
    }

    /// How long a key of the preparation is held, in microseconds: longer than a frame of a game.
    private static let hold: UInt32 = 50_000

    /// Presses or releases a key or the left button.
    private func move(_ act: Act, isDown: Bool) -> Instant? {
        switch act {
        case .key(let code): thud_x11_move_key(server, code, isDown)
        case .click(let place):
            if isDown, let window { thud_x11_point(server, window, place?.x ?? -1, place?.y ?? -1) }
            thud_x11_move_button(server, isDown)
        }
        let now = Instant.now()
        return thud_x11_send(server) ? now : nil
    }
}

/// A place in a window, in pixels from its upper left corner.
struct WindowPlace {
    let x: Int32
    let y: Int32

    /// Reads `X,Y`; nil for anything else.
    init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x >= 0, y >= 0 else { return nil }
        (self.x, self.y) = (x, y)
    }
}
