package main

import (
	"context"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
)

// windowBytes is how much a server may send before the client says to go on, which is more than any answer has.
// With a window of its own choice grpc-go sends a ping for nearly every answer, which servers have to answer.
const windowBytes = 1 << 20

// raw passes messages on as they are: what protobuf costs a client is not the server's doing. The empty name keeps
// the content type at application/grpc.
type raw struct{}

func (raw) Name() string { return "" }

func (raw) Marshal(message any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(message.([]byte))}, nil
}

func (raw) Unmarshal(data mem.BufferSlice, message any) error {
	*message.(*[]byte) = data.Materialize()
	return nil
}

// grpcConn is a connection of grpc-go's own client. The first call opens it.
type grpcConn struct{ *grpc.ClientConn }

func newGRPCConn(_ context.Context, address string) (conn, error) {
	channel, err := grpc.NewClient("passthrough:///"+address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(),
		grpc.WithStaticStreamWindowSize(windowBytes),
		grpc.WithStaticConnWindowSize(windowBytes),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(raw{})),
	)
	return grpcConn{channel}, err
}

func (c grpcConn) call(ctx context.Context, request *request) (answer [][]byte, err error) {
	method := methods[request.kind]
	if method.stream == nil {
		var message []byte
		err := c.Invoke(ctx, method.path, request.messages[0], &message)
		return [][]byte{message}, err
	}
	stream, err := c.NewStream(ctx, method.stream, method.path)
	if err != nil {
		return nil, err
	}
	for _, message := range request.messages {
		// io.EOF means that the call has ended, and receiving says why.
		if err := stream.SendMsg(message); err != nil && err != io.EOF {
			return nil, err
		}
	}
	if err := stream.CloseSend(); err != nil {
		return nil, err
	}
	for {
		var message []byte
		if err := stream.RecvMsg(&message); err == io.EOF {
			return answer, nil
		} else if err != nil {
			return nil, err
		}
		// Of a call with one answer, grpc-go has read the status too.
		if answer = append(answer, message); !method.stream.ServerStreams {
			return answer, nil
		}
	}
}
