package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// target is the server that is called. src/wire/grpc/arms.ts says what the fields mean.
type target struct {
	Protocol    string `json:"protocol"`
	Address     string `json:"address"`
	RedialBytes int64  `json:"redialBytes"`
}

// conn is an open connection, or one that its first call opens.
type conn interface {
	// call sends all messages of a request and then reads all of the answer.
	call(ctx context.Context, request *request) ([][]byte, error)
	Close() error
}

var protocols = map[string]func(ctx context.Context, address string) (conn, error){"grpc": newGRPCConn, "tcp": dialTCP}

// link is what a client calls over: one connection, or one after the other where a server takes only so many bytes
// on each.
type link struct {
	target target
	conn   conn
	// Calls of this connection that were answered, and bytes of requests that were to be sent over it.
	answered, requested int64
}

// trouble is why something has no answer, in a sentence without a full stop.
type trouble struct {
	sentence string
	// Whether nothing came in time.
	stalled bool
}

func (t *trouble) Error() string { return t.sentence }

func (l *link) call(watch *watch, request *request) ([][]byte, *trouble) {
	answer, err := l.exchange(watch.ctx, request)
	if err == nil {
		l.answered++
		return answer, nil
	}
	// Some messages go on with all that came of an answer.
	how, _, _ := strings.Cut(err.Error(), "\n")
	stalled := errors.Is(context.Cause(watch.ctx), context.DeadlineExceeded)
	if stalled {
		how = fmt.Sprintf("no answer within %d ms", watch.each.Milliseconds())
	}
	sentence := fmt.Sprintf("%s, after %d calls and %d bytes of requests on its connection", how, l.answered, l.requested)
	return nil, &trouble{sentence, stalled}
}

// exchange makes a call, over a new connection where there is none, or where this one had its bytes.
func (l *link) exchange(ctx context.Context, request *request) ([][]byte, error) {
	size, most := sizeOf(request.messages), l.target.RedialBytes
	if most > 0 && l.requested > 0 && l.requested+size > most {
		l.close()
	}
	if l.conn == nil {
		opened, err := protocols[l.target.Protocol](ctx, l.target.Address)
		if err != nil {
			return nil, err
		}
		l.conn = opened
	}
	l.requested += size
	return l.conn.call(ctx, request)
}

func (l *link) close() {
	if l.conn != nil {
		_ = l.conn.Close()
	}
	l.conn, l.answered, l.requested = nil, 0, 0
}

// sizeOf is how many bytes messages have, with the prefix that gRPC and the baseline put in front of each.
func sizeOf(messages [][]byte) (size int64) {
	for _, message := range messages {
		size += int64(prefixBytes + len(message))
	}
	return size
}

// watch gives each call of one after the other its time. They share a context, which ends with the first of them
// that takes too long: a context for each call is most of what timing it would cost.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	each   time.Duration
}

func newWatch(ctx context.Context, each time.Duration) *watch {
	watched, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(each, func() { cancel(context.DeadlineExceeded) })
	return &watch{ctx: watched, cancel: cancel, timer: timer, each: each}
}
