package main

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	pb "google.golang.org/grpc/examples/route_guide/routeguide"
)

// session is what a run calls a connection: one target, with the links of all its clients.
type session struct {
	target   target
	deadline time.Duration
	features []*pb.Feature
	ctx      context.Context
	cancel   context.CancelFunc

	// One question at a time is answered; what follows is its own.
	mu    sync.Mutex
	links []*link
	// The workload whose turns can be taken.
	prepared *work
	// Whether a place has to have its note before the note is answered with it.
	seeded bool
}

// close ends whatever is under way, and closes all connections.
func (s *session) close() {
	s.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, link := range s.links {
		link.close()
	}
}

// connect opens connections until there are so many, each by a call whose answer shows what is there.
func (s *session) connect(count int) error {
	for len(s.links) < count {
		made := &link{target: s.target}
		if _, err := s.try(made, newWork(spec{Kind: unary}, s.features)); err != nil {
			made.close()
			return err
		}
		s.links = append(s.links, made)
	}
	return nil
}

// prepare opens the connections of a workload's clients, and finds out whether its turns can be taken.
func (s *session) prepare(load spec) (err error) {
	if err := s.connect(load.Clients); err != nil {
		return err
	}
	s.prepared = newWork(load, s.features)
	s.seeded, err = s.try(s.links[0], s.prepared)
	return err
}

// try makes a call over a link, untimed, and looks at its answer. Whether a chat is answered with nothing tells
// servers that send the earlier notes of a place only, as gRPC's in Python and C++ do, from those that send the note
// itself too, as the one in Go does.
func (s *session) try(link *link, work *work) (isSilent bool, err error) {
	watch := newWatch(s.ctx, s.deadline)
	defer watch.cancel(nil)
	answer, stop := link.call(watch, work.request())
	if stop == nil && len(answer) == 0 && work.Kind == bidirectional {
		return true, nil
	}
	if stop == nil {
		if err = work.wrong(answer); err == nil {
			return false, nil
		}
		stop = &trouble{err.Error(), false}
	}
	return false, &trouble{fmt.Sprintf("%s at %s: %s; expected a server of routeguide.RouteGuide over %s",
		path.Base(methods[work.Kind].path), s.target.Address, stop, s.target.Protocol), stop.stalled}
}

// processorTime is how long this process has run on all processors; 0 where the platform does not say.
var processorTime = func() time.Duration { return 0 }

// ledger is what is known of a turn's operations.
type ledger struct {
	// Of each timed operation, in the order they began; 0 for one that came to no end.
	samples []time.Duration
	// Of all operations, those of the lead-in first; nil for one that came to no end.
	answers [][][]byte
	// Why each client stopped, if it did.
	stops []*trouble
	// How long all timed ones took, and the processor's time meanwhile.
	total, processor time.Duration
}

// closed makes operations in a closed loop: each client takes the next of one list once its last is answered. The
// timed ones begin once the lead-in is answered, in the same goroutines: whatever lies between makes the first of them
// slow. A client whose call goes wrong stops; the others take over what is left.
func (s *session) closed(requests []*request, leadIn int) (*ledger, error) {
	operations, callers := len(requests), s.prepared.Clients
	kept := &ledger{samples: make([]time.Duration, operations-leadIn), answers: make([][][]byte, operations), stops: make([]*trouble, callers)}
	var leads, next, answered atomic.Int64
	var clients, leading sync.WaitGroup
	var begin sync.Once
	var before, startedAt time.Duration
	next.Store(int64(leadIn))
	leading.Add(callers)
	epoch := time.Now()
	for at, link := range s.links[:callers] {
		clients.Go(func() {
			watch := newWatch(s.ctx, s.deadline)
			defer watch.cancel(nil)
			// call makes an operation, and says whether its client goes on.
			call := func(operation int) bool {
				watch.timer.Reset(s.deadline)
				kept.answers[operation], kept.stops[at] = link.call(watch, requests[operation])
				return kept.stops[at] == nil
			}
			for operation := int(leads.Add(1)) - 1; operation < leadIn; operation = int(leads.Add(1)) - 1 {
				if !call(operation) {
					leading.Done()
					return
				}
			}
			leading.Done()
			leading.Wait()
			begin.Do(func() { before, startedAt = processorTime(), time.Since(epoch) })
			for operation := int(next.Add(1)) - 1; operation < operations; operation = int(next.Add(1)) - 1 {
				calledAt := time.Since(epoch)
				if !call(operation) {
					return
				}
				kept.samples[operation-leadIn] = time.Since(epoch) - calledAt
				answered.Add(1)
			}
		})
	}
	clients.Wait()
	kept.total, kept.processor = time.Since(epoch)-startedAt, processorTime()-before
	return kept, kept.trouble(answered.Load())
}

// trouble says why clients stopped; nil where none did.
func (l *ledger) trouble(answered int64) error {
	stopped := 0
	var first *trouble
	for _, stop := range l.stops {
		if stop == nil {
			continue
		}
		if stopped++; first == nil || stop.stalled && !first.stalled {
			first = stop
		}
	}
	if first == nil {
		return nil
	}
	return &trouble{fmt.Sprintf("%d of %d clients stopped, the first with %s; %d of %d calls were answered",
		stopped, len(l.stops), first, answered, len(l.samples)), first.stalled}
}

// turn makes operations of the workload that was prepared, and times those behind the lead-in. All answers are looked
// at afterwards; what is kept of them is gone with the turn. It returns what src/core/plan/study.ts calls a TurnResult.
func (s *session) turn(question ask) (any, error) {
	if s.prepared == nil || s.prepared.ID != question.Workload || question.Operations < 1 {
		return nil, fmt.Errorf("got a turn of %d operations of %q, expected 1 or more of one that was prepared", question.Operations, question.Workload)
	}
	all := make([]*request, question.LeadIn+question.Operations)
	for at := range all {
		all[at] = s.prepared.request()
	}
	if s.seeded {
		// A first time, so that each note meets itself when it is timed.
		if _, err := s.closed(all, 0); err != nil {
			return nil, err
		}
	}
	kept, err := s.closed(all, question.LeadIn)
	if err != nil {
		return nil, err
	}
	requests, answers := all[question.LeadIn:], kept.answers[question.LeadIn:]
	samples, result := make([]int64, len(requests)), map[string]any{}
	for at, answer := range kept.answers {
		if err := s.prepared.wrong(answer); err != nil {
			result["wrong"] = fmt.Sprintf("answer %d: %v", question.First+at+1, err)
			break
		}
	}
	// Messages are what records call frames.
	frames, bytes := map[string]int64{}, map[string]int64{}
	for at, sample := range kept.samples {
		samples[at] = sample.Round(time.Microsecond).Microseconds()
		for way, messages := range map[string][][]byte{"out": requests[at].messages, "in": answers[at]} {
			frames[way] += int64(len(messages))
			bytes[way] += sizeOf(messages)
		}
	}
	timed := map[string]any{"samplesUs": samples, "frames": frames, "bytes": bytes}
	if s.prepared.Clients > 1 {
		timed["totalUs"] = kept.total.Round(time.Microsecond).Microseconds()
	}
	if had := kept.total * time.Duration(runtime.GOMAXPROCS(0)); kept.processor > 0 {
		timed["readings"] = map[string]time.Duration{"generator/processor/percent": (100*kept.processor + had/2) / had}
	}
	result["timed"] = timed
	return result, nil
}
