package client

import (
	"context"
	"errors"
	"io"
	"net"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"

	"roundtrip/grpc-go/wire"
)

// ErrNotHTTP2 is what a dial ends with where something listens that does not begin as HTTP/2 does.
var ErrNotHTTP2 = errors.New("it closed the connection before it spoke HTTP/2")

// windowBytes is what a server may send before it is told to go on: more than any answer here has. It
// is fixed because grpc-go would else find it out by a ping for nearly every answer that comes: five
// frames for a unary call in place of three, and each ping is a server's to answer.
const windowBytes = 1 << 20

// raw hands messages on as they are. Its empty name keeps the content type at application/grpc.
type raw struct{}

func (raw) Name() string { return "" }

func (raw) Marshal(message any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(message.([]byte))}, nil
}

func (raw) Unmarshal(data mem.BufferSlice, message any) error {
	*message.(*[]byte) = data.Materialize()
	return nil
}

var streams = map[wire.Kind]*grpc.StreamDesc{
	wire.ServerStreaming: {ServerStreams: true},
	wire.ClientStreaming: {ClientStreams: true},
	wire.Bidirectional:   {ServerStreams: true, ClientStreams: true},
}

type grpcConn struct {
	*grpc.ClientConn
	socket atomic.Pointer[wire.Counted]
}

func dialGRPC(
	ctx context.Context, address string, meter *wire.Meter,
	dial func(context.Context, string) (net.Conn, error),
) (Conn, error) {
	opened := &grpcConn{}
	var failed atomic.Pointer[error]
	dialer := func(ctx context.Context, address string) (net.Conn, error) {
		socket, err := dial(ctx, address)
		if err != nil {
			failed.Store(&err)
			return nil, err
		}
		if meter == nil {
			return socket, nil
		}
		counted := wire.CountFrames(socket, meter)
		opened.socket.Store(counted)
		return counted, nil
	}
	channel, err := grpc.NewClient("passthrough:///"+address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(dialer),
		grpc.WithStaticStreamWindowSize(windowBytes),
		grpc.WithStaticConnWindowSize(windowBytes),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(raw{})),
	)
	if err != nil {
		return nil, err
	}
	opened.ClientConn = channel
	channel.Connect()
	for state := channel.GetState(); state != connectivity.Ready; state = channel.GetState() {
		if state == connectivity.TransientFailure {
			opened.Close()
			if err := failed.Load(); err != nil {
				return nil, *err
			}
			return nil, ErrNotHTTP2
		}
		if !channel.WaitForStateChange(ctx, state) {
			opened.Close()
			return nil, ctx.Err()
		}
	}
	return opened, nil
}

func (c *grpcConn) Call(ctx context.Context, request *Request) ([][]byte, error) {
	if request.Kind == wire.Unary {
		var answer []byte
		err := c.Invoke(ctx, request.Kind.Path(), request.Messages[0], &answer)
		return [][]byte{answer}, err
	}
	description := streams[request.Kind]
	stream, err := c.NewStream(ctx, description, request.Kind.Path())
	if err != nil {
		return nil, err
	}
	for _, message := range request.Messages {
		// The end of the stream: what there is to know of it comes with the answer.
		if err := stream.SendMsg(message); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	if err := stream.CloseSend(); err != nil {
		return nil, err
	}
	var answers [][]byte
	for {
		var answer []byte
		if err := stream.RecvMsg(&answer); err == io.EOF {
			return answers, nil
		} else if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
		// RecvMsg has waited for the status of a call that has one answer.
		if !description.ServerStreams {
			return answers, nil
		}
	}
}

func (c *grpcConn) Sent() int64 {
	if socket := c.socket.Load(); socket != nil {
		return socket.Sent()
	}
	return 0
}

// Close closes the channel. Its only error is that it was closed before.
func (c *grpcConn) Close() { _ = c.ClientConn.Close() }
