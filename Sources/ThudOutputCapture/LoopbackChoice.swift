/// Where the bench listens.
public enum LoopbackChoice: Hashable, Sendable {
    /// Wherever what the output plays can be heard again: its monitor, or the other end of a loopback card.
    case automatic
    /// Nowhere: latencies are predictions.
    case off
    /// A capture PCM that somebody names: a cable, a microphone.
    case pcm(String)

    /// As the command line writes it: `auto`, `off`, or the name of a PCM.
    public init(_ text: String) {
        switch text {
        case "auto": self = .automatic
        case "off": self = .off
        default: self = .pcm(text)
        }
    }
}
