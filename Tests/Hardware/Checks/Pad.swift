import Foundation
import Synchronization
import ThudCore
import ThudGameKit
import ThudTestSupport
import VirtualPad

/// A simulated pad made by the kernel.
final class Pad: Sendable {
    private let descriptor: Mutex<Int32>

    /// Creates a pad with sensors or sticks.
    init(_ name: String, isSensors: Bool) throws {
        let made = virtual_pad_make(name, isSensors)
        guard made >= 0 else { throw Refuted(description: "no pad can be made: \(ThudError.words())") }
        descriptor = Mutex(made)
    }

    deinit { unplug() }

    /// Returns the path of its node.
    func node() throws -> String {
        try descriptor.withLock { pad in
            var path = [CChar](repeating: 0, count: 256)
            guard virtual_pad_node(pad, &path, Int32(path.count)) else {
                throw Refuted(description: "the pad has no node")
            }
            return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// Reports a sample in the pad's own units.
    func report(_ sample: MotionSample) {
        let turn = sample.rotationRate * (180 / Double.pi)
        let axes = (0..<3).map { sample.acceleration[$0] * 8_192 } + (0..<3).map { turn[$0] * 1_024 }
        descriptor.withLock { pad in
            if pad >= 0 { virtual_pad_report(pad, axes.map { Int32($0.rounded()) }) }
        }
    }

    /// Removes the pad.
    func unplug() {
        descriptor.withLock { pad in
            if pad >= 0 { close(pad) }
            pad = -1
        }
    }
}

/// A simulated head that wears a pad. It moves from its creation until it is released.
final class Wearer: Sendable {
    private struct State {
        var head: SyntheticMotion
        var count = 0
        var isStopped = false
    }

    private let state: Mutex<State>
    private let pad: Pad

    /// Creates a head with the pad in the hand.
    init(_ pad: Pad) {
        self.pad = pad
        state = Mutex(State(head: SyntheticMotion(seed: 9, start: .now())))
        Task { [weak self] in
            while self?.read() == true { try? await Task.sleep(for: .milliseconds(10)) }
        }
    }

    /// The number of readings so far.
    var count: Int { state.withLock { $0.count } }

    /// Starts a gesture now.
    func perform(_ gesture: HeadGesture) { state.withLock { $0.head.perform(gesture, at: .now()) } }

    /// Stops the sensor readings.
    func stop() { state.withLock { $0.isStopped = true } }

    private func read() -> Bool {
        state.withLock { state in
            guard !state.isStopped else { return false }
            if let sample = state.head.sample(at: .now()) { pad.report(sample.fromBehind) }
            state.count += 1
            return true
        }
    }
}
