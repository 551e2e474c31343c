import ThudPlayback

/// What the sound server and the plugins before it do to latency.
extension Examination {
    /// What the server's settings cost.
    func findings(on server: SoundServer) -> [Finding] {
        [quantum(server), bluetooth(server), resampling(server)].compactMap(\.self)
    }

    private func quantum(_ server: SoundServer) -> Finding? {
        guard let quantum = server.forcedQuantum else { return nil }
        guard isLong(quantum) else {
            return Finding(
                severity: .fine, subject: "quantum",
                finding: quantum == 0 ? "not forced" : "forced to \(quantum) frames")
        }
        return Finding(
            severity: .warning, subject: "quantum",
            finding: "forced to \(quantum) frames, which every cue waits for",
            remedy: SoundServer.unforcing)
    }

    /// Whether every cue waits for a quantum of so many frames.
    func isLong(_ quantum: Int) -> Bool { quantum > 2 * options.period.value }

    private func bluetooth(_ server: SoundServer) -> Finding? {
        guard server.isBluetooth else { return nil }
        return Finding(
            severity: .failure, subject: "bluetooth",
            finding: "the default sink is Bluetooth, which adds 100 ms and more that no program is told of",
            remedy: "choose another with wpctl status and wpctl set-default ID, or plug in a cable")
    }

    /// A filter on the way costs delay and sharpness.
    private func resampling(_ server: SoundServer) -> Finding? {
        let device = options.request
        if chain.contains("Rate conversion PCM") {
            return Finding(
                severity: .warning, subject: "resampling", finding: "\(device.name) converts the rate in alsa-lib",
                remedy: (server.answers ? "--device pipewire, or " : "")
                    + "a PCM that takes \(device.sampleRate) Hz (thud devices)")
        }
        guard let rate = server.rate else { return nil }
        guard rate != device.sampleRate else {
            return Finding(severity: .fine, subject: "resampling", finding: "none: the graph runs at \(rate) Hz")
        }
        return Finding(
            severity: .warning, subject: "resampling",
            finding: "the graph runs at \(rate) Hz and converts the \(device.sampleRate) Hz of every cue",
            remedy: "pw-metadata -n settings 0 clock.force-rate \(device.sampleRate)")
    }
}
