/// Why Apple's loader refuses a file: the codes of `CHHapticError` that concern patterns.
enum AppleRefusal: String {
    case invalidPatternDictionary = "InvalidPatternDictionary -4814"
    case invalidEventTime = "InvalidEventTime -4822"
    case invalidEventDuration = "InvalidEventDuration -4823"
    case badEventEntry = "BadEventEntry -4830"
    case badParameterEntry = "BadParameterEntry -4831"
}
