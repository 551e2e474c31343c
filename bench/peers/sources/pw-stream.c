// A native PipeWire stream whose callback runs in its real-time thread. Argument: the requested frames per cycle.
#include <pipewire/pipewire.h>
#include <spa/param/audio/format-utils.h>
#include <spa/utils/result.h>
#include <stdio.h>
#include <unistd.h>

#include "peer.h"

static const struct click *sound;
static struct pw_thread_loop *loop;
static struct pw_stream *stream;
static atomic_bool is_running;

static void render(void *nothing) {
    (void)nothing;
    struct pw_buffer *wrapped = pw_stream_dequeue_buffer(stream);
    if (wrapped == NULL) return;
    struct spa_data *data = &wrapped->buffer->datas[0];
    const uint32_t stride = 2 * sizeof(float);
    uint32_t frames = data->maxsize / stride;
    if (wrapped->requested != 0 && wrapped->requested < frames) frames = (uint32_t)wrapped->requested;
    click_render(data->data, (float *)data->data + 1, 2, (int)frames);
    data->chunk->offset = 0;
    data->chunk->stride = (int32_t)stride;
    data->chunk->size = frames * stride;
    pw_stream_queue_buffer(stream, wrapped);
    atomic_store(&is_running, true);
}

static const struct pw_stream_events events = {PW_VERSION_STREAM_EVENTS, .process = render};

void peer_open(const struct click *click, char **arguments) {
    sound = click;
    pw_init(NULL, NULL);
    char latency[32];
    snprintf(latency, sizeof latency, "%d/%d", frames_argument(arguments, 64), RATE);
    loop = pw_thread_loop_new("click", NULL);
    demand(loop != NULL, "pw_thread_loop_new", "no loop");
    stream = pw_stream_new_simple(
        pw_thread_loop_get_loop(loop), "click",
        pw_properties_new(
            PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY, "Playback", PW_KEY_MEDIA_ROLE, "Game",
            PW_KEY_NODE_LATENCY, latency, PW_KEY_CONFIG_NAME, "client-rt.conf", NULL),
        &events, NULL);
    demand(stream != NULL, "pw_stream_new_simple", "no stream");
    uint8_t space[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(space, sizeof space);
    const struct spa_pod *format = spa_format_audio_raw_build(
        &builder, SPA_PARAM_EnumFormat,
        &SPA_AUDIO_INFO_RAW_INIT(.format = SPA_AUDIO_FORMAT_F32, .channels = 2, .rate = RATE));
    int code = pw_stream_connect(
        stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
        PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS | PW_STREAM_FLAG_RT_PROCESS, &format, 1);
    demand(code >= 0, "pw_stream_connect", spa_strerror(code));
    demand(pw_thread_loop_start(loop) == 0, "pw_thread_loop_start", "refused");
    while (!atomic_load(&is_running)) usleep(200);
}

void peer_play(void) { click_begin(sound); }

void peer_close(void) {
    pw_thread_loop_stop(loop);
    pw_stream_destroy(stream);
    pw_thread_loop_destroy(loop);
    pw_deinit();
}
