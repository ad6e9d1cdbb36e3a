package server

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"

	"google.golang.org/protobuf/proto"

	pb "roundtrip/grpc-go/routeguide"
	"roundtrip/grpc-go/wire"
)

// mostBytes is the longest message that a baseline echoes.
const mostBytes = 1 << 20

// canned answers with RouteGuide's bytes and reads no protobuf: what a call costs without gRPC.
type canned struct{ feature, features []byte }

func newCanned(features []*pb.Feature) (*canned, error) {
	encoded := make([][]byte, len(features))
	for at, feature := range features {
		message, err := proto.Marshal(feature)
		if err != nil {
			return nil, err
		}
		encoded[at] = message
	}
	return &canned{feature: wire.Pack(encoded[0]), features: wire.Pack(encoded...)}, nil
}

// answer reads a request to its end and returns the messages of its response, each with its prefix.
func (c *canned) answer(kind wire.Kind, request io.Reader) ([]byte, error) {
	switch kind {
	case wire.ClientStreaming:
		count, err := wire.Count(request)
		if err != nil {
			return nil, err
		}
		summary, err := proto.Marshal(&pb.RouteSummary{PointCount: int32(count)})
		return wire.Pack(summary), err
	case wire.Bidirectional:
		messages, err := wire.All(request, mostBytes)
		return wire.Pack(messages...), err
	default:
		if _, err := wire.Count(request); err != nil {
			return nil, err
		}
		if kind == wire.Unary {
			return c.feature, nil
		}
		return c.features, nil
	}
}

// serveTCP answers requests over plain sockets, one after the other on each.
func serveTCP(listener net.Listener, answers *canned) error {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			if err := answerTCP(conn, answers); err != nil {
				log.Printf("tcp: %v", err)
			}
		}()
	}
}

// answerTCP answers until the client closes its socket. Go's sockets have TCP_NODELAY set.
func answerTCP(conn net.Conn, answers *canned) error {
	requests := bufio.NewReader(conn)
	var response []byte
	for {
		first, err := requests.ReadByte()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		kind := wire.Kind(first)
		if !kind.Valid() {
			return fmt.Errorf("got a request of kind %d, expected 1 to 4", first)
		}
		answer, err := answers.answer(kind, wire.OpenEnded{Reader: requests})
		if err != nil {
			return err
		}
		response = append(append(response[:0], answer...), wire.End[:]...)
		if _, err := conn.Write(response); err != nil {
			return err
		}
	}
}
