import CThudALSA
import CThudSystem
import Glibc

/// Does what Thud's audio thread never does, on a thread with its name: five allocations with their frees, and three
/// locks, between two alsa-lib calls. Anything after the last call is not an offence.
func offend() throws {
    var pcm: OpaquePointer?
    guard snd_pcm_open(&pcm, "null", SND_PCM_STREAM_PLAYBACK, 0) == 0 else { return }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { pcm in
            // A string that Swift lends to C is freed after the call, when the judge is already counting.
            let name = strdup("thud-audio")
            thud_thread_name(name)
            let pcm = OpaquePointer(pcm)
            snd_pcm_state(pcm)
            commitOffences(allocations: 5, locks: 3)
            snd_pcm_state(pcm)
            commitOffences(allocations: 7, locks: 7)
            return nil
        }, UnsafeMutableRawPointer(pcm))
    pthread_join(thread, nil)
    snd_pcm_close(pcm)
}

private func commitOffences(allocations: Int, locks: Int) {
    var mutex = pthread_mutex_t()
    pthread_mutex_init(&mutex, nil)
    for _ in 0..<allocations { free(malloc(100)) }
    for _ in 0..<locks {
        pthread_mutex_lock(&mutex)
        pthread_mutex_unlock(&mutex)
    }
}
