import ThudCore

/// A crown, the emblem of Aria's Magic.
enum MagicEmblem {
    static let crown = Emblem(
        mirroring: Emblem.polygon([
            (0, 0.1), (0.05, 0.16), (0.02, 0.22), (0.13, 0.5), (0.24, 0.26), (0.2, 0.2), (0.25, 0.14), (0.3, 0.2),
            (0.27, 0.26), (0.33, 0.52), (0.43, 0.36), (0.4, 0.3), (0.45, 0.24), (0.5, 0.3), (0.46, 0.36),
            (0.4, 0.86), (0, 0.86),
        ]), holes: [Emblem.polygon([(0, 0.7), (0, 0.76), (0.33, 0.76), (0.34, 0.7)])])
}
