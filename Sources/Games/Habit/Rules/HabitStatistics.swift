import ThudGameKit

extension Habit {
    static let chartDays = 56
    static let week = 7

    package func isDone(on day: LocalDay) -> Bool {
        let place = firstCompletion(notBefore: day)
        return place < completions.count && completions[place].day == day
    }

    /// Returns the length of the streak that ends today, or yesterday if today is still open. Days after today, which
    /// a wrong clock has left behind, do not count until they come.
    package func streak(on today: LocalDay) -> Int {
        let end = isDone(on: today) ? today : today - 1
        let done = completions[..<firstCompletion(notBefore: end + 1)].reversed()
        return zip(done, 0...).prefix { $0.day == end - $1 }.count
    }

    package var longestStreak: Int {
        var longest = 0
        var length = 0
        var last: LocalDay?
        for completion in completions {
            length = last.map { $0 + 1 == completion.day } == true ? length + 1 : 1
            longest = max(longest, length)
            last = completion.day
        }
        return longest
    }

    /// Returns on how many days from `first` to `last` the habit was done.
    package func count(from first: LocalDay, to last: LocalDay) -> Int {
        guard first <= last else { return 0 }
        return firstCompletion(notBefore: last + 1) - firstCompletion(notBefore: first)
    }

    /// Returns the chart of the last eight weeks. Each day up to today tells whether the habit was done, and on how
    /// many of the seven days that end with it.
    package func chart(on today: LocalDay) -> [(day: LocalDay, isDone: Bool, inWeek: Int)] {
        (0..<Self.chartDays).map { index in
            let day = today - (Self.chartDays - 1 - index)
            return (day, isDone(on: day), count(from: day - (Self.week - 1), to: day))
        }
    }

    /// Returns on how many days of the chart the habit was done.
    package func chartCount(on today: LocalDay) -> Int { count(from: today - (Self.chartDays - 1), to: today) }
}
