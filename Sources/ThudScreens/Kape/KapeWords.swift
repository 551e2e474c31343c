/// The words of Kape.
public enum KapeWords {}
