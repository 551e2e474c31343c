import CThudALSA
import Glibc
import Synchronization

/// An ALSA PCM, opened and set up. The audio thread holds its `output`; this object opens, owns and closes.
final class ALSADevice: AudioDevice {
    let output: Output
    let sampleRate: Int
    let summary: String
    private let alsa: ALSAOutput
    private let handle: Mutex<PCMHandle?>

    /// Opens `request.name`.
    ///
    /// - Throws: `DeviceError` where there is no such PCM, it does not answer, it cannot do what is needed, or it would
    ///   shut other programs out and that was not asked for.
    init(_ request: PCMRequest) throws(DeviceError) {
        if !request.isExclusiveAllowed, PCMName.isExclusive(request.name) {
            throw DeviceError.exclusive(request.name)
        }
        let handle = try PCMHandle(name: request.name)
        // Before it is set up, which is what takes a card from others.
        let chain = handle.describeChain()
        if !request.isExclusiveAllowed, PCMName.isExclusive(chain: chain) {
            throw DeviceError.exclusive(request.name)
        }
        let setup = try PCMSetup(handle, request)
        let count = max(0, Int(snd_pcm_poll_descriptors_count(handle.pcm)))
        let descriptors = UnsafeMutablePointer<pollfd>.allocate(capacity: count + 1)
        descriptors.initialize(repeating: pollfd(), count: count + 1)
        snd_pcm_poll_descriptors(handle.pcm, descriptors, UInt32(count))
        let bytes = setup.capacity * setup.format.bytes * setup.layout.channels
        alsa = ALSAOutput(
            pcm: handle.pcm, period: setup.period, capacity: setup.capacity, sampleRate: setup.sampleRate,
            layout: setup.layout, format: setup.format,
            frames: .allocate(byteCount: bytes, alignment: 16), descriptors: descriptors, descriptorCount: count,
            isPacedByClock: PCMName.isUnpaced(chain: chain))
        output = .alsa(alsa)
        sampleRate = setup.sampleRate
        summary =
            "\(request.name): \(setup.sampleRate) Hz, \(setup.layout.channels) channels, "
            + "period \(setup.period), buffer \(setup.capacity)"
        self.handle = Mutex(consume handle)
    }

    /// The chain of plugins down to the device, with those that the set-up put in; nothing once it is closed.
    func describeChain() -> String {
        handle.withLock { $0?.describeChain() ?? "" }
    }

    func close() {
        handle.withLock { $0 = nil }
    }

    deinit {
        alsa.frames.deallocate()
        alsa.descriptors.deallocate()
    }
}
