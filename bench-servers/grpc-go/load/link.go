package load

import (
	"context"
	"sync"

	"roundtrip/grpc-go/client"
)

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

// call makes a call, on a new connection where this one would get too many bytes.
func (l *link) call(ctx context.Context, request *client.Request) ([][]byte, error) {
	taken, err := l.take(ctx, request.Size)
	if err != nil {
		return nil, err
	}
	answer, err := taken.Call(ctx, request)
	l.release(taken, err == nil)
	return answer, err
}

func (l *link) take(ctx context.Context, size int64) (*line, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := l.redialBytes > 0 && l.now != nil && l.now.requested > 0 && l.now.requested+size > l.redialBytes
	if l.now == nil || full {
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
