package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"

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
