package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"roundtrip/grpc-go/wire"
)

type http2Conn struct {
	*http.ClientConn
	origin string
	socket *wire.Counted
}

func dialHTTP2(ctx context.Context, address string, meter *wire.Meter) (Conn, error) {
	opened := &http2Conn{origin: "http://" + address}
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	transport := &http.Transport{
		Protocols:          &protocols,
		DisableCompression: true,
		DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			socket, err := dialSocket(ctx, address)
			if err != nil || meter == nil {
				return socket, err
			}
			opened.socket = wire.CountFrames(socket, meter)
			return opened.socket, nil
		},
	}
	conn, err := transport.NewClientConn(ctx, "http", address)
	opened.ClientConn = conn
	return opened, err
}

func (c *http2Conn) Call(ctx context.Context, request *Request) ([][]byte, error) {
	body := bytes.NewReader(request.overHTTP())
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, c.origin+request.Kind.Path(), body)
	if err != nil {
		return nil, err
	}
	post.Header.Set("Content-Type", "application/octet-stream")
	response, err := c.RoundTrip(post)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("HTTP status %s", response.Status)
	}
	return wire.All(bytes.NewReader(answer), mostBytes)
}

func (c *http2Conn) Sent() int64 {
	if c.socket == nil {
		return 0
	}
	return c.socket.Sent()
}

// Close closes the connection; nobody is left to hear of an error.
func (c *http2Conn) Close() { _ = c.ClientConn.Close() }

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
