import CThudALSA
import ThudPlayback

/// A way to hear what a PCM puts out.
public struct LoopbackSource: Hashable, Sendable {
    /// What lies between the output and the capture.
    public enum PathDelay: Hashable, Sendable {
        /// Nothing that the capture's own delay does not count.
        case none
        /// Something, for this reason.
        case unknown(String)
    }

    /// In words: `the monitor of default through PipeWire`.
    public let description: String
    /// What a captured instant is late by, beside what the capture itself tells.
    public let pathDelay: PathDelay
    /// The PCM to capture from.
    let name: String
    /// The configuration in which `name` is defined; nil for the system's own.
    let configuration: String?
    /// What PipeWire is asked for as the stream is made.
    let properties: String?

    /// A sink's monitor, captured at the longest usual quantum: a capture that asked for a shorter one would lower it for
    /// everybody, and so flatter what it measures.
    ///
    /// - Parameter sink: its name, or nil for the usual one.
    static func monitor(of sink: String?) -> String {
        let target = sink.map { ", target.object = \"\(escaped($0))\"" } ?? ""
        return "{ stream.capture.sink = true, node.latency = 2048/48000, node.name = thud-bench\(target) }"
    }

    /// As it stands between quotation marks.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += ["\"", "\\"].contains($1) ? "\\\($1)" : "\($1)" }
    }

    /// Where to listen to what `device` puts out.
    ///
    /// - Parameter graphRate: the frames a second at which the sound server mixes, where that is known. At another rate than
    ///   the capture's its samples are converted, and by what that delays them is not told.
    /// - Throws: `LoopbackError` where there is no such place.
    public static func find(
        for device: String, _ choice: LoopbackChoice, graphRate: Int? = nil
    ) throws(LoopbackError) -> LoopbackSource? {
        switch choice {
        case .off: return nil
        case .pcm(let name):
            return LoopbackSource(
                description: "the capture PCM \(name)",
                pathDelay: .unknown("a cable's converters or the air add a delay that nothing tells"), name: name,
                configuration: nil, properties: nil)
        case .automatic: return try automatic(device, graphRate)
        }
    }

    private static func chain(of device: String) throws(LoopbackError) -> String {
        do throws(DeviceError) {
            return try PCMChain.describe(device)
        } catch {
            throw LoopbackError("\(error)")
        }
    }

    private static func automatic(_ device: String, _ graphRate: Int?) throws(LoopbackError) -> LoopbackSource {
        if let twin = LoopbackCard.twin(of: device) {
            return LoopbackSource(
                description: "\(twin), the other end of \(device)", pathDelay: .none, name: twin, configuration: nil,
                properties: nil)
        }
        let chain = try chain(of: device)
        let definition = PCMDefinition.read(device)
        if chain.contains("PipeWire") {
            // A PCM that is made without a definition that tells its sink would be captured from the wrong one.
            guard definition?.type == "pipewire" else { throw unknownSink(device, "PipeWire") }
            return LoopbackSource(
                description: "the monitor of \(sink(definition, device)) through PipeWire",
                pathDelay: conversion(from: graphRate),
                name: device, configuration: nil, properties: monitor(of: definition?.sink))
        }
        if chain.contains("PulseAudio") {
            guard definition?.type == "pulse" else { throw unknownSink(device, "PulseAudio") }
            let monitor = definition?.sink.map { "\($0).monitor" } ?? "@DEFAULT_MONITOR@"
            return LoopbackSource(
                description: "the monitor of \(sink(definition, device)) through PulseAudio",
                pathDelay: .unknown("PulseAudio's monitor does not tell how old its samples are"), name: "thud_monitor",
                configuration: "pcm.thud_monitor { type pulse device \"\(escaped(monitor))\" }", properties: nil)
        }
        throw LoopbackError(
            "what \(device) plays cannot be heard again; play through PipeWire, name a capture PCM with --loopback, "
                + "or say --loopback off for predictions alone")
    }

    /// What a server that mixes at a rate adds to a capture at ours.
    static func conversion(from graphRate: Int?) -> PathDelay {
        guard let graphRate, graphRate != CapturePCM.sampleRate else { return .none }
        return .unknown("the capture is converted from \(graphRate) Hz, and nothing tells by what that delays it")
    }

    /// What is captured, in words: the sink, where the PCM names one.
    private static func sink(_ definition: PCMDefinition?, _ device: String) -> String {
        definition?.sink.map { "\($0), to which \(device) plays," } ?? device
    }

    private static func unknownSink(_ device: String, _ server: String) -> LoopbackError {
        LoopbackError(
            "\(device) plays through \(server), and its definition does not tell to which sink; "
                + "name that sink's monitor with --loopback, or say --loopback off for predictions alone")
    }
}

/// Why nothing can be captured: one sentence.
public struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What and why, and what to do.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The one funnel for ALSA's return codes.
    @discardableResult
    static func check(_ result: Int32, _ name: String, _ doing: String) throws(LoopbackError) -> Int32 {
        guard result < 0 else { return result }
        throw LoopbackError(
            "\(name) failed while \(doing): \(String(cString: snd_strerror(result))); "
                + "name another capture PCM with --loopback, or say --loopback off")
    }
}
