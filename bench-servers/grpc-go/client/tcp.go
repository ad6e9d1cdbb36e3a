package client

import (
	"bufio"
	"context"
	"errors"
	"net"
	"time"

	"roundtrip/grpc-go/wire"
)

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
