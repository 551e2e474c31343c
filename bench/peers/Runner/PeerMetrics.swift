import Foundation
import Glibc
import ThudCore
import ThudReports

/// The measurements of one peer; times are in milliseconds.
struct PeerMetrics {
    /// The latency from each trigger to the click on the sink's monitor.
    let latencies: DurationHistogram
    /// How many triggers had no click.
    let missed: Int
    /// Processor time in percent of one core while ready and silent; nil if nothing runs between two sounds.
    let idle: Double?
    /// Processor time in percent of one core while it plays.
    let playing: Double
    /// The peak of resident memory in MiB.
    let memory: Double
    /// The time from its start until it was ready; nil if nothing is prepared.
    let ready: Double?
    /// The time from its start until its first click was out, had it been requested at once; nil if that click was
    /// missed.
    let firstSound: Double?

    /// Returns the latency that this many per cent of the triggers do not exceed; nil if none was heard.
    func percentile(_ percent: Double) -> Double? {
        latencies.isEmpty ? nil : latencies.percentile(percent).milliseconds
    }

    /// The standard deviation of the latencies; nil if fewer than two were heard.
    var jitter: Double? { latencies.count > 1 ? latencies.jitter : nil }
}

/// Processor time and memory of another process, from the kernel.
enum ProcessMetrics {
    /// Returns the processor time in seconds of a process and of those of its children that it has waited for.
    ///
    /// The process's own time comes from its clock, in nanoseconds; that of its children in kernel ticks.
    static func processorTime(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        // After the name, which may contain spaces, `stat` continues with field 3; 16 and 17 are the children's times.
        let fields = text(process, "stat").split(separator: ")").last?.split(separator: " ") ?? []
        let children = fields.count > 14 ? (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0) : 0
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 + children / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the peak of a process's resident memory in MiB.
    static func peakMemory(of process: pid_t) -> Double {
        let line = text(process, "status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        return (kibibytes.flatMap { Double($0) } ?? 0) / 1024
    }

    private static func text(_ process: pid_t, _ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data(), as: UTF8.self)
    }
}
