package load

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"roundtrip/grpc-go/client"
	"roundtrip/grpc-go/wire"
)

// calling is what the operations of a turn are called over.
type calling struct {
	// Ends when the connections are closed.
	ctx      context.Context
	deadline time.Duration
	// The connection of each client; the same one for all where they share it.
	links []*link
}

// ledger is what is known of a turn's operations.
type ledger struct {
	// Of each operation, in the order they began; 0 for one that came to no end.
	samples []time.Duration
	answers [][][]byte
	// From the first operation's begin to the last one's end.
	total time.Duration
	// Operations that each client answered, and why it stopped if it did.
	answered []int
	stops    []*stop
}

func newLedger(operations, clients int) *ledger {
	return &ledger{
		samples:  make([]time.Duration, operations),
		answers:  make([][][]byte, operations),
		answered: make([]int, clients),
		stops:    make([]*stop, clients),
	}
}

// closed makes operations in a closed loop: each client takes the next of one list once its last is
// answered. A client whose call goes wrong stops; the others take over what is left.
func (c *calling) closed(requests []*client.Request) *ledger {
	kept := newLedger(len(requests), len(c.links))
	endedAt := make([]time.Duration, len(c.links))
	var next atomic.Int64
	var clients sync.WaitGroup
	startedAt := time.Now()
	for at, link := range c.links {
		clients.Go(func() {
			watch := newWatch(c.ctx, c.deadline)
			defer watch.end()
			for {
				operation := int(next.Add(1)) - 1
				if operation >= len(requests) {
					return
				}
				begin := time.Since(startedAt)
				watch.start()
				answer, err := link.call(watch.ctx, requests[operation])
				if err != nil {
					kept.stops[at] = newStop(watch.ctx, err, link)
					return
				}
				kept.answers[operation] = answer
				endedAt[at] = time.Since(startedAt)
				kept.samples[operation] = endedAt[at] - begin
				kept.answered[at]++
			}
		})
	}
	clients.Wait()
	for _, end := range endedAt {
		kept.total = max(kept.total, end)
	}
	return kept
}

// spread gives each operation its part of the whole, where only that is known.
func (l *ledger) spread() {
	for at := range l.samples {
		l.samples[at] = l.total / time.Duration(len(l.samples))
	}
}

// wrong says what is wrong with the first answer that is, or nothing.
//
// first is the place of the first operation since the connections were opened.
func (l *ledger) wrong(work *work, first int) string {
	for at, answer := range l.answers {
		if bad := work.wrong(answer); bad != nil {
			return fmt.Sprintf("answer %d: got %s, expected %s", first+at+1, bad.got, bad.expected)
		}
	}
	return ""
}

// timed is what was timed and counted in a turn. src/harness/record/session.ts says what the fields mean.
type timed struct {
	SamplesUs []int64      `json:"samplesUs"`
	TotalUs   *int64       `json:"totalUs,omitempty"`
	Frames    wire.Traffic `json:"frames"`
	Bytes     wire.Traffic `json:"bytes"`
}

// taken is a turn that came to its end.
type taken struct {
	Timed timed  `json:"timed"`
	Wrong string `json:"wrong,omitempty"`
}

// turn makes and times operations of the workload that was prepared. Their answers are looked at
// afterwards; what is kept of them is gone with the turn.
func (s *session) turn(question ask) (*taken, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made := s.prepared
	if made == nil || made.ID != question.Workload {
		return nil, fmt.Errorf("workload: got a turn of %q, expected it to be prepared first", question.Workload)
	}
	if question.Operations < 1 {
		return nil, fmt.Errorf("operations: got %d, expected at least 1", question.Operations)
	}
	requests := made.requests(question.Operations)
	if made.seeded {
		// A first time, so that each note meets itself when it is timed.
		if why := made.calling.closed(requests).trouble(s.deadline); why != nil {
			return nil, why
		}
	}
	before := s.meter.Read()
	kept := made.calling.closed(requests)
	passed := s.meter.Read().Since(before)
	if why := kept.trouble(s.deadline); why != nil {
		return nil, why
	}
	if question.Together {
		kept.spread()
	}
	result := timed{SamplesUs: make([]int64, len(kept.samples)), Frames: passed.Frames, Bytes: passed.Bytes}
	for at, sample := range kept.samples {
		result.SamplesUs[at] = microseconds(sample)
	}
	if made.Clients > 1 || question.Together {
		total := microseconds(kept.total)
		result.TotalUs = &total
	}
	return &taken{Timed: result, Wrong: kept.wrong(made.work, question.First)}, nil
}

func microseconds(time time.Duration) int64 {
	return int64(math.Round(float64(time.Nanoseconds()) / 1000))
}
