/// Reading and writing sound files.
///
/// Read: WAV (PCM or float), FLAC, Ogg (Vorbis or Opus), within `SoundLimits`. Written: WAV and FLAC, 24 bits.
/// Everything else is refused before a decoder sees it: the rarer formats are where libsndfile's memory-safety
/// flaws were found.
public enum SoundFile {}
