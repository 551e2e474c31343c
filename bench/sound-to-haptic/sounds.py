"""Sounds with known onsets, to measure sound-to-haptic conversion. Each seed gives other sounds of the same kinds."""

import numpy as np
from scipy.signal import butter, lfilter, sosfilt

RATE = 44_100


def ramp(seconds):
    return np.arange(int(seconds * RATE)) / RATE


def noise(rng, seconds, low=None, high=None):
    samples = rng.standard_normal(int(seconds * RATE))
    if low and high:
        return sosfilt(butter(2, [low, high], "bandpass", fs=RATE, output="sos"), samples)
    if low:
        return sosfilt(butter(2, low, "highpass", fs=RATE, output="sos"), samples)
    if high:
        return sosfilt(butter(2, high, "lowpass", fs=RATE, output="sos"), samples)
    return samples


def pink(rng, seconds):
    count = int(seconds * RATE)
    spectrum = np.fft.rfft(rng.standard_normal(count))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    spectrum[: int(20 * seconds)] = 0
    return np.fft.irfft(spectrum, count)


def burst(rng, seconds, fall, attack=0.0005, low=None, high=None):
    time = ramp(seconds)
    return noise(rng, seconds, low, high) * np.exp(-time / fall) * np.minimum(1, time / attack)


def modes(seconds, partials, fall, attack=0.001):
    """Struck modes: partials of (hertz, strength); higher ones fall faster."""
    time = ramp(seconds)
    lowest = partials[0][0]
    sum_ = sum(g * np.sin(2 * np.pi * f * time) * np.exp(-time * (f / lowest) ** 0.5 / fall) for f, g in partials)
    return sum_ * np.minimum(1, time / attack)


def faded(samples, seconds=0.02):
    """Ends a sound without a click."""
    count = min(len(samples), int(seconds * RATE))
    return samples * np.append(np.ones(len(samples) - count), np.linspace(1, 0, count))


def pluck(rng, hertz, seconds, bright=0.5, loss=0.996):
    """A Karplus-Strong string."""
    period = RATE / hertz - 0.5
    whole = int(period)
    part = period - whole
    feedback = np.zeros(whole + 3)
    feedback[0] = 1
    # A mean of two neighbours, delayed by a fraction of a sample.
    feedback[whole : whole + 3] -= loss * 0.5 * np.array([1 - part, 1, part])
    excitation = np.zeros(int(seconds * RATE))
    excitation[: whole + 1] = lfilter([bright], [1, bright - 1], rng.uniform(-1, 1, whole + 1))
    return faded(lfilter([1], feedback, excitation))


def held(rng, hertz, seconds, attack, release, harmonics=6, tilt=1.0, vibrato=0.0):
    time = ramp(seconds)
    phase = 2 * np.pi * hertz * time + vibrato * hertz / 5.5 * np.sin(2 * np.pi * 5.5 * time)
    tone = sum(np.sin(k * phase + rng.uniform(0, 6.28)) / k**tilt for k in range(1, harmonics + 1) if k * hertz < 16_000)
    return tone * np.minimum(1, time / attack) * np.minimum(1, (seconds - time) / release)


def scale(rng, low, count):
    steps = [0, 2, 3, 5, 7, 8, 10, 12, 14, 15, 17, 19]
    return [low * 2 ** (rng.choice(steps) / 12) for _ in range(count)]


def mix(events, tail=0.5):
    """Adds up (time, samples); returns the sound and the times."""
    end = max(time + len(samples) / RATE for time, samples in events) + tail
    sound = np.zeros(int(end * RATE) + 1)
    for time, samples in events:
        start = int(time * RATE)
        sound[start : start + len(samples)] += samples
    return sound, merged([time for time, _ in events])


def merged(times):
    """Onsets closer than 30 ms are one: a finger cannot tell them apart."""
    kept = []
    for time in sorted(times):
        if not kept or time - kept[-1] >= 0.03:
            kept.append(time)
    return kept


def every(rng, count, shortest, longest, start=None):
    start = rng.uniform(0.05, 0.4) if start is None else start
    return start + np.concatenate([[0], np.cumsum(rng.uniform(shortest, longest, count - 1))])


def beats(rng, count, slowest=90, fastest=170, parts=(1, 2)):
    beat = 60 / rng.uniform(slowest, fastest)
    return rng.uniform(0.05, 0.4) + np.concatenate([[0], np.cumsum([beat / rng.choice(parts) for _ in range(count - 1)])])


# Sounds with onsets


def plucked_melody(rng):
    times, low = beats(rng, 16), rng.uniform(82, 330)
    ring, loss, bright = rng.uniform(0.4, 2.5), rng.uniform(0.99, 0.999), rng.uniform(0.2, 0.9)
    return mix([(t, rng.uniform(0.4, 1) * pluck(rng, f, ring, bright, loss)) for t, f in zip(times, scale(rng, low, 16))])


def plucked_chords(rng):
    events = []
    for time in every(rng, 6, 0.4, 1.0):
        spread = rng.uniform(0, 0.006)
        for string, hertz in enumerate(scale(rng, rng.uniform(82, 165), int(rng.integers(3, 6)))):
            events.append((time + spread * string, 0.4 * pluck(rng, hertz, 1.5)))
    return mix(events)


def mallets(rng):
    times, low, fall = beats(rng, 16), rng.uniform(200, 700), rng.uniform(0.08, 0.5)
    return mix([(t, rng.uniform(0.3, 1) * modes(1.2, [(f, 1), (3.9 * f, 0.3), (9.2 * f, 0.1)], fall))
                for t, f in zip(times, scale(rng, low, 16))])


def piano(rng):
    times, low = beats(rng, 14), rng.uniform(110, 260)
    stiff = 4e-4
    return mix([(t, rng.uniform(0.4, 1) * modes(2, [(k * f * (1 + stiff * k * k) ** 0.5, 1 / k) for k in range(1, 12)], 0.6, 0.003))
                for t, f in zip(times, scale(rng, low, 14))])


def bass_line(rng):
    """One string: each note ends the last one."""
    times, low, fall, bright = beats(rng, 16), rng.uniform(41, 65), rng.uniform(0.15, 0.5), rng.uniform(300, 2_000)
    def tone(hertz, length):
        time = ramp(length)
        wave = sosfilt(butter(2, bright, fs=RATE, output="sos"), 2 * (hertz * time % 1) - 1)
        return faded(wave * np.exp(-time / fall) * np.minimum(1, time / 0.003), 0.01)
    lengths = np.append(np.diff(times), 0.5)
    return mix([(t, tone(f, length)) for t, f, length in zip(times, scale(rng, low, 16), lengths)])


def pads(rng):
    events, attack = [], rng.uniform(0.03, 0.25)
    for time in every(rng, 6, 0.8, 1.5):
        for hertz in rng.uniform(110, 260) * 2 ** (np.array([0, rng.choice([3, 4]), 7]) / 12):
            events.append((time, 0.2 * held(rng, hertz, 1.2, attack, 0.4, harmonics=int(rng.integers(2, 8)))))
    return mix(events)


def flute(rng):
    times, low, attack = every(rng, 10, 0.3, 0.7), rng.uniform(300, 700), rng.uniform(0.02, 0.06)
    lengths = np.append(np.diff(times), 0.5)
    return mix([(t, held(rng, f, length * rng.uniform(0.85, 1), attack, 0.03, 5, 1.5, 0.02))
                for t, f, length in zip(times, scale(rng, low, 10), lengths)])


def legato(rng):
    """A bowed string whose pitch changes without a gap."""
    times = every(rng, 8, 0.3, 0.7)
    lengths = np.append(np.diff(times), 0.6)
    steps, hertz = np.cumsum(rng.choice([-5, -4, -3, 3, 4, 5, 7], 8)) % 19, rng.uniform(180, 300)
    return mix([(t, held(rng, hertz * 2 ** (step / 12), length + 0.02, 0.02, 0.02, 10, 1, 0.01))
                for t, step, length in zip(times, steps, lengths)])


def hats(rng):
    rate, low, fall = rng.uniform(6, 12), rng.uniform(5_000, 9_000), rng.uniform(0.015, 0.05)
    times = every(rng, 24, 0.98 / rate, 1.02 / rate)
    return mix([(t, (0.9 if i % 4 == 0 else rng.uniform(0.25, 0.6)) * burst(rng, 0.3, fall * (4 if i % 8 == 6 else 1), low=low))
                for i, t in enumerate(times)])


def kick(rng):
    time = ramp(0.4)
    return np.sin(2 * np.pi * (rng.uniform(45, 60) * time + 4 * (1 - np.exp(-time / 0.03)))) * np.exp(-time / 0.12)


def snare(rng):
    return 0.5 * burst(rng, 0.3, 0.07, low=800) + 0.5 * modes(0.3, [(190, 1), (330, 0.6)], 0.06)


def drum_events(rng, bars=2, level=1.0):
    step, start, events = 60 / rng.uniform(90, 150) / 4, rng.uniform(0.05, 0.4), []
    low, fall = rng.uniform(6_000, 9_000), rng.uniform(0.02, 0.05)
    for index in range(16 * bars):
        time = start + step * index
        if index % 8 == 0 or (index % 16 == 10 and rng.random() < 0.6):
            events.append((time, level * 0.9 * kick(rng)))
        if index % 8 == 4:
            events.append((time, level * 0.7 * snare(rng)))
        if index % 2 == 0:
            events.append((time, level * rng.uniform(0.12, 0.3) * burst(rng, 0.2, fall, low=low)))
    return events


def drums(rng):
    return mix(drum_events(rng))


def drums_in_noise(rng):
    sound, times = mix(drum_events(rng))
    hiss = pink(rng, len(sound) / RATE)
    return sound[: len(hiss)] + hiss / hiss.std() * sound.std() * rng.uniform(0.05, 0.12), times


def room(rng, sound):
    seconds = rng.uniform(0.3, 0.8)
    tail = noise(rng, seconds, high=6_000) * np.exp(-ramp(seconds) / (seconds / 5))
    count = len(sound) + len(tail)
    wet = np.fft.irfft(np.fft.rfft(sound, count) * np.fft.rfft(tail, count), count)[: len(sound)]
    return sound + 0.35 * wet / max(np.abs(wet).max(), 1e-9) * np.abs(sound).max()


def drums_in_a_room(rng):
    sound, times = mix([e for e in drum_events(rng) if np.abs(e[1]).max() > 0.3])
    return room(rng, sound), times


def tune(rng):
    """Drums, a plucked melody and a soft pad."""
    drums_ = drum_events(rng, level=0.8)
    start, end = drums_[0][0], drums_[-1][0]
    count = int((end - start) / 0.4)
    notes = [(start + 0.4 * (i + 1), 0.5 * pluck(rng, f, 1)) for i, f in enumerate(scale(rng, 220, count))]
    sound, times = mix(drums_ + notes)
    pad = held(rng, 110, len(sound) / RATE - 0.1, 1, 0.5) + held(rng, 164.8, len(sound) / RATE - 0.1, 1, 0.5)
    sound[: len(pad)] += 0.04 * pad
    return sound, times


def explosions(rng):
    events = []
    for time in every(rng, 4, 0.9, 2.0):
        fall, high = rng.uniform(0.2, 0.7), rng.uniform(300, 3_000)
        boom = burst(rng, 3.5 * fall, fall, rng.uniform(0.001, 0.01), high=high)
        boom = boom / np.abs(boom).max()
        rumble_ = noise(rng, len(boom) / RATE + 0.01, 25, rng.uniform(60, 200))[: len(boom)]
        boom += rng.uniform(0, 0.6) * rumble_ / np.abs(rumble_).max() * np.exp(-np.arange(len(boom)) / RATE / fall)
        boom = faded(boom, 0.1)
        crack = 0.5 * burst(rng, 0.1, 0.02, low=1_000)
        boom[: len(crack)] += crack / np.abs(crack).max() * rng.uniform(0, 1)
        events.append((time, rng.uniform(0.5, 1) * boom))
    return mix(events)


def shots(rng):
    rate, fall, high = rng.uniform(7, 14), rng.uniform(0.008, 0.03), rng.uniform(2_000, 8_000)
    return mix([(t, rng.uniform(0.7, 1) * burst(rng, 0.25, fall, high=high)) for t in every(rng, 20, 1 / rate, 1 / rate)])


def steps(rng):
    low, high = rng.uniform(80, 200), rng.uniform(800, 3_000)
    return mix([(t, rng.uniform(0.5, 1) * burst(rng, 0.3, rng.uniform(0.02, 0.06), 0.003, low, high)) for t in every(rng, 10, 0.35, 0.6)])


def clicks(rng):
    return mix([(t, rng.uniform(0.3, 1) * modes(0.05, [(rng.uniform(800, 4_000), 1)], rng.uniform(0.002, 0.008), 0.0003))
                for t in every(rng, 14, 0.06, 0.5)])


def chirps(rng):
    events = []
    for time in every(rng, 8, 0.45, 0.7):
        length, low, high = rng.uniform(0.15, 0.4), rng.uniform(200, 800), rng.uniform(1_000, 4_000)
        low, high = (low, high) if rng.random() < 0.5 else (high, low)
        at = ramp(length)
        phase = 2 * np.pi * low * length / np.log(high / low) * ((high / low) ** (at / length) - 1)
        events.append((time, np.sin(phase) * np.minimum(1, at / 0.005) * np.minimum(1, (length - at) / 0.02)))
    return mix(events)


def drops(rng):
    def drop():
        at, hertz = ramp(0.2), rng.uniform(400, 1_500)
        return np.sin(2 * np.pi * hertz * (at + rng.uniform(1, 6) * at**2)) * np.exp(-at / rng.uniform(0.01, 0.04)) * np.minimum(1, at / 0.001)
    return mix([(t, rng.uniform(0.3, 1) * drop()) for t in every(rng, 18, 0.07, 0.35)])


def coins(rng):
    return mix([(t, rng.uniform(0.4, 1) * modes(0.8, [(f, 1) for f in np.sort(rng.uniform(2_000, 12_000, 6))], rng.uniform(0.05, 0.25)))
                for t in every(rng, 8, 0.12, 0.6)])


def knocks(rng):
    return mix([(t, rng.uniform(0.5, 1) * modes(0.4, [(rng.uniform(90, 250), 1), (rng.uniform(300, 700), 0.6), (rng.uniform(900, 2_000), 0.3)], rng.uniform(0.02, 0.08), 0.001))
                for t in every(rng, 10, 0.12, 0.5)])


# Sounds without onsets after their beginning


def pink_noise(rng):
    return pink(rng, 30)


def white_noise(rng):
    return noise(rng, 30)


def rumble(rng):
    return noise(rng, 30, 20, rng.uniform(60, 300))


def wind(rng):
    time = ramp(30)
    gusts = 1 + 0.6 * np.sin(2 * np.pi * rng.uniform(0.1, 0.3) * time) * np.sin(2 * np.pi * rng.uniform(0.2, 0.5) * time)
    return noise(rng, 30, rng.uniform(100, 200), rng.uniform(500, 1_200)) * gusts


def siren(rng):
    time = ramp(30)
    return np.sin(2 * np.pi * 700 * time - 300 / rng.uniform(0.3, 1.5) * np.cos(2 * np.pi * rng.uniform(0.3, 1.5) * time))


def tremolo(rng):
    return held(rng, rng.uniform(150, 400), 30, 0.5, 0.5) * (0.55 - 0.4 * np.cos(2 * np.pi * rng.uniform(3, 7) * ramp(30)))


def vibrato(rng):
    return held(rng, rng.uniform(150, 400), 30, 0.5, 0.5, 8, 1, rng.uniform(0.01, 0.04))


def chord(rng):
    """A held chord, which must neither tap nor ripple."""
    intervals = [[0, 4, 7], [0, 3, 7], [0, 5, 7], [0, 4, 7, 12], [0, 7]][rng.integers(5)]
    low, harmonics = rng.uniform(98, 262), int(rng.integers(1, 9))
    return sum(held(rng, low * 2 ** (i / 12), 6, 0.02, 0.02, harmonics) for i in intervals)


def drone(rng):
    """A low saw, whose pulses are apart."""
    return 2 * (rng.uniform(28, 60) * ramp(6) % 1) - 1


ONSETS = [plucked_melody, plucked_chords, mallets, piano, bass_line, pads, flute, legato, hats, drums, drums_in_noise,
          drums_in_a_room, tune, explosions, shots, steps, clicks, chirps, drops, coins, knocks]
STEADY = [pink_noise, white_noise, rumble, wind, siren, tremolo, vibrato, chord, drone]
