import FuzzSupport
import Glibc
import ThudAudioToHaptics
import ThudCore
import ThudPatterns
import ThudSoundFiles

/// A nameless file, because sounds are read only from paths. It is in memory, so that no disk slows it down.
private let scratch: CInt = {
    let name = "/fuzz-sound-\(getpid())"
    defer { shm_unlink(name) }
    return shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSound(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    require(ftruncate(scratch, 0) == 0 && pwrite(scratch, data, size, 0) == size, "no memory for the file")
    do throws(ThudError) {
        let sound = try SoundFile.read("/proc/self/fd/\(scratch)")
        check(sound)
    } catch {
        require(!error.description.contains(where: \.isNewline), "more than one line: \(error)")
    }
    return 0
}

private func check(_ sound: Sound) {
    require(SoundLimits.sampleRates.contains(sound.sampleRate), "a rate of \(sound.sampleRate) Hz")
    require(sound.frameCount > 0, "a sound without a frame")
    require(sound.channels.joined().allSatisfy { abs($0) <= SoundLimits.maximumMagnitude }, "an absurd sample")
    guard sound.frameCount <= 1_024 else { return }
    let pattern = SoundTranscription(sound).pattern
    let again = try? AHAP.read(Array(AHAP.text(pattern).utf8), file: "fuzz.ahap")
    require(again == pattern, "transcribed, written and read again it differs")
}
