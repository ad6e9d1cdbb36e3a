// Package client calls RouteGuide by address: as gRPC, or with the same messages without it.
package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	pb "roundtrip/grpc-go/routeguide"
	"roundtrip/grpc-go/wire"
)

// mostBytes is the longest message of a response that is read: what is expected is far shorter.
const mostBytes = 1 << 20

// Target is the server that is called. src/places/grpc/arms.ts says what the fields mean.
type Target struct {
	Protocol      string `json:"protocol"`
	Address       string `json:"address"`
	RedialBytes   int64  `json:"redialBytes"`
	OneConnection bool   `json:"oneConnection"`
}

// Validate says what of a target cannot be called.
func (t Target) Validate() error {
	switch t.Protocol {
	case "grpc", "tcp":
		if _, _, err := net.SplitHostPort(t.Address); err != nil {
			return fmt.Errorf("target.address: got %q, expected one such as 127.0.0.1:50051", t.Address)
		}
	default:
		return fmt.Errorf("target.protocol: got %q, expected grpc or tcp", t.Protocol)
	}
	if t.OneConnection && t.Protocol == "tcp" {
		return fmt.Errorf("target.oneConnection: got it for tcp, expected grpc, whose calls can share a connection")
	}
	if t.RedialBytes < 0 {
		return fmt.Errorf("target.redialBytes: got %d, expected more than 0, or none", t.RedialBytes)
	}
	return nil
}

// FirstFeature is the first of bench-servers/features.json, which every server has to know.
var FirstFeature = &pb.Feature{
	Name:     "Berkshire Valley Management Area Trail, Jefferson, NJ, USA",
	Location: &pb.Point{Latitude: 409146138, Longitude: -746188906},
}

// FirstAnswer is that feature as a server encodes it.
var FirstAnswer = func() []byte {
	message, err := proto.Marshal(FirstFeature)
	if err != nil {
		panic(err)
	}
	return message
}()

// Request is a call that can be made any number of times, also at once. It is encoded beforehand, and
// answers are decoded when nobody counts the time: what protobuf costs a client is no server's doing.
type Request struct {
	Kind     wire.Kind
	Messages [][]byte
	// Size of the messages with their prefixes.
	Size int64
	// The messages with their prefixes, the kind before and the end frame after them.
	packed []byte
}

// NewRequest makes a request of encoded messages.
func NewRequest(kind wire.Kind, messages ...[]byte) *Request {
	size := wire.Size(messages)
	packed := append(make([]byte, 0, 1+size+wire.PrefixSize), byte(kind))
	for _, message := range messages {
		packed = wire.Append(packed, message)
	}
	return &Request{Kind: kind, Messages: messages, Size: size, packed: append(packed, wire.End[:]...)}
}

// overHTTP is the request's messages alone.
func (r *Request) overHTTP() []byte { return r.packed[1 : 1+r.Size] }

// Conn is an open connection. Calls may be made at once where the target can have one for all.
type Conn interface {
	// Call sends all messages of a request and then reads all of the response.
	Call(ctx context.Context, request *Request) ([][]byte, error)
	// Sent is how many bytes of request messages went out over the socket.
	Sent() int64
	// Gone says whether the next call should be made on another connection.
	Gone() bool
	// Close closes it at once, whatever is under way.
	Close()
}

// sender counts what Sent says.
type sender struct{ sent atomic.Int64 }

func (s *sender) Sent() int64 { return s.sent.Load() }

// Dial opens a connection and waits until calls can be made on it. Its traffic is counted by the meter.
func Dial(ctx context.Context, target Target, meter *wire.Meter) (Conn, error) {
	if target.Protocol == "tcp" {
		return dialTCP(ctx, target.Address, meter)
	}
	return dialFrames(ctx, target, meter)
}

func dialSocket(ctx context.Context, address string) (net.Conn, error) {
	var dialer net.Dialer
	return dialer.DialContext(ctx, "tcp", address)
}

var errBroken = errors.New("a call before this one ended in the middle of its answer")

// tcpConn makes one call at a time: the plain protocol has no streams, so that others wait.
type tcpConn struct {
	net.Conn
	sender
	meter   *wire.Meter
	answers *bufio.Reader
	// Holds one token: whoever has it may call.
	turn   chan struct{}
	broken bool
}

func dialTCP(ctx context.Context, address string, meter *wire.Meter) (Conn, error) {
	socket, err := dialSocket(ctx, address)
	if err != nil {
		return nil, err
	}
	opened := &tcpConn{Conn: meter.Counted(socket), meter: meter, turn: make(chan struct{}, 1)}
	opened.answers = bufio.NewReader(opened.Conn)
	opened.turn <- struct{}{}
	return opened, nil
}

func (c *tcpConn) Call(ctx context.Context, request *Request) ([][]byte, error) {
	select {
	case <-c.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { c.turn <- struct{}{} }()
	if c.broken {
		return nil, errBroken
	}
	// A moment that has passed ends whatever waits for the socket.
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	answers, err := c.exchange(request)
	if !stop() {
		c.broken = true
	}
	if err != nil {
		c.broken = true
		return nil, err
	}
	c.meter.AddFrames(int64(len(request.Messages)), int64(len(answers)))
	return answers, nil
}

func (c *tcpConn) exchange(request *Request) ([][]byte, error) {
	written, err := c.Write(request.packed)
	c.sent.Add(int64(written))
	if err != nil {
		return nil, err
	}
	return wire.All(wire.OpenEnded{Reader: c.answers}, mostBytes)
}

// Gone never says so: a connection that is lost ends all calls on it.
func (c *tcpConn) Gone() bool { return false }

// Close closes the socket; nobody is left to hear of an error.
func (c *tcpConn) Close() { _ = c.Conn.Close() }
