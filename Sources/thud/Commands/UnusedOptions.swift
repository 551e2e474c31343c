import ArgumentParser

/// An option's name, and whether it was given.
typealias OptionUse = (name: String, isGiven: Bool)

/// Refuses options that would have no effect beside others.
enum UnusedOptions {
    /// - Parameter reason: what follows the name of the first option that was given.
    static func refuse(_ options: [OptionUse], _ reason: String) throws(ValidationError) {
        guard let name = options.first(where: \.isGiven)?.name else { return }
        throw ValidationError("\(name) \(reason)")
    }
}
