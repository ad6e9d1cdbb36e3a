package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"
	"time"

	pb "google.golang.org/grpc/examples/route_guide/routeguide"
)

// The baseline sends RouteGuide's messages over TCP without gRPC. In front of each message stand its length in four
// bytes and a byte with the first letter of its kind of call, whose highest bit marks the last message of a request
// or an answer.
const (
	prefixBytes = 5
	lastFlag    = 0x80
)

func pack(letter byte, messages [][]byte) []byte {
	var packed []byte
	for at, message := range messages {
		if at == len(messages)-1 {
			letter |= lastFlag
		}
		packed = binary.BigEndian.AppendUint32(packed, uint32(len(message)))
		packed = append(append(packed, letter), message...)
	}
	return packed
}

// unpack reads the messages of one request or one answer.
func unpack(from io.Reader) (letter byte, messages [][]byte, err error) {
	prefix := make([]byte, prefixBytes)
	for letter&lastFlag == 0 {
		if _, err := io.ReadFull(from, prefix); err != nil {
			return 0, nil, err
		}
		message := make([]byte, binary.BigEndian.Uint32(prefix))
		if _, err := io.ReadFull(from, message); err != nil {
			return 0, nil, err
		}
		letter, messages = prefix[prefixBytes-1], append(messages, message)
	}
	return letter &^ lastFlag, messages, nil
}

func serveTCP(listener net.Listener, features []*pb.Feature) {
	encoded := make([][]byte, len(features))
	for at, feature := range features {
		encoded[at] = encode(feature)
	}
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go answerTCP(conn, encoded)
	}
}

// answerTCP answers requests one after the other, until the client hangs up.
func answerTCP(conn net.Conn, features [][]byte) {
	defer conn.Close()
	requests := bufio.NewReader(conn)
	for {
		letter, messages, err := unpack(requests)
		if err != nil {
			return
		}
		// The notes of a chat come back as they are.
		switch letter {
		case unary[0]:
			messages = features[:1]
		case serverStreaming[0]:
			messages = features
		case clientStreaming[0]:
			messages = [][]byte{encode(&pb.RouteSummary{PointCount: int32(len(messages))})}
		}
		if _, err := conn.Write(pack(letter, messages)); err != nil {
			return
		}
	}
}

// tcpConn is a connection to the baseline, for one call at a time. A call that goes wrong closes it.
type tcpConn struct {
	net.Conn
	answers *bufio.Reader
}

func dialTCP(ctx context.Context, address string) (conn, error) {
	var dialer net.Dialer
	opened, err := dialer.DialContext(ctx, "tcp", address)
	return &tcpConn{opened, bufio.NewReader(opened)}, err
}

func (c *tcpConn) call(ctx context.Context, request *request) (answer [][]byte, err error) {
	// A moment that has passed ends all that waits for the socket.
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	if _, err = c.Write(pack(request.kind[0], request.messages)); err == nil {
		_, answer, err = unpack(c.answers)
	}
	if !stop() || err != nil {
		_ = c.Close()
	}
	return answer, err
}
