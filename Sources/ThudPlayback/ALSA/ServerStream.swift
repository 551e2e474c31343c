import Glibc
import Synchronization

/// The names and the requested cycle of the streams that play through a PipeWire server. Its ALSA plugin reads them
/// only from the environment. Without a request it would ask for cycles of a period, and a long queue has long periods.
public enum ServerStream {
    private static let latency = "PIPEWIRE_LATENCY"
    private static let properties = "PIPEWIRE_PROPS"
    /// Whether the user chose a cycle for this program, which is then left alone.
    private static let isChosen = getenv(latency).map { $0.pointee != 0 } ?? false
    /// Whether the user described this program's streams, which is then left alone.
    private static let isDescribed = getenv(properties) != nil
    /// The properties that name the streams, followed by a comma; empty if the program leaves the names to the server.
    private static let names = Mutex("")

    /// Names this program's streams, and reserves their environment variables. Call it before the program has a second
    /// thread: variables may be changed later while other threads read them, but none may be added.
    public static func prepare() {
        names.withLock { names in
            names = "node.name = thud, media.name = Thud, media.role = Game, application.id = thud, "
            describe(names, Freedom())
        }
        if !isChosen { setenv(latency, "", 1) }
    }

    /// Removes the variables again, so that a program that is started next has only what the user chose. Call it while
    /// this program has one thread and no stream.
    public static func withdraw() {
        names.withLock { $0 = "" }
        if !isChosen { unsetenv(latency) }
        if !isDescribed { unsetenv(properties) }
    }

    /// What a server may do with a stream whose sink does not suit it or goes away.
    struct Freedom: Equatable {
        /// Whether channels may be mixed into fewer if the sink is replaced. Otherwise those that it lacks are lost.
        var isMixedDown = true
        /// Whether the stream may be moved to another sink. Otherwise it ends with its own.
        var isMoved = true
    }

    /// Runs `begin` to start a stream for which cycles of `frames` are requested; nil leaves the server's cycles as
    /// they are. Other threads that start streams wait in the meantime. If nothing was prepared, the environment is
    /// then as before: a program that uses the engine may start streams of its own.
    static func asking<Result>(_ frames: Int?, rate: Int, _ freedom: Freedom, for begin: () -> Result) -> Result {
        names.withLock { names in
            let before = [latency, properties].map { (name: String) in getenv(name).map { String(cString: $0) } }
            defer { if names.isEmpty { zip([latency, properties], before).forEach { set($0, to: $1) } } }
            if !isChosen { setenv(latency, frames.map { "\($0)/\(rate)" } ?? "", 1) }
            describe(names, freedom)
            return begin()
        }
    }

    private static func set(_ name: String, to value: String?) {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }

    private static func describe(_ names: String, _ freedom: Freedom) {
        // A program may have left its streams unnamed on purpose, so nothing unnecessary is sent to the server.
        guard !isDescribed, !names.isEmpty || freedom != Freedom() else { return }
        let words = "stream.dont-remix = \(!freedom.isMixedDown), node.dont-reconnect = \(!freedom.isMoved)"
        setenv(properties, "{ \(names)\(words) }", 1)
    }
}
