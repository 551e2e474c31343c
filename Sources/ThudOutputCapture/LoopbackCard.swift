/// ALSA's loopback card (snd-aloop): what goes into a subdevice of one of its two devices comes out of the same
/// subdevice of the other.
enum LoopbackCard {
    /// The PCM at the other end of `device`, written as `hw:Loopback,0,3`; nil where that is no such card.
    static func twin(of device: String) -> String? {
        let parts = device.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["hw", "plughw"].contains(parts[0]) else { return nil }
        let place = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(field)
        guard place.first == "Loopback" else { return nil }
        let number = place.count > 1 ? place[1] : "0"
        let subdevice = place.count > 2 ? place[2] : "0"
        guard let other = ["0": "1", "1": "0"][number], Int(subdevice) != nil else { return nil }
        return "plughw:Loopback,\(other),\(subdevice)"
    }

    /// `DEV=1` and `1` alike.
    private static func field(_ text: Substring) -> String {
        String(text.split(separator: "=", maxSplits: 1).last ?? text)
    }
}
