package client

import (
	"bytes"
	"context"
	"errors"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"roundtrip/grpc-go/wire"
)

// ErrUnprocessed is what a call ends with that the server has not begun with, so that it can be made again.
var ErrUnprocessed error = lost{errors.New("the server takes no more calls on this connection")}

// call is one under way, on a stream of its own.
type call struct {
	id     uint32
	window int64
	// Whether all of the request is queued, and whether the server knows that the call is over.
	sent, over bool
	answer
	// Closed once it has ended; err is why.
	done chan struct{}
	err  error
}

// ended says whether there is nothing more to send.
func (c *call) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// Call sends a request and waits for the end of its answer.
func (c *framed) Call(ctx context.Context, request *Request) ([][]byte, error) {
	made, err := c.send(ctx, request)
	if err != nil {
		return nil, err
	}
	select {
	case <-made.done:
	case <-ctx.Done():
		c.mu.Lock()
		c.end(made, status.FromContextError(ctx.Err()).Err())
		c.mu.Unlock()
	}
	if made.err != nil {
		return nil, made.err
	}
	messages, err := wire.All(bytes.NewReader(made.body), windowBytes)
	if err != nil {
		err = status.Error(codes.Internal, err.Error())
	}
	return messages, err
}

// send queues the frames of a request, as far as windows are open, and waits for them where they are not.
func (c *framed) send(ctx context.Context, request *Request) (*call, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wait(ctx, func() bool { return len(c.calls) < int(c.most) || c.leaving != nil || c.err != nil })
	if c.leaving != nil || c.err != nil {
		return nil, ErrUnprocessed
	}
	if ctx.Err() != nil {
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	made := &call{id: c.next, window: c.initial, done: make(chan struct{})}
	c.next += 2
	c.calls[made.id] = made
	c.block.Reset()
	_ = c.table.WriteField(hpack.HeaderField{Name: ":path", Value: request.Kind.Path()})
	for _, field := range c.fields {
		_ = c.table.WriteField(field)
	}
	_ = c.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: made.id, BlockFragment: c.block.Bytes(), EndHeaders: true})
	rest := request.overHTTP()
	for _, message := range request.Messages {
		part := rest[:wire.PrefixSize+len(message)]
		rest = rest[len(part):]
		for len(part) > 0 {
			room := 0
			c.wait(ctx, func() bool {
				room = min(len(part), frameBytes, queuedBytes-c.queue.Len(), int(c.window), int(made.window))
				return room > 0 || made.ended()
			})
			if room <= 0 || made.ended() {
				// What became of it is known to whoever waits for its answer.
				return made, nil
			}
			made.sent = len(rest) == 0 && room == len(part)
			_ = c.framer.WriteData(made.id, made.sent, part[:room])
			part = part[room:]
			c.window -= int64(room)
			made.window -= int64(room)
		}
	}
	c.flush()
	return made, nil
}

// wait waits until something is so, or until the call's time is over.
func (c *framed) wait(ctx context.Context, so func() bool) {
	if so() {
		return
	}
	c.flush()
	stop := context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})
	defer stop()
	for !so() && ctx.Err() == nil {
		c.changed.Wait()
	}
}

// end ends a call that is under way, and tells the server where it does not know.
func (c *framed) end(made *call, err error) {
	if made == nil || c.calls[made.id] != made {
		return
	}
	delete(c.calls, made.id)
	made.err = err
	close(made.done)
	c.changed.Broadcast()
	if !made.over {
		_ = c.framer.WriteRSTStream(made.id, http2.ErrCodeCancel)
		c.flush()
	}
}
