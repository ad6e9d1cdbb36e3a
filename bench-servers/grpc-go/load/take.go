package load

import (
	"fmt"
	"math"
	"time"

	"roundtrip/grpc-go/wire"
)

// timed is what was timed and counted in a turn. src/harness/record/session.ts says what the fields mean.
type timed struct {
	SamplesUs []int64          `json:"samplesUs"`
	TotalUs   *int64           `json:"totalUs,omitempty"`
	LateUs    *int64           `json:"lateUs,omitempty"`
	Frames    wire.Traffic     `json:"frames"`
	Bytes     wire.Traffic     `json:"bytes"`
	Readings  map[string]int64 `json:"readings,omitempty"`
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
	if made.OfCapacity != nil && made.perSecond == 0 {
		var err error
		if made.perSecond, err = s.capacity(made); err != nil {
			return nil, err
		}
	}
	requests := made.requests(question.Operations)
	if made.seeded {
		// A first time, so that each note meets itself when it is timed.
		if why := made.calling.closed(requests).trouble(s.deadline); why != nil {
			return nil, why
		}
	}
	before := s.traffic()
	var kept *ledger
	switch {
	case s.target.Bare:
		kept = made.calling.alone(requests)
	case made.OfCapacity != nil:
		kept = made.calling.open(requests, gaps(question.First, made.perSecond))
	default:
		kept = made.calling.closed(requests)
	}
	passed := s.traffic().Since(before)
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
	if made.Clients > 1 || made.OfCapacity != nil || question.Together || s.target.Bare {
		total := microseconds(kept.total)
		result.TotalUs = &total
	}
	if made.OfCapacity != nil {
		late := microseconds(kept.late)
		result.LateUs = &late
		result.Readings = map[string]int64{"perSecond": int64(math.Round(made.perSecond))}
	}
	return &taken{Timed: result, Wrong: kept.wrong(made.work, question.First)}, nil
}

// traffic is what has passed over all connections; nothing where nobody counts it.
func (s *session) traffic() wire.Reading {
	if s.meter == nil {
		return wire.Reading{}
	}
	return s.meter.Read()
}

func microseconds(time time.Duration) int64 {
	return int64(math.Round(float64(time.Nanoseconds()) / 1000))
}
