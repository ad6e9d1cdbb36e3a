package main

import (
	"fmt"
	"math/rand/v2"

	"google.golang.org/grpc"
	pb "google.golang.org/grpc/examples/route_guide/routeguide"
	"google.golang.org/protobuf/proto"
)

// kind is one of gRPC's four kinds of call.
type kind string

const (
	unary           kind = "unary"
	serverStreaming kind = "server-streaming"
	clientStreaming kind = "client-streaming"
	bidirectional   kind = "bidirectional"
)

// method is one of RouteGuide's; the unary one has no stream.
type method struct {
	path   string
	stream *grpc.StreamDesc
}

var streams = pb.RouteGuide_ServiceDesc.Streams
var methods = map[kind]method{
	unary:           {pb.RouteGuide_GetFeature_FullMethodName, nil},
	serverStreaming: {pb.RouteGuide_ListFeatures_FullMethodName, &streams[0]},
	clientStreaming: {pb.RouteGuide_RecordRoute_FullMethodName, &streams[1]},
	bidirectional:   {pb.RouteGuide_RouteChat_FullMethodName, &streams[2]},
}

// request is a call, encoded beforehand. Its answer is decoded when nobody counts the time.
type request struct {
	kind     kind
	messages [][]byte
}

// pointCount is what src/wire/grpc/arms.ts calls POINTS; noteTexts are as many as its NOTES.
const pointCount = 10

var noteTexts = []string{"First note", "Second note", "Third note", "Fourth note", "Fifth note"}

// spec is a load: operations of one kind from so many clients. src/wire/grpc/arms.ts says what the fields mean.
type spec struct {
	ID      string `json:"id"`
	Kind    kind   `json:"kind"`
	Clients int    `json:"clients"`
}

// work is what the operations of a load send, and what their answers have to say.
type work struct {
	spec
	// Messages of every request; none of chats, each of which has places of its own.
	messages [][]byte
	// A text for each message of an answer.
	expected []string
}

func newWork(of spec, features []*pb.Feature) *work {
	switch of.Kind {
	case unary:
		return &work{of, [][]byte{encode(features[0].Location)}, []string{features[0].Name}}
	case serverStreaming:
		names := make([]string, len(features))
		for at, feature := range features {
			names[at] = feature.Name
		}
		return &work{of, [][]byte{encode(&pb.Rectangle{
			Lo: &pb.Point{Latitude: 400000000, Longitude: -750000000},
			Hi: &pb.Point{Latitude: 420000000, Longitude: -730000000},
		})}, names}
	case clientStreaming:
		points := make([][]byte, pointCount)
		for at := range points {
			step := int32(at) * 1000000
			points[at] = encode(&pb.Point{Latitude: 400000000 + step, Longitude: -740000000 - step})
		}
		return &work{of, points, []string{fmt.Sprintf("%d points", pointCount)}}
	default:
		return &work{of, nil, noteTexts}
	}
}

func (w *work) request() *request {
	messages := w.messages
	if w.Kind == bidirectional {
		for _, text := range noteTexts {
			messages = append(messages, encode(&pb.RouteNote{Location: freshPlace(), Message: text}))
		}
	}
	return &request{w.Kind, messages}
}

// freshPlace is drawn from so many that no two are the same: servers keep every note for as long as they run. Each
// is encoded in as many bytes as the points of gRPC's examples.
func freshPlace() *pb.Point {
	const leastLatitude, latitudes, longitudes = 300000000, 600000000, 1800000000
	return &pb.Point{Latitude: leastLatitude + rand.Int32N(latitudes), Longitude: -1 - rand.Int32N(longitudes)}
}

// wrong says what is wrong with the answer to one call.
func (w *work) wrong(answer [][]byte) error {
	if len(answer) != len(w.expected) {
		return fmt.Errorf("got %d as the number of messages, expected %d", len(answer), len(w.expected))
	}
	for at, message := range answer {
		if got, err := w.read(message); err != nil || got != w.expected[at] {
			return fmt.Errorf("got %q (%v), expected %q", got, err, w.expected[at])
		}
	}
	return nil
}

// read decodes a message of an answer, and returns the part of it that is looked at.
func (w *work) read(message []byte) (string, error) {
	var summary pb.RouteSummary
	var note pb.RouteNote
	var feature pb.Feature
	switch w.Kind {
	case clientStreaming:
		err := proto.Unmarshal(message, &summary)
		return fmt.Sprintf("%d points", summary.PointCount), err
	case bidirectional:
		err := proto.Unmarshal(message, &note)
		return note.Message, err
	default:
		err := proto.Unmarshal(message, &feature)
		return feature.Name, err
	}
}

// encode encodes a message of this program's making, which is always possible.
func encode(message proto.Message) []byte {
	encoded, err := proto.Marshal(message)
	if err != nil {
		panic(err)
	}
	return encoded
}
