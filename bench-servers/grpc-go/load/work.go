package load

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"

	"google.golang.org/protobuf/proto"

	"roundtrip/grpc-go/client"
	pb "roundtrip/grpc-go/routeguide"
	"roundtrip/grpc-go/wire"
)

const (
	// pointCount is what src/places/grpc/workloads.ts has as POINTS; noteTexts are as many as its NOTES.
	pointCount = 10
	// featureCount is how many bench-servers/features.json has.
	featureCount = 10
)

// noteTexts are what the notes of a chat say.
var noteTexts = [...]string{"First note", "Second note", "Third note", "Fourth note", "Fifth note"}

// work is what the operations of a workload ask for, and how their answers are looked at.
type work struct {
	Spec
	// The request of each operation; nil where each has one of its own.
	fixed  *client.Request
	places *places
}

func newWork(spec Spec, places *places) *work {
	made := &work{Spec: spec, places: places}
	switch spec.Kind {
	case wire.Unary:
		made.fixed = client.NewRequest(spec.Kind, encode(client.FirstFeature.Location))
	case wire.ServerStreaming:
		made.fixed = client.NewRequest(spec.Kind, encode(&pb.Rectangle{
			Lo: &pb.Point{Latitude: 400000000, Longitude: -750000000},
			Hi: &pb.Point{Latitude: 420000000, Longitude: -730000000},
		}))
	case wire.ClientStreaming:
		made.fixed = client.NewRequest(spec.Kind, points()...)
	}
	return made
}

// requests are those of so many operations; notes are at places that no other request has.
func (w *work) requests(operations int) []*client.Request {
	made := make([]*client.Request, operations)
	for at := range made {
		if made[at] = w.fixed; w.fixed == nil {
			made[at] = chat(w.places)
		}
	}
	return made
}

// chat sends notes, each at a fresh place.
func chat(places *places) *client.Request {
	messages := make([][]byte, len(noteTexts))
	for at := range messages {
		messages[at] = noteAt(places.next(), at)
	}
	return client.NewRequest(wire.Bidirectional, messages...)
}

// noteAt is a note, encoded.
func noteAt(place *pb.Point, at int) []byte {
	return encode(&pb.RouteNote{Location: place, Message: noteTexts[at]})
}

// points are those of a route.
func points() [][]byte {
	messages := make([][]byte, pointCount)
	for at := range messages {
		step := int32(at) * 1000000
		messages[at] = encode(&pb.Point{Latitude: 400000000 + step, Longitude: -740000000 - step})
	}
	return messages
}

// mismatch is what an answer has and what it should have, as a sentence goes on with them.
type mismatch struct{ got, expected string }

// wrong looks at the answer to one call.
func (w *work) wrong(answer [][]byte) *mismatch {
	switch w.Kind {
	case wire.ServerStreaming:
		if len(answer) != featureCount {
			return &mismatch{
				counted(int64(len(answer)), "feature"),
				fmt.Sprintf("the %d of bench-servers/features.json", featureCount),
			}
		}
		for _, message := range answer {
			feature := &pb.Feature{}
			if bad := decode(message, feature); bad != nil {
				return bad
			}
			if feature.Name == "" {
				return &mismatch{`a feature with the name ""`, "the names of bench-servers/features.json"}
			}
		}
		return nil
	case wire.Bidirectional:
		return wrongChat(answer)
	}
	if len(answer) != 1 {
		return &mismatch{counted(int64(len(answer)), "message"), "1"}
	}
	if w.Kind == wire.Unary {
		// Nearly always it is these very bytes, and then there is nothing to decode.
		if bytes.Equal(answer[0], client.FirstAnswer) {
			return nil
		}
		feature := &pb.Feature{}
		if bad := decode(answer[0], feature); bad != nil {
			return bad
		}
		if expected := client.FirstFeature.Name; feature.Name != expected {
			return &mismatch{fmt.Sprintf("the name %q", feature.Name), fmt.Sprintf("%q", expected)}
		}
		return nil
	}
	summary := &pb.RouteSummary{}
	if bad := decode(answer[0], summary); bad != nil {
		return bad
	}
	if expected := len(w.fixed.Messages); int(summary.PointCount) != expected {
		return &mismatch{counted(int64(summary.PointCount), "point"), fmt.Sprintf("the %d that were sent", expected)}
	}
	return nil
}

func wrongChat(answer [][]byte) *mismatch {
	if len(answer) != len(noteTexts) {
		return &mismatch{counted(int64(len(answer)), "note"), fmt.Sprintf("the %d that were sent", len(noteTexts))}
	}
	for at, message := range answer {
		note := &pb.RouteNote{}
		if bad := decode(message, note); bad != nil {
			return bad
		}
		if expected := noteTexts[at]; note.Message != expected {
			return &mismatch{fmt.Sprintf("the note %q", note.Message), fmt.Sprintf("%q", expected)}
		}
	}
	return nil
}

func decode(message []byte, into proto.Message) *mismatch {
	if err := proto.Unmarshal(message, into); err != nil {
		name := into.ProtoReflect().Descriptor().Name()
		return &mismatch{fmt.Sprintf("bytes that are none (%v)", err), fmt.Sprintf("a %s", name)}
	}
	return nil
}

// encode encodes a message of this package's making, which is always possible.
func encode(message proto.Message) []byte {
	encoded, err := proto.Marshal(message)
	if err != nil {
		panic(err)
	}
	return encoded
}

// places are points for notes, each used once: servers keep every note for as long as they run. Where
// they begin is drawn, so that a server which was called before has hardly seen one of them.
type places struct {
	mu   sync.Mutex
	last pb.Point
}

const (
	// Points between these are all encoded in as many bytes as those of the examples.
	leastLatitude, mostLatitude  = 300000000, 900000000
	leastLongitude, noneOfItLeft = -1800000000, 0
)

func newPlaces() *places {
	drawn := &places{}
	drawn.last.Latitude = leastLatitude + rand.Int32N(mostLatitude-leastLatitude)
	drawn.last.Longitude = leastLongitude + rand.Int32N(noneOfItLeft-leastLongitude)
	return drawn
}

func (p *places) next() *pb.Point {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last.Longitude++; p.last.Longitude >= noneOfItLeft {
		p.last.Longitude = leastLongitude
		p.last.Latitude++
	}
	return &pb.Point{Latitude: p.last.Latitude, Longitude: p.last.Longitude}
}
