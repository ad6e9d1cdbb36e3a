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
	meter   *wire.Meter
	socket  *wire.Counted
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
	opened := &tcpConn{Conn: socket, meter: meter, turn: make(chan struct{}, 1)}
	if meter != nil {
		opened.socket = wire.CountBytes(socket, meter)
		opened.Conn = opened.socket
	}
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
	if c.meter != nil {
		c.meter.AddFrames(int64(len(request.Messages)), int64(len(answers)))
	}
	return answers, nil
}

func (c *tcpConn) exchange(request *Request) ([][]byte, error) {
	if _, err := c.Write(request.overTCP()); err != nil {
		return nil, err
	}
	return wire.All(wire.OpenEnded{Reader: c.answers}, mostBytes)
}

func (c *tcpConn) Sent() int64 {
	if c.socket == nil {
		return 0
	}
	return c.socket.Sent()
}

// Close closes the socket; nobody is left to hear of an error.
func (c *tcpConn) Close() { _ = c.Conn.Close() }
