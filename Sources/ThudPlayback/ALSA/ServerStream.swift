import Glibc
import Synchronization

/// What a PipeWire server is told of the streams that play: their names, and the cycle that they ask for. Its plugin for ALSA has no
/// other way for it than the environment; without one it would ask for cycles of a period, and a long queue has long periods.
public enum ServerStream {
    private static let latency = "PIPEWIRE_LATENCY"
    private static let properties = "PIPEWIRE_PROPS"
    /// Somebody chose a cycle for this program, which is left alone.
    private static let isChosen = getenv(latency).map { $0.pointee != 0 } ?? false
    /// Somebody described this program's streams, which is left alone.
    private static let isDescribed = getenv(properties) != nil
    /// What the streams are called, each with a comma behind it; empty in a program that leaves that to the server.
    private static let names = Mutex("")

    /// Names the streams, and makes room in the environment. To be called once before the program has a second thread: what is
    /// there may be changed later while others read it, but nothing may be added.
    public static func prepare() {
        names.withLock { names in
            names = "node.name = thud, media.name = Thud, media.role = Game, application.id = thud, "
            describe(names, Freedom())
        }
        if !isChosen { setenv(latency, "", 1) }
    }

    /// What may become of a stream whose sink does not suit it, or goes away.
    struct Freedom: Equatable {
        /// Its channels may be mixed into fewer, as where another sink takes the place of its own. Else those that the new one does not
        /// have are heard nowhere.
        var isMixedDown = true
        /// It may be given to another sink. Else it ends with its own.
        var isMoved = true
    }

    /// Has `begin` begin a stream for which cycles of so many frames are asked; nil leaves the server what it has. Streams that other
    /// threads begin meanwhile wait.
    static func asking<Result>(
        _ frames: Int?, rate: Int, _ freedom: Freedom, for begin: () -> Result
    ) -> Result {
        names.withLock { names in
            if !isChosen { setenv(latency, frames.map { "\($0)/\(rate)" } ?? "", 1) }
            describe(names, freedom)
            return begin()
        }
    }

    private static func describe(_ names: String, _ freedom: Freedom) {
        // A program that has given its streams no names has its own reasons; nothing is said to the server without need.
        guard !isDescribed, !names.isEmpty || freedom != Freedom() || getenv(properties) != nil else { return }
        let words = "stream.dont-remix = \(!freedom.isMixedDown), node.dont-reconnect = \(!freedom.isMoved)"
        setenv(properties, "{ \(names)\(words) }", 1)
    }
}
