// Renders a script of cues without a device, and writes floats: left, right, haptic.
//
//     pulled FOLDER SCRIPT FRAMES >cues.raw     a line of the script: seconds from the start, and a cue
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thud.h>

constexpr long block = 500, rate = 48000;

// An open folder. It is closed when it goes out of scope.
class Feedback {
public:
    explicit Feedback(const std::string &folder) {
        thud_options options = {};
        options.size = sizeof options;
        options.folder = folder.c_str();
        options.sample_rate = rate;
        thud *opened;
        std::array<char, THUD_ERROR_SIZE> error;
        if (thud_open_pulled(&options, &opened, error.data(), error.size()) != THUD_OK)
            throw std::runtime_error(error.data());
        handle.reset(opened);
    }

    void play(const std::string &cue) {
        if (thud_play(handle.get(), cue.c_str(), 0, 0) < 0) throw std::runtime_error(thud_error(handle.get()));
    }

    void render(long frames) {
        std::array<float, block> left, right, haptic;
        for (long count; frames > 0; frames -= count) {
            count = std::min(frames, block);
            thud_render(handle.get(), count, 0, left.data(), right.data(), haptic.data());
            for (long i = 0; i < count; i++) {
                const float frame[] = {left[i], right[i], haptic[i]};
                std::cout.write(reinterpret_cast<const char *>(frame), sizeof frame);
            }
        }
    }

private:
    struct Close {
        void operator()(thud *handle) const { thud_close(handle); }
    };
    std::unique_ptr<thud, Close> handle;
};

int main(int count, char **arguments) try {
    if (count != 4) throw std::runtime_error("usage: pulled FOLDER SCRIPT FRAMES");
    Feedback feedback(arguments[1]);
    std::ifstream script(arguments[2]);
    if (!script) throw std::runtime_error("the script cannot be read");
    long head = 0;
    std::string cue;
    for (double seconds; script >> seconds >> cue;) {
        const long start = std::lround(seconds * rate);
        feedback.render(start - head);
        head = start;
        feedback.play(cue);
    }
    if (!script.eof()) throw std::runtime_error("expected seconds and a cue on each line of the script");
    feedback.render(std::stol(arguments[3]) - head);
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
