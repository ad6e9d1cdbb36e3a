package main

import (
	"context"
	"fmt"
	"path"
	"sync"
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
