package server

import (
	"io"

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
