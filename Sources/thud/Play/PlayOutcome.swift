/// How playing ended.
struct PlayOutcome {
    /// The number of the signal that ended it early, if one did.
    let signal: Int32?
    /// Why it counts as failed, if it does.
    let failure: CommandError?
}
