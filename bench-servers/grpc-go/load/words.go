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
func counted(count int, what string) string {
	if count != 1 {
		what += "s"
	}
	return fmt.Sprintf("%s %s", grouped(int64(count)), what)
}

// ranged says from which number to which, or the number where they are the same.
func ranged(least, most int64) string {
	if least == most {
		return grouped(least)
	}
	return grouped(least) + " to " + grouped(most)
}
