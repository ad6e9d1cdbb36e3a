// Package load is the load generator: it takes the turns of a run and times them where the calls are made.
package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"roundtrip/grpc-go/client"
	"roundtrip/grpc-go/wire"
)

// mostClients is the most connections that a machine's ports and memory are sure to have room for.
const mostClients = 1000

// Spec is a load: operations of one kind from so many clients. src/places/grpc/workloads.ts says what the fields mean.
type Spec struct {
	ID      string    `json:"id"`
	Kind    wire.Kind `json:"kind"`
	Clients int       `json:"clients"`
}

// ReadSpecs reads a list of specs.
func ReadSpecs(text string) ([]Spec, error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	var specs []Spec
	if err := decoder.Decode(&specs); err != nil {
		return nil, fmt.Errorf("specs: got %s, expected a JSON list of loads: %w", shorten(text), err)
	}
	if len(specs) == 0 {
		return nil, fmt.Errorf("specs: got %s, expected at least one load", shorten(text))
	}
	known := map[string]bool{}
	for at, spec := range specs {
		if err := spec.validate(); err != nil {
			return nil, fmt.Errorf("specs[%d].%w", at, err)
		}
		if known[spec.ID] {
			return nil, fmt.Errorf("specs[%d].id: got %q a second time, expected an id of its own", at, spec.ID)
		}
		known[spec.ID] = true
	}
	return specs, nil
}

func (s Spec) validate() error {
	switch {
	case s.ID == "":
		return fmt.Errorf(`id: got "", expected one such as "unary-10"`)
	case !s.Kind.Valid():
		return fmt.Errorf("kind: got none, expected one such as \"unary\"")
	case s.Clients < 1 || s.Clients > mostClients:
		return fmt.Errorf("clients: got %d, expected 1 to %s", s.Clients, grouped(mostClients))
	}
	return nil
}

// shorten keeps what a message quotes to a line.
func shorten(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}

// link is what a client calls over: one connection, or one after the other where a server takes only
// so many bytes on each.
type link struct {
	dial        func(context.Context) (client.Conn, error)
	redialBytes int64

	mu  sync.Mutex
	now *line
}

// line is one connection of a link.
type line struct {
	client.Conn
	// Calls that were answered, and bytes of request messages that were to be sent.
	calls, requested int64
	// Calls under way.
	users   int
	retired bool
}

// call makes a call, on a new connection where this one would get too many bytes or is gone; once more
// where the server says that it has not begun with it.
func (l *link) call(ctx context.Context, request *client.Request) ([][]byte, error) {
	for again := false; ; again = true {
		taken, err := l.take(ctx, request.Size)
		if err != nil {
			return nil, err
		}
		answer, err := taken.Call(ctx, request)
		l.release(taken, err == nil)
		if again || !errors.Is(err, client.ErrUnprocessed) {
			return answer, err
		}
	}
}

func (l *link) take(ctx context.Context, size int64) (*line, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := l.redialBytes > 0 && l.now != nil && l.now.requested > 0 && l.now.requested+size > l.redialBytes
	if l.now == nil || full || l.now.Gone() {
		conn, err := l.dial(ctx)
		if err != nil {
			return nil, err
		}
		l.retire()
		l.now = &line{Conn: conn}
	}
	l.now.requested += size
	l.now.users++
	return l.now, nil
}

// retire closes the connection once its last call is over.
func (l *link) retire() {
	if l.now == nil {
		return
	}
	if l.now.retired = true; l.now.users == 0 {
		l.now.Close()
	}
}

func (l *link) release(used *line, answered bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if answered {
		used.calls++
	}
	if used.users--; used.retired && used.users == 0 {
		used.Close()
	}
}

// open opens the connection, if it is not open.
func (l *link) open(ctx context.Context) error {
	line, err := l.take(ctx, 0)
	if err == nil {
		l.release(line, false)
	}
	return err
}

// done is what the connection in use got to: calls that were answered, and bytes of request messages
// that went out.
func (l *link) done() (calls, sent int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil {
		return 0, 0
	}
	return l.now.calls, l.now.Sent()
}

func (l *link) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now != nil {
		l.now.Close()
	}
}
