package main

import (
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	pb "google.golang.org/grpc/examples/route_guide/routeguide"
	"google.golang.org/grpc/status"
)

// soon is a deadline that a test waits for.
const soon = 1000

func TestOpeningWhatIsNotThere(t *testing.T) {
	t.Parallel()
	generator := start(t)
	closed, silent, rude := listen(t), listen(t), listen(t)
	closed.Close()
	go func() {
		for conn, err := rude.Accept(); err == nil; conn, err = rude.Accept() {
			conn.Close()
		}
	}()
	for connection, protocol := range []string{"grpc", "tcp"} {
		expect := func(listener *listening, with string, stalled bool) {
			answer := generator.open(connection, listener.target(protocol), 300)
			generator.refused(answer, "GetFeature at "+listener.Addr().String()+": "+with, "; expected a server of routeguide.RouteGuide over "+protocol, stalled)
		}
		expect(closed, "", false)
		expect(silent, "no answer within 300 ms, after 0 calls", true)
		expect(rude, "", false)
	}
	other := generator.serve("grpc", func(made *guide, _ *grpc.Server) {
		made.get = func(int64) (*pb.Feature, error) { return nil, status.Error(codes.Unimplemented, "unknown service") }
	})
	generator.refused(generator.open(9, other.target("grpc"), patience), "GetFeature at ", "code = Unimplemented desc = unknown service", false)
}

func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	generator := start(t)
	nameless := func(from int64) func(*guide, *grpc.Server) {
		return func(made *guide, _ *grpc.Server) {
			made.repeat, made.features = 2, made.features[1:]
			made.get = func(place int64) (*pb.Feature, error) {
				if place >= from {
					return &pb.Feature{}, nil
				}
				return generator.features[0], nil
			}
		}
	}
	const noName = `got "" (<nil>), expected "Berkshire Valley Management Area Trail, Jefferson, NJ, USA"`
	never := generator.serve("grpc", nameless(0))
	generator.refused(generator.open(1, never.target("grpc"), patience), "GetFeature at ", noName, false)
	later := generator.serve("grpc", nameless(8))
	generator.ready(2, later.target("grpc"), "unary-1", patience)
	turn := turnOf("unary-1", 10)
	turn["first"] = 100
	if got := generator.ask(2, turn).Value.Wrong; got != "answer 106: "+noName {
		t.Errorf("got %q, expected the sixth answer of the turn to be wrong", got)
	}
	for workload, expected := range map[string]string{
		"server-streaming-3": "got 9 as the number of messages, expected 10",
		"client-streaming-3": `got "20 points" (<nil>), expected "10 points"`,
		"bidirectional-3":    "got 10 as the number of messages, expected 5",
	} {
		server := generator.serve("grpc", nameless(1000))
		if answer := generator.open(3, server.target("grpc"), patience); answer.Error != "" {
			t.Fatal(answer.Error)
		}
		generator.refused(generator.ask(3, preparing(workload)), "", expected, false)
	}
}

func TestClientsThatFailAndServersThatDie(t *testing.T) {
	t.Parallel()
	generator := start(t)
	// Three calls open the connections, one prepares, and ten of the turn are answered.
	failing := generator.serve("grpc", func(made *guide, _ *grpc.Server) {
		made.get = func(place int64) (*pb.Feature, error) {
			if place == 15 {
				return nil, status.Error(codes.Internal, "malformed header")
			}
			return generator.features[0], nil
		}
	})
	generator.ready(1, failing.target("grpc"), "unary-3", patience)
	generator.refused(generator.ask(1, turnOf("unary-3", 400)),
		"1 of 3 clients stopped, the first with rpc error: code = Internal desc = malformed header, after ", "; 399 of 400 calls were answered", false)
	dying := generator.serve("grpc", func(made *guide, server *grpc.Server) {
		var once sync.Once
		made.get = func(place int64) (*pb.Feature, error) {
			if place > 20 {
				once.Do(func() { go server.Stop() })
			}
			return generator.features[0], nil
		}
	})
	generator.ready(2, dying.target("grpc"), "unary-3", patience)
	generator.refused(generator.ask(2, turnOf("unary-3", 100_000)), "3 of 3 clients stopped, the first with rpc error: code = Unavailable", "", false)
	cut := listen(t)
	go func() {
		for conn, err := cut.Accept(); err == nil; conn, err = cut.Accept() {
			for range 5 {
				letter, _, _ := unpack(conn)
				conn.Write(pack(letter, [][]byte{encode(generator.features[0])}))
			}
			conn.Close()
		}
	}()
	generator.ready(3, cut.target("tcp"), "unary-1", patience)
	generator.refused(generator.ask(3, turnOf("unary-1", 10)), "1 of 1 clients stopped, the first with ", "; 0 of 10 calls were answered", false)
}

func TestStalls(t *testing.T) {
	t.Parallel()
	generator := start(t)
	listener := generator.serve("grpc", func(made *guide, _ *grpc.Server) {
		made.get = func(place int64) (*pb.Feature, error) {
			if place == 10 {
				select {}
			}
			return generator.features[0], nil
		}
	})
	// Of ten calls, two open and prepare, and three lead in.
	generator.ready(1, listener.target("grpc"), "unary-1", soon)
	generator.refused(generator.ask(1, turnOf("unary-1", 40)), "1 of 1 clients stopped, the first with no answer within 1000 ms,"+
		" after 9 calls and 220 bytes of requests on its connection; 4 of 40 calls were answered", "", true)
	if answer := generator.ask(1, turnOf("unary-1", 40)); answer.Error != "" || answer.Value.Wrong != "" {
		t.Errorf("got %+v, expected the connection to go on", answer)
	}
}
