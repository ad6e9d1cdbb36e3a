package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"runtime"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"roundtrip/grpc-go/wire"
)

// ErrNotHTTP2 is what a dial ends with where something listens that does not begin as HTTP/2 does.
var ErrNotHTTP2 = errors.New("it closed the connection before it spoke HTTP/2")

const (
	// windowBytes is what a server may send in answer to one call, and on a connection before it is told to
	// go on: more than any answer here has.
	windowBytes = 1 << 20
	// frameBytes is the most that a frame carries: what every peer of HTTP/2 has to take.
	frameBytes = 1 << 14
	// queuedBytes is how much may wait to be written before calls with more to send wait as well.
	queuedBytes = 1 << 16
	// What holds of either side until its SETTINGS say another: the table of header fields, the windows.
	tableBytes, startBytes = 4096, 65535
	// lastCall is the number after which a new connection is due, well before numbers end.
	lastCall = 1 << 30
)

// lost is why a connection can't be used; gRPC calls that UNAVAILABLE.
type lost struct{ error }

func (l lost) GRPCStatus() *status.Status { return status.New(codes.Unavailable, l.Error()) }
func (l lost) Unwrap() error              { return l.error }

// queue has frames that wait to be written, and counts them.
type queue struct {
	bytes.Buffer
	frames, data int64
}

// Write takes one frame, as a framer has it.
func (q *queue) Write(frame []byte) (int, error) {
	const typeAt, header = 3, 9
	if q.frames++; frame[typeAt] == byte(http2.FrameData) {
		q.data += int64(len(frame) - header)
	}
	return q.Buffer.Write(frame)
}

// framed is a connection of gRPC over HTTP/2. The generator must not be
// what is measured, and what gRPC's usual clients do for a call is as much as servers do for it: this one
// frames messages that are encoded already, and has no options. To a server it looks as grpc-go's does: as
// many frames, indexed header fields, and one write for calls that share a connection.
type framed struct {
	net.Conn
	sender
	meter  *wire.Meter
	fields []hpack.HeaderField
	// Read from by one goroutine alone; what is written to it, by whoever has the lock, goes to the queue.
	framer *http2.Framer
	// What ended the wait for the server's SETTINGS: nothing, or why none came.
	begun chan error
	// Holds a token while something is queued.
	wake chan struct{}

	mu sync.Mutex
	// Tells of windows that opened, calls that ended and frames that were written.
	changed *sync.Cond
	queue   queue
	table   *hpack.Encoder
	block   bytes.Buffer
	calls   map[uint32]*call
	next    uint32
	// What the server has said: calls at once, and how far windows are open.
	most            uint32
	window, initial int64
	// Bytes of answers since it was last told to go on.
	taken uint32
	// How the server said that it wants no more calls, and why there can be none.
	leaving, err error
}

func dialFrames(ctx context.Context, target Target, meter *wire.Meter) (Conn, error) {
	socket, err := dialSocket(ctx, target.Address)
	if err != nil {
		return nil, lost{err}
	}
	c := &framed{
		Conn: meter.Counted(socket), meter: meter, fields: fieldsOf(target),
		begun: make(chan error, 1), wake: make(chan struct{}, 1),
		calls: map[uint32]*call{}, next: 1, most: math.MaxUint32, window: startBytes, initial: startBytes,
	}
	c.changed = sync.NewCond(&c.mu)
	c.table = hpack.NewEncoder(&c.block)
	c.framer = http2.NewFramer(&c.queue, bufio.NewReaderSize(c.Conn, 2*frameBytes))
	c.framer.SetMaxReadFrameSize(frameBytes)
	c.framer.SetReuseFrames()
	c.framer.ReadMetaHeaders = hpack.NewDecoder(tableBytes, nil)
	c.queue.WriteString(http2.ClientPreface)
	// Here and below: a queue takes all frames.
	_ = c.framer.WriteSettings(
		http2.Setting{ID: http2.SettingEnablePush, Val: 0},
		http2.Setting{ID: http2.SettingInitialWindowSize, Val: windowBytes},
	)
	_ = c.framer.WriteWindowUpdate(0, windowBytes-startBytes)
	c.flush()
	go c.write()
	go c.read()
	select {
	case err = <-c.begun:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// fieldsOf is what each request begins with, behind its path.
func fieldsOf(target Target) []hpack.HeaderField {
	return []hpack.HeaderField{
		{Name: ":method", Value: "POST"}, {Name: ":scheme", Value: "http"}, {Name: ":authority", Value: target.Address},
		{Name: "content-type", Value: "application/grpc"}, {Name: "user-agent", Value: "roundtrip-load"}, {Name: "te", Value: "trailers"},
	}
}

// flush has what is queued written soon.
func (c *framed) flush() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// write writes what is queued, until the connection is lost. It has a goroutine of its own, so that a
// server which reads nothing keeps neither answers nor deadlines from being seen.
func (c *framed) write() {
	var batch queue
	for range c.wake {
		c.mu.Lock()
		if len(c.calls) > 1 {
			// Others that share the connection may be about to call: their frames leave with these.
			c.mu.Unlock()
			runtime.Gosched()
			c.mu.Lock()
		}
		if c.err != nil {
			c.mu.Unlock()
			return
		}
		batch, c.queue = c.queue, batch
		c.changed.Broadcast()
		c.mu.Unlock()
		c.sent.Add(batch.data)
		c.meter.AddFrames(batch.frames, 0)
		if _, err := batch.WriteTo(c.Conn); err != nil {
			c.fail(err)
			return
		}
		batch.frames, batch.data = 0, 0
	}
}

// read takes what the server sends, until the connection is lost.
func (c *framed) read() {
	for {
		frame, err := c.framer.ReadFrame()
		c.meter.AddFrames(0, 1)
		c.mu.Lock()
		var bad http2.StreamError
		if errors.As(err, &bad) {
			c.end(c.calls[bad.StreamID], status.Error(codes.Internal, bad.Error()))
			err = nil
		} else if err == nil {
			err = c.take(frame)
		}
		c.mu.Unlock()
		if err != nil {
			c.fail(err)
			return
		}
	}
}

// fail ends all calls: there can be no more.
func (c *framed) fail(err error) {
	c.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	if c.leaving != nil {
		err = fmt.Errorf("%w, after %w", err, c.leaving)
	}
	c.err = lost{fmt.Errorf("the connection was lost: %w", err)}
	c.begin(ErrNotHTTP2)
	for _, call := range c.calls {
		c.end(call, c.err)
	}
	c.flush()
}

// begin ends the wait for the server's SETTINGS, unless it has ended.
func (c *framed) begin(err error) {
	select {
	case c.begun <- err:
	default:
	}
}

// Gone says whether a call should be made on another connection.
func (c *framed) Gone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.leaving != nil || c.err != nil || c.next > lastCall
}

// Close closes the socket; nobody is left to hear of an error.
func (c *framed) Close() { _ = c.Conn.Close() }
