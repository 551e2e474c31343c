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
        names.withLock { $0 = "node.name = thud, media.name = Thud, media.role = Game, application.id = thud, " }
        describe(isMixedDown: true)
        if !isChosen { setenv(latency, "", 1) }
    }

    /// Asks for cycles of so many frames for each stream that begins from now on; nil leaves the server what it has.
    ///
    /// - Parameter isMixedDown: the server may mix the channels of such a stream into fewer, as where its sink goes away and another
    ///   one takes its place. Else those that the new one does not have are heard nowhere.
    static func ask(_ frames: Int?, rate: Int, isMixedDown: Bool) {
        if !isChosen { setenv(latency, frames.map { "\($0)/\(rate)" } ?? "", 1) }
        describe(isMixedDown: isMixedDown)
    }

    private static func describe(isMixedDown: Bool) {
        let names = names.withLock(\.self)
        // A program that has given its streams no names has its own reasons; nothing is said to the server without need.
        guard !isDescribed, !names.isEmpty || !isMixedDown || getenv(properties) != nil else { return }
        setenv(properties, "{ \(names)stream.dont-remix = \(!isMixedDown) }", 1)
    }
}
