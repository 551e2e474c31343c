import Foundation
import Glibc
import ThudCore
import ThudReports

/// The measurements of one peer; times in milliseconds.
struct PeerMetrics {
    /// From each trigger to the click on the sink's monitor.
    let latencies: DurationHistogram
    /// Triggers after which no click was found.
    let missed: Int
    /// Processor time in percent of one core, ready and silent; nil where nothing runs between two sounds.
    let idle: Double?
    /// The same while it plays.
    let playing: Double
    /// The peak of resident memory in MiB.
    let memory: Double
    /// From its start until it was ready; nil where nothing is made ready.
    let ready: Double?
    /// From its start until its first click was out, had it been asked for at once; nil where that was missed.
    let firstSound: Double?

    /// The latency that so many per cent of the triggers do not exceed; nil where none was heard.
    func percentile(_ percent: Double) -> Double? {
        latencies.isEmpty ? nil : latencies.percentile(percent).milliseconds
    }

    /// The standard deviation of the latencies; nil where fewer than two were heard.
    var jitter: Double? { latencies.count > 1 ? latencies.jitter : nil }
}

/// Processor time and memory of another process, from the kernel.
enum ProcessMetrics {
    /// The processor time of a process and of those of its children that it has waited for, in seconds.
    ///
    /// The process's own comes from its clock, to the nanosecond; that of its children in the kernel's ticks.
    static func processorTime(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        // After the name, which may hold spaces, `stat` goes on with field 3; 16 and 17 are the children's times.
        let fields = text(process, "stat").split(separator: ")").last?.split(separator: " ") ?? []
        let children = fields.count > 14 ? (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0) : 0
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 + children / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The peak of a process's resident memory in MiB.
    static func peakMemory(of process: pid_t) -> Double {
        let line = text(process, "status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        return (kibibytes.flatMap { Double($0) } ?? 0) / 1024
    }

    private static func text(_ process: pid_t, _ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data(), as: UTF8.self)
    }
}
