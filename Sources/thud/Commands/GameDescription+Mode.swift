import ArgumentParser
import ThudGameKit

extension GameDescription {
    /// Refuses a mode that the game does not have; nil is accepted.
    func checkMode(_ name: String?) throws(ValidationError) {
        guard mode(name) == nil else { return }
        let names = modes.map(\.name).joined(separator: ", ")
        throw ValidationError("\(self.name) has no mode \(name ?? ""); choose one of \(names)")
    }
}
