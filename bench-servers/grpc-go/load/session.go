package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"roundtrip/grpc-go/client"
	"roundtrip/grpc-go/wire"
)

// openingAtOnce is how many connections are opened at the same time: a server that takes one after
// the other shall not have a hundred waiting.
const openingAtOnce = 8

// session is what a run calls a connection: one target, with the connections of all its clients.
type session struct {
	target   client.Target
	deadline time.Duration
	specs    map[string]Spec
	places   *places
	meter    *wire.Meter
	ctx      context.Context
	cancel   context.CancelFunc

	// One thing at a time is done; what follows is its own.
	mu       sync.Mutex
	links    []*link
	prepared *prepared
}

// prepared is the workload whose turns can be taken.
type prepared struct {
	*work
	calling calling
	// Whether a place has to have its note before the note is answered with it.
	seeded bool
}

func newSession(target client.Target, deadline time.Duration, specs map[string]Spec) *session {
	ctx, cancel := context.WithCancel(context.Background())
	return &session{
		target: target, deadline: deadline, specs: specs, ctx: ctx, cancel: cancel,
		meter: &wire.Meter{}, places: newPlaces(),
	}
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

// open opens the first client's connection and makes a call on it, whose answer shows what is there.
func (s *session) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.connect(1); err != nil {
		return err
	}
	return s.first(newWork(Spec{Kind: wire.Unary}, s.places))
}

// connect opens connections until there are so many.
func (s *session) connect(count int) error {
	dial := func(ctx context.Context) (client.Conn, error) { return client.Dial(ctx, s.target, s.meter) }
	had := len(s.links)
	for len(s.links) < count {
		s.links = append(s.links, &link{dial: dial, redialBytes: s.target.RedialBytes})
	}
	failures := make([]error, count)
	places := make(chan struct{}, openingAtOnce)
	var opening sync.WaitGroup
	for at := had; at < count; at++ {
		places <- struct{}{}
		opening.Go(func() {
			defer func() { <-places }()
			ctx, cancel := within(s.ctx, s.deadline)
			defer cancel()
			if err := s.links[at].open(ctx); err != nil {
				failures[at] = s.unreached(ctx, err)
			}
		})
	}
	opening.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}

// expected is what should be at the address, at the end of a sentence.
func (s *session) expected() string {
	if s.target.Protocol == "tcp" {
		return "expected the baseline server of tcp"
	}
	return "expected a server of routeguide.RouteGuide"
}

// unreached says why a connection could not be opened.
func (s *session) unreached(ctx context.Context, err error) *trouble {
	name := s.target.Address
	if late(ctx) {
		sentence := fmt.Sprintf("%s did not answer a connect within %s ms, %s",
			name, grouped(s.deadline.Milliseconds()), s.expected())
		return &trouble{sentence, true}
	}
	why := err.Error()
	var number syscall.Errno
	if errors.As(err, &number) {
		why = number.Error()
	}
	return &trouble{fmt.Sprintf("%s could not be connected to: %s, %s", name, why, s.expected()), false}
}

// ask makes one call over the first connection, untimed.
func (s *session) ask(request *client.Request) ([][]byte, error) {
	ctx, cancel := within(s.ctx, s.deadline)
	defer cancel()
	answer, err := s.links[0].call(ctx, request)
	if err == nil {
		return answer, nil
	}
	name, method := s.target.Address, request.Kind.Method()
	if late(ctx) {
		sentence := fmt.Sprintf("%s did not answer %s within %s ms, %s",
			name, method, grouped(s.deadline.Milliseconds()), s.expected())
		return nil, &trouble{sentence, true}
	}
	status, message := statusOf(err)
	return nil, &trouble{fmt.Sprintf("%s answered %s with %s: %s, %s", name, method, status, message, s.expected()), false}
}

// first makes a call of a workload, and looks at its answer.
func (s *session) first(work *work) error {
	answer, err := s.ask(work.requests(1)[0])
	if err != nil {
		return err
	}
	if bad := work.wrong(answer); bad != nil {
		sentence := fmt.Sprintf("%s answered %s with %s, expected %s", s.target.Address, work.Kind.Method(), bad.got, bad.expected)
		return &trouble{sentence, false}
	}
	return nil
}

// prepare opens the connections of a workload's clients, and finds out what its turns need to know.
func (s *session) prepare(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	spec, known := s.specs[id]
	if !known {
		return fmt.Errorf("workload: got %q, expected one of the specs that the generator was started with", id)
	}
	connections := spec.Clients
	if s.target.OneConnection {
		connections = 1
	}
	if err := s.connect(connections); err != nil {
		return err
	}
	made := &prepared{work: newWork(spec, s.places)}
	made.calling = calling{ctx: s.ctx, deadline: s.deadline}
	for at := range spec.Clients {
		made.calling.links = append(made.calling.links, s.links[at%connections])
	}
	if err := s.learn(made); err != nil {
		return err
	}
	s.prepared = made
	return nil
}

// learn asks the server what turns of a workload depend on.
func (s *session) learn(made *prepared) error {
	if made.Kind != wire.Bidirectional {
		return s.first(made.work)
	}
	var err error
	if s.target.Protocol == "grpc" {
		made.seeded, err = s.answersEarlier()
	}
	return err
}

// answersEarlier finds out whether a note is answered with the earlier ones of its place only, as
// gRPC's servers in Python and C++ do, or with itself too, as the one in Go does.
func (s *session) answersEarlier() (bool, error) {
	const both, earlier = 3, 1
	place := s.places.next()
	answer, err := s.ask(client.NewRequest(wire.Bidirectional, noteAt(place, 0), noteAt(place, 1)))
	if err != nil {
		return false, err
	}
	if got := len(answer); got != both && got != earlier {
		return false, &trouble{fmt.Sprintf(
			"%s answered RouteChat, two notes of one place, with %s, expected %d, or %d where a note is not answered with itself",
			s.target.Address, counted(int64(got), "note"), both, earlier), false}
	}
	return len(answer) == earlier, nil
}
