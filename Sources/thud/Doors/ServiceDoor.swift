import ThudCore

/// A way into the service, such as `OSCDoor`. It appends the `CueLine` of each request to its client's `lines`, and
/// `takeReports()` of the client returns what became of them.
///
/// All calls come from the thread that triggers cues, so none may block. `ListenCommand` opens the doors.
protocol ServiceDoor: AnyObject {
    /// Those who request something through it.
    var clients: [ServiceClient] { get }
    /// Whether no more requests will come.
    var isDone: Bool { get }
    /// Registers what the next sleep waits for, with a handler that gives requests to the service.
    func register(in loop: EventLoop, for service: CueService)
    /// Takes the clients' reports of this turn.
    func settle(for service: CueService)
    /// Ends the door with the service. A reader of reports that can wait is waited for until `deadline`.
    func close(by deadline: Instant)
}
