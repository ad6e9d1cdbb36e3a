package load

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"roundtrip/grpc-go/client"
)

// gaps draws the times between arrivals of a Poisson process: exponential, with this rate per second.
// The same first operation gets the same gaps.
func gaps(first int, perSecond float64) func() time.Duration {
	const stream = 0x726f756e64747269
	random := rand.New(rand.NewPCG(uint64(first), stream))
	return func() time.Duration {
		return time.Duration(random.ExpFloat64() / perSecond * float64(time.Second))
	}
}

// open makes operations in an open loop: each is sent when it is due, whatever is unanswered, over the
// connections in turn. A sample counts from when it was due, so that a server that is slow for a while
// is not spared the calls that come meanwhile. A connection on which a call goes wrong gets no more.
func (c *calling) open(requests []*client.Request, gap func() time.Duration) *ledger {
	// One processor more for Go: the thread that sleeps in the kernel keeps its own for up to 10 ms, and
	// where there is only one, answers would wait for it.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1))
	kept := newLedger(len(requests), c.calls, len(c.links))
	ends := make([]time.Duration, len(requests))
	stopped := make([]atomic.Bool, len(c.links))
	var mu sync.Mutex
	var calls sync.WaitGroup
	var wait pause
	defer wait.end()
	startedAt := time.Now()
	due, at := time.Duration(0), -1
	for operation, request := range requests {
		due += gap()
		wait.until(startedAt.Add(due))
		if at = nextOf(stopped, at); at < 0 {
			break
		}
		due, at := due, at
		kept.late += max(0, time.Since(startedAt)-due)
		calls.Go(func() {
			for call := range c.calls {
				ctx, cancel := within(c.ctx, c.deadline)
				answer, err := c.links[at].call(ctx, request)
				cancel()
				if err != nil {
					stop := newStop(ctx, err, c.links[at])
					stopped[at].Store(true)
					mu.Lock()
					defer mu.Unlock()
					// The first call to go wrong is why it stopped.
					if kept.stops[at] == nil {
						kept.stops[at] = stop
					}
					return
				}
				kept.answers[operation*c.calls+call] = answer
			}
			ends[operation] = time.Since(startedAt)
			kept.samples[operation] = ends[operation] - due
			mu.Lock()
			defer mu.Unlock()
			kept.answered[at]++
		})
	}
	calls.Wait()
	for _, end := range ends {
		kept.total = max(kept.total, end)
	}
	return kept
}

// nextOf is the next client after this one that has not stopped, or -1.
func nextOf(stopped []atomic.Bool, at int) int {
	for range stopped {
		if at = (at + 1) % len(stopped); !stopped[at].Load() {
			return at
		}
	}
	return -1
}
