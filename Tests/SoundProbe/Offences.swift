import CThudALSA
import CThudSystem
import Glibc

/// Does, on a thread with the name of Thud's audio thread, what that thread never does: between two calls of alsa-lib five allocations
/// that are freed again, and three locks. What it does behind the last call is no offence.
func offend() throws {
    var pcm: OpaquePointer?
    guard snd_pcm_open(&pcm, "null", SND_PCM_STREAM_PLAYBACK, 0) == 0 else { return }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { pcm in
            // A text that Swift lends to C is freed after the call, when the judge counts already.
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
