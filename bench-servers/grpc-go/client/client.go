// Package client calls RouteGuide by address: as gRPC, or with the same messages without it.
package client

import (
	"context"
	"fmt"
	"net"
	"sync"

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
	Bare          bool   `json:"bare"`
}

// Validate says what of a target cannot be called.
func (t Target) Validate() error {
	switch t.Protocol {
	case "nothing":
		if t.Address != "" {
			return fmt.Errorf("target.address: got %q, expected \"\" for nothing, which is in the generator", t.Address)
		}
	case "grpc", "http2", "tcp":
		if _, _, err := net.SplitHostPort(t.Address); err != nil {
			return fmt.Errorf("target.address: got %q, expected one such as 127.0.0.1:50051", t.Address)
		}
	default:
		return fmt.Errorf("target.protocol: got %q, expected grpc, http2, tcp or nothing", t.Protocol)
	}
	if t.OneConnection && t.Protocol == "tcp" {
		return fmt.Errorf("target.oneConnection: got it for tcp, expected grpc or http2, whose calls can share a connection")
	}
	if t.RedialBytes < 0 {
		return fmt.Errorf("target.redialBytes: got %d, expected more than 0, or none", t.RedialBytes)
	}
	if t.Bare && t.RedialBytes > 0 {
		return fmt.Errorf("target.bare: got it with redialBytes, expected one of the two")
	}
	return nil
}

// Name is how a message calls the target.
func (t Target) Name() string {
	if t.Protocol == "nothing" {
		return "the server that does nothing"
	}
	return t.Address
}

// Request is a call that can be made any number of times, also at once. It is encoded beforehand, and
// answers are decoded when nobody counts the time: what protobuf costs a client is no server's doing.
type Request struct {
	Kind     wire.Kind
	Messages [][]byte
	// Size of the messages with their prefixes.
	Size   int64
	packed func() []byte
}

// NewRequest makes a request of encoded messages.
func NewRequest(kind wire.Kind, messages ...[]byte) *Request {
	// Made when it is first asked for: gRPC never does.
	packed := sync.OnceValue(func() []byte {
		all := append([]byte{byte(kind)}, wire.Pack(messages...)...)
		return append(all, wire.End[:]...)
	})
	return &Request{Kind: kind, Messages: messages, Size: wire.Size(messages), packed: packed}
}

// overTCP is the request with its kind before and the end frame after it.
func (r *Request) overTCP() []byte { return r.packed() }

// overHTTP is the request's messages alone.
func (r *Request) overHTTP() []byte {
	packed := r.packed()
	return packed[1 : len(packed)-wire.PrefixSize]
}

// Conn is an open connection. Calls may be made at once where the target can have one for all.
type Conn interface {
	// Call sends all messages of a request and then reads all of the response.
	Call(ctx context.Context, request *Request) ([][]byte, error)
	// Sent is how many bytes of request messages went out over the socket; 0 where nobody counts them.
	Sent() int64
	// Close closes it at once, whatever is under way.
	Close()
}

// Dial opens a connection and waits until calls can be made on it. Its traffic is counted by the meter,
// or not at all where there is none.
func Dial(ctx context.Context, target Target, meter *wire.Meter) (Conn, error) {
	switch target.Protocol {
	case "http2":
		return dialHTTP2(ctx, target.Address, meter)
	case "tcp":
		return dialTCP(ctx, target.Address, meter)
	case "nothing":
		return dialGRPC(ctx, "nothing", meter, dialNothing)
	default:
		return dialGRPC(ctx, target.Address, meter, dialSocket)
	}
}

func dialSocket(ctx context.Context, address string) (net.Conn, error) {
	var dialer net.Dialer
	return dialer.DialContext(ctx, "tcp", address)
}
