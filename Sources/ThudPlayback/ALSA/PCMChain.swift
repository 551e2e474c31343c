/// What alsa-lib says of the plugins between a PCM and its device.
public enum PCMChain {
    /// The chain of the playback PCM `name`, in alsa-lib's words; it is opened for a moment and not set up.
    ///
    /// - Throws: `DeviceError` where it cannot be opened.
    public static func describe(_ name: String) throws(DeviceError) -> String {
        try PCMHandle(name: name).describeChain()
    }

    /// The chain as it is once the PCM is set up for `request`: only then does `plug` put in what it needs to convert with.
    ///
    /// - Throws: `DeviceError` where the PCM cannot be used so.
    public static func describe(setUpFor request: PCMRequest) throws(DeviceError) -> String {
        let device = try ALSADevice(request)
        defer { device.close() }
        return device.describeChain()
    }
}
