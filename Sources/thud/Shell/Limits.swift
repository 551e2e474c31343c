import Glibc
import ThudCore

/// The limits of the shell that started the program (ulimit), below which a sound server's library would crash, and the
/// clock, without which nothing has a time.
enum Limits {
    /// Descriptors: each stream takes about 25; a bench, the records of a tournament and the loading of cues take more.
    private static func leastDescriptors(streams: rlim_t = 1) -> rlim_t { 32 + 32 * streams }
    /// Address space in MiB: the libraries, the cues of all games and the threads take up to 600.
    private static let leastMebibytes: rlim_t = 768
    /// Seventy years after the start of the system, long before sums of times overflow.
    private static let latest = Instant(nanoseconds: 1 << 61)

    /// - Throws: `ThudError` (bad input) if a limit is too low to play anything, or if the clock makes no sense.
    static func check() throws(ThudError) {
        let now = Instant.now()
        guard Instant(nanoseconds: 0) <= now, now < latest else {
            throw ThudError(
                .badInput,
                "the clock CLOCK_MONOTONIC shows \(now.nanoseconds / 1_000_000_000) s; end what changes it for this program"
            )
        }
        try checkDescriptors()
        if let limit = soft(Int32(RLIMIT_AS.rawValue)), limit >> 20 < leastMebibytes {
            throw ThudError(
                .badInput,
                "only \(limit >> 20) MiB of address space are allowed here; allow \(leastMebibytes) with `ulimit -v unlimited`"
            )
        }
    }

    /// - Throws: `ThudError` (bad input) if too few files may be open for so many streams.
    static func checkDescriptors(streams: rlim_t = 1) throws(ThudError) {
        let least = leastDescriptors(streams: streams)
        guard let limit = soft(Int32(RLIMIT_NOFILE.rawValue)), limit < least else { return }
        throw ThudError(.badInput, "only \(limit) files may be open here; allow \(least) with `ulimit -n 1024`")
    }

    /// Returns how many things of these sizes fit beside a stream, at least one.
    static func room(descriptors: rlim_t, mebibytes: rlim_t, atMost most: Int) -> Int {
        let files = soft(Int32(RLIMIT_NOFILE.rawValue)).map { ($0 - min($0, leastDescriptors())) / descriptors }
        let space = soft(Int32(RLIMIT_AS.rawValue)).map { (($0 >> 20) - min($0 >> 20, leastMebibytes)) / mebibytes }
        return max(1, [files, space].compactMap { $0.map { Int(clamping: $0) } }.reduce(most, min))
    }

    /// Ends the program if the clock did not move while the program slept from `start` for `slept`, because nothing
    /// would ever be due.
    static func checkClock(after slept: Interval, from start: Instant) {
        let reached = Instant.now() - start
        guard slept >= .milliseconds(1), reached.nanoseconds < slept.nanoseconds / 2 else { return }
        let moved = reached < .zero ? "runs backwards" : "stands still"
        // Remarks may be written in the background, and the end does not wait for that.
        Console.write(
            "thud: the clock CLOCK_MONOTONIC \(moved); end what changes it for this program\n", to: STDERR_FILENO)
        ExitStatus.badInput.end()
    }

    private static func soft(_ resource: Int32) -> rlim_t? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
        return limit.rlim_cur
    }
}
