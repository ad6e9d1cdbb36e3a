package load

import (
	"fmt"
	"strconv"
)

// grouped writes a number with a comma before each three digits.
func grouped(number int64) string {
	digits := strconv.FormatInt(number, 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// counted says how many there are of something whose plural ends in s.
func counted(count int64, what string) string {
	if count != 1 {
		what += "s"
	}
	return fmt.Sprintf("%s %s", grouped(count), what)
}

// ranged says from how many to how many, or how many where that is the same.
func ranged(least, most int64, what string) string {
	if least == most {
		return counted(least, what)
	}
	return grouped(least) + " to " + counted(most, what)
}
