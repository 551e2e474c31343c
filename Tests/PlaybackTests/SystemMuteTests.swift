import Testing

@testable import ThudPlayback

@Suite struct SystemMuteTests {
    private let on = SystemMute.Channel()
    private let off = SystemMute.Channel(isOn: false)
    private let down = SystemMute.Channel(isDown: true)

    @Test func `a system is muted where every channel is off or all the way down`() {
        #expect(SystemMute.isMuted(channels: [off]))
        #expect(SystemMute.isMuted(channels: [off, off]))
        #expect(SystemMute.isMuted(channels: [down, off]))
    }

    @Test func `one channel that sounds is enough not to be muted`() {
        #expect(!SystemMute.isMuted(channels: [off, on]))
        #expect(!SystemMute.isMuted(channels: [on, down]))
        #expect(!SystemMute.isMuted(channels: []))
    }
}
