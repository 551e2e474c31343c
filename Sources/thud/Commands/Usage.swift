import ArgumentParser

typealias OptionUse = (name: String, isGiven: Bool)

/// Refuses command lines that make no sense.
enum Usage {
    /// Refuses a command line for which a rule does not hold. The sentence says what is wrong, and what to do.
    static func require(_ rule: Bool, _ sentence: @autoclosure () -> String) throws(ValidationError) {
        if !rule { throw ValidationError(sentence()) }
    }

    /// Refuses options that would have no effect beside others. The reason follows the name of the first one given.
    static func refuse(_ options: [OptionUse], _ reason: String) throws(ValidationError) {
        guard let name = options.first(where: \.isGiven)?.name else { return }
        throw ValidationError("\(name) \(reason)")
    }

    /// Refuses empty names, which an unset shell variable leaves behind.
    ///
    /// - Parameter options: each option's name, the kind of value it takes, and the given value.
    static func refuseEmpty(_ options: [(String, String, String?)]) throws(ValidationError) {
        for case (let option, let kind, .some("")) in options {
            throw ValidationError("\(option) takes \(kind), not \"\"")
        }
    }
}
