package load

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"

	"roundtrip/grpc-go/client"
	pb "roundtrip/grpc-go/routeguide"
)

func TestOpeningWhatIsNotThere(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	closed := listen(t)
	closed.Close()
	silent := listen(t)
	rude := listen(t)
	go func() {
		for {
			conn, err := rude.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	service := "expected a server of routeguide.RouteGuide"
	refused := closed.Addr().String() + " could not be connected to: connection refused, "
	generator.refused(generator.open(1, closed.target("grpc"), patience), refused+service, false)
	generator.refused(generator.open(2, closed.target("tcp"), patience), refused+"expected the baseline server of tcp", false)
	generator.refused(generator.open(3, silent.target("grpc"), 100),
		silent.Addr().String()+" did not answer a connect within 100 ms, "+service, true)
	generator.refused(generator.open(4, silent.target("tcp"), 100),
		silent.Addr().String()+" did not answer GetFeature within 100 ms, expected the baseline server of tcp", true)
	for connection, protocol := range []string{"grpc", "tcp"} {
		answer := generator.open(6+connection, rude.target(protocol), patience)
		if !strings.HasPrefix(answer.Error, rude.Addr().String()+" ") || answer.Stalled {
			t.Errorf("%s of a server that hangs up: got %+v, expected what became of it", protocol, answer)
		}
	}
	other := serveOther(t, func(*grpc.Server) pb.RouteGuideServer { return pb.UnimplementedRouteGuideServer{} })
	generator.refused(generator.open(9, other.target("grpc"), patience), fmt.Sprintf(
		"%s answered GetFeature with UNIMPLEMENTED: method GetFeature not implemented, %s", other.Addr(), service), false)
}

// odd answers as some server might, and gRPC's tutorial does not.
type odd struct {
	partly
	features int
	// How many notes answer a chat.
	notes int
}

func (o *odd) ListFeatures(_ *pb.Rectangle, stream grpc.ServerStreamingServer[pb.Feature]) error {
	for range o.features {
		if err := stream.Send(client.FirstFeature); err != nil {
			return err
		}
	}
	return nil
}

func (o *odd) RecordRoute(stream grpc.ClientStreamingServer[pb.Point, pb.RouteSummary]) error {
	return stream.SendAndClose(&pb.RouteSummary{PointCount: 3})
}

func (o *odd) RouteChat(stream grpc.BidiStreamingServer[pb.RouteNote, pb.RouteNote]) error {
	for range o.notes {
		if err := stream.Send(&pb.RouteNote{Message: "First note"}); err != nil {
			return err
		}
	}
	return nil
}

func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	nameless := func(int64) (*pb.Feature, error) { return &pb.Feature{}, nil }
	const noName = `the name "", expected "Berkshire Valley Management Area Trail, Jefferson, NJ, USA"`
	server := func(few int64) *listening {
		return serveOther(t, func(*grpc.Server) pb.RouteGuideServer {
			return &odd{partly: partly{few: few, then: nameless}, features: 64, notes: 2}
		})
	}
	never := server(0)
	generator.refused(generator.open(1, never.target("grpc"), patience), never.Addr().String()+" answered GetFeature with "+noName, false)

	later := server(5)
	generator.ready(2, later.target("grpc"), "unary-1", patience)
	turn := turnOf("unary-1", 10)
	turn["first"] = 100
	if got := generator.ask(2, turn).Value.Wrong; got != "answer 104: got "+noName {
		t.Errorf("got %q, expected the fourth answer of the turn to be wrong", got)
	}
	for workload, expected := range map[string]string{
		"server-streaming-3": "ListFeatures with 64 features, expected the 10 of bench-servers/features.json",
		"client-streaming-3": "RecordRoute with 3 points, expected the 10 that were sent",
		"bidirectional-3": "RouteChat, two notes of one place, with 2 notes, expected 3," +
			" or 1 where a note is not answered with itself",
	} {
		generator.refused(generator.ask(2, fields{"do": "prepare", "workload": workload}), later.Addr().String()+" answered "+expected, false)
	}
}

// earlier answers a note with those that were there before it, as gRPC's server in Python does.
type earlier struct {
	partly
	mu    sync.Mutex
	notes []*pb.RouteNote
}

func (e *earlier) RouteChat(stream grpc.BidiStreamingServer[pb.RouteNote, pb.RouteNote]) error {
	for {
		note, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		e.mu.Lock()
		known := slices.Clone(e.notes)
		e.notes = append(e.notes, note)
		e.mu.Unlock()
		for _, other := range known {
			same := other.Location.Latitude == note.Location.Latitude && other.Location.Longitude == note.Location.Longitude
			if !same {
				continue
			}
			if err := stream.Send(other); err != nil {
				return err
			}
		}
	}
}

func TestChatsWithAServerThatAnswersEarlierNotes(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	listener := serveOther(t, func(*grpc.Server) pb.RouteGuideServer { return &earlier{partly: partly{few: 1}} })
	generator.ready(1, listener.target("grpc"), "bidirectional-3", patience)
	for range 2 {
		if answer := generator.ask(1, turnOf("bidirectional-3", 12)); answer.Error != "" || answer.Value.Wrong != "" {
			t.Errorf("got %+v, expected five notes for five", answer)
		}
	}
}
