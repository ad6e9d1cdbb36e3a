package load

import (
	"math"
	"testing"
	"time"
)

func TestArrivalsArePoisson(t *testing.T) {
	t.Parallel()
	const count, perSecond = 100_000, 4000.0
	const mean = float64(time.Second) / perSecond
	gap := gaps(7, perSecond)
	var sum, squares float64
	longer := 0
	for range count {
		value := float64(gap())
		sum += value
		squares += value * value
		if value > mean {
			longer++
		}
	}
	near := func(what string, got, expected float64) {
		t.Helper()
		if math.Abs(got/expected-1) > 0.02 {
			t.Errorf("%s: got %v, expected %v within 2 %%", what, got, expected)
		}
	}
	near("mean", sum/count, mean)
	// The standard deviation of an exponential distribution is its mean.
	near("standard deviation", math.Sqrt(squares/count-(sum/count)*(sum/count)), mean)
	near("part above the mean", float64(longer)/count, math.Exp(-1))
}

func TestTheSameArrivalsForTheSameTurn(t *testing.T) {
	t.Parallel()
	one, again, other := gaps(7, 4000), gaps(7, 4000), gaps(8, 4000)
	differ := false
	for range 100 {
		got := one()
		if expected := again(); got != expected {
			t.Fatalf("got %v the second time, expected %v", got, expected)
		}
		differ = differ || got != other()
	}
	if !differ {
		t.Error("got the same arrivals for two turns, expected others")
	}
}
