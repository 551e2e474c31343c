import ArgumentParser
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

@testable import ThudPlayback
@testable import thud

/// The doctor's evaluation of a second of silence.
@Suite(.live) struct SilenceTests {
    private func silence(
        _ ahead: Interval, losses: Int = 0, xruns: Int = 0, lost: Int = 0, doubt: Interval = .zero,
        hasPipeWire: Bool = true
    ) -> Silence {
        var health = EngineHealth()
        (health.framesLost, health.doubt) = (lost, doubt)
        (health.device, health.period, health.xruns, health.deviceLosses) = ("Null PCM", 128, xruns, losses)
        return Silence(
            ahead: ahead, health: health, sampleRate: 48_000, isExclusive: false, forcedQuantum: 0,
            isQuantumNamed: false,
            isThroughPipeWire: false, hasPipeWire: hasPipeWire)
    }

    @Test(arguments: [
        ("powersave", "conservative powersave schedutil", true), ("powersave", "performance powersave", false),
        ("schedutil", "powersave schedutil", false),
    ])
    func `powersave is a warning unless the driver chooses the frequency by itself`(
        name: String, available: String, isWarning: Bool
    ) throws {
        let scratch = try ScratchDirectory(prefix: "thud-governor")
        try scratch.write("\(name)\n", to: "scaling_governor")
        try scratch.write("\(available) \n", to: "scaling_available_governors")
        let finding = Examination(options: try DeviceOptions.parse([])).governor(in: scratch.path)
        #expect(finding?.severity == (isWarning ? .warning : .fine) && finding?.finding == "CPU governor \(name)")
        #expect(Examination(options: try DeviceOptions.parse([])).governor(in: "nowhere") == nil)
    }

    @Test func `the device is opened once to describe it and once to play`() async throws {
        var surroundings = try Surroundings()
        let log = surroundings.scratch.file("opened")
        surroundings.environment["ALSA_CONFIG_PATH"] = try surroundings.scratch.write(
            """
            </usr/share/alsa/alsa.conf>
            pcm.counted { type file slave.pcm null format raw file "|echo opened >>\(log); cat >/dev/null" }
            """, to: "asoundrc")
        let outcome = try await surroundings.thud(["doctor", "--device", "counted"])
        #expect(outcome.output.contains("sound device        counted: "), "\(outcome)")
        #expect(surroundings.scratch.text(of: "opened").split(separator: "\n").count == 2)
    }

    private func latency(of ahead: Interval) -> Finding { silence(ahead).latency }

    @Test func `a lost device is reported with the number of losses`() {
        let fast = Interval.milliseconds(5)
        #expect(silence(fast).device.finding == "Null PCM, mixes with other programs")
        #expect(silence(fast, losses: 1).device.finding == "lost 1 time in a second")
        #expect(silence(fast, losses: 2).device.finding == "lost 2 times in a second")
        #expect(silence(fast, losses: 2).device.severity == .failure)
    }

    @Test(arguments: [
        ("bluez_output.00_1B_66_AB_CD_EF.1", true), ("alsa_output.pci-0000_00_1f.3.analog-stereo", false), (nil, false),
    ])
    func `a default sink over Bluetooth is a failure`(sink: String?, isFound: Bool) throws {
        var server = PipeWireServer()
        server.defaultSink = sink
        let findings = Examination(options: try DeviceOptions.parse([])).findings(on: server, rate: 48_000)
        #expect(findings.contains { $0.subject == "bluetooth" && $0.severity == .failure } == isFound)
    }

    @Test func `pipewire is recommended only if one answers, and a single xrun is counted in the singular`() {
        let slow = Interval.milliseconds(30)
        #expect(silence(slow).latency.remedy?.contains("--device pipewire") == true)
        #expect(silence(slow, hasPipeWire: false).latency.remedy?.contains("pipewire") == false)
        #expect(silence(slow, xruns: 1).steadiness.finding == "1 xrun in a second of silence")
        #expect(silence(slow, xruns: 2).steadiness.finding == "2 xruns in a second of silence")
    }

    @Test func `a device that loses half of the silence fails, and a few frames are only a warning`() {
        let fast = Interval.milliseconds(5)
        #expect(silence(fast, xruns: 90, lost: 24_000).steadiness.severity == .failure)
        #expect(silence(fast, xruns: 90, lost: 24_000).steadiness.finding == "0.5 s of a second of silence was lost")
        #expect(silence(fast, xruns: 1, lost: 200).steadiness.severity == .warning)
    }

    @Test func `the accuracy of the latency is given if it is not exact`() {
        #expect(silence(.milliseconds(6), doubt: .milliseconds(4)).latency.finding.hasSuffix(", accurate to 4.0 ms"))
        #expect(!silence(.milliseconds(6)).latency.finding.contains("known"))
    }

    @Test func `a cue within the budget is fine, and a slow one is reported`() {
        #expect(latency(of: .milliseconds(6)).severity == .fine)
        #expect(latency(of: .milliseconds(30)).severity == .warning)
        #expect(latency(of: .milliseconds(60)).severity == .failure)
    }

    @Test func `a stream that has fallen behind is no low latency`() {
        let finding = latency(of: .milliseconds(-995))
        #expect(finding.severity == .failure && !finding.finding.contains("-"), "\(finding)")
    }
}
