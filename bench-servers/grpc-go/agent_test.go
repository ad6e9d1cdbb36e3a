package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	pb "google.golang.org/grpc/examples/route_guide/routeguide"
)

// patience is a deadline that no call of a server that answers gets near.
const patience = 20000

var everyKind = []spec{
	{"unary-1", unary, 1}, {"unary-3", unary, 3}, {"server-streaming-3", serverStreaming, 3},
	{"client-streaming-3", clientStreaming, 3}, {"bidirectional-3", bidirectional, 3},
}

// generatorRun is a generator that runs, as a run has it: lines in and lines out.
type generatorRun struct {
	t        *testing.T
	features []*pb.Feature
	in       *json.Encoder
	out      *json.Decoder
	last     int
}

func start(t *testing.T) *generatorRun {
	t.Helper()
	features, err := readFeatures("../features.json")
	if err != nil {
		t.Fatal(err)
	}
	specs, _ := json.Marshal(everyKind)
	fromRun, toGenerator := io.Pipe()
	fromGenerator, toRun := io.Pipe()
	ended := make(chan error)
	go func() { ended <- generate(fromRun, toRun, string(specs), features) }()
	t.Cleanup(func() {
		toGenerator.Close()
		if err := <-ended; err != nil {
			t.Errorf("the generator ended with %v", err)
		}
	})
	return &generatorRun{t: t, features: features, in: json.NewEncoder(toGenerator), out: json.NewDecoder(fromGenerator)}
}

// said is any line of the generator.
type said struct {
	Connection, ID int
	Value          *struct {
		Timed struct {
			SamplesUs     []int64
			TotalUs       *int64
			Frames, Bytes struct{ Out, In int64 }
			Readings      map[string]int64
		}
		Wrong string
	}
	Error   string
	Stalled bool
}

type fields = map[string]any

// ask asks for something on a connection, and waits for the answer.
func (g *generatorRun) ask(connection int, what fields) said {
	g.t.Helper()
	g.last++
	if err := g.in.Encode(fields{"connection": connection, "id": g.last, "ask": what}); err != nil {
		g.t.Fatal(err)
	}
	var answer said
	if err := g.out.Decode(&answer); err != nil {
		g.t.Fatal(err)
	}
	if answer.Connection != connection || answer.ID != g.last {
		g.t.Fatalf("got %+v, expected an answer to %d of %d", answer, g.last, connection)
	}
	return answer
}

func (g *generatorRun) open(connection int, target fields, deadlineMs int) said {
	return g.ask(connection, fields{"do": "open", "deadlineMs": deadlineMs, "target": target})
}

func turnOf(workload string, operations int) fields {
	return fields{"do": "turn", "workload": workload, "first": 0, "leadIn": 3, "operations": operations}
}

func preparing(workload string) fields { return fields{"do": "prepare", "workload": workload} }

// ready opens a connection and prepares it for a workload, and expects both to go well.
func (g *generatorRun) ready(connection int, target fields, workload string, deadlineMs int) {
	g.t.Helper()
	for _, answer := range []said{g.open(connection, target, deadlineMs), g.ask(connection, preparing(workload))} {
		if answer.Error != "" {
			g.t.Fatalf("%s of %v: got %q, expected it to be ready", workload, target, answer.Error)
		}
	}
}

// refused expects an error that begins with one text and has another in it.
func (g *generatorRun) refused(answer said, begin, within string, stalled bool) {
	g.t.Helper()
	if !strings.HasPrefix(answer.Error, begin) || !strings.Contains(answer.Error, within) || answer.Stalled != stalled {
		g.t.Errorf("got %q (stalled: %t), expected %q … %q (%t)", answer.Error, answer.Stalled, begin, within, stalled)
	}
}

// listening counts the connections that it is asked for.
type listening struct {
	net.Listener
	accepted atomic.Int64
}

func (l *listening) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		l.accepted.Add(1)
	}
	return conn, err
}

func (l *listening) target(protocol string) fields {
	return fields{"protocol": protocol, "address": l.Addr().String()}
}

func listen(t *testing.T) *listening {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return &listening{Listener: listener}
}

// guide is a RouteGuide that answers as gRPC's example does, or otherwise where a field says so.
type guide struct {
	pb.UnimplementedRouteGuideServer
	features []*pb.Feature
	// How each GetFeature is answered, by its number from 1.
	get func(place int64) (*pb.Feature, error)
	// Whether notes are answered with the earlier ones of their place only, and how often each is sent.
	earlierOnly bool
	repeat      int

	calls atomic.Int64
	mu    sync.Mutex
	notes map[string][]*pb.RouteNote
}

func (g *guide) GetFeature(context.Context, *pb.Point) (*pb.Feature, error) {
	return g.get(g.calls.Add(1))
}

func (g *guide) ListFeatures(_ *pb.Rectangle, stream grpc.ServerStreamingServer[pb.Feature]) error {
	for _, feature := range g.features {
		stream.Send(feature)
	}
	return nil
}

func (g *guide) RecordRoute(stream grpc.ClientStreamingServer[pb.Point, pb.RouteSummary]) error {
	count := int32(0)
	for _, err := stream.Recv(); err == nil; _, err = stream.Recv() {
		count += int32(g.repeat)
	}
	return stream.SendAndClose(&pb.RouteSummary{PointCount: count})
}

func (g *guide) RouteChat(stream grpc.BidiStreamingServer[pb.RouteNote, pb.RouteNote]) error {
	for note, err := stream.Recv(); err == nil; note, err = stream.Recv() {
		g.mu.Lock()
		at := note.Location.String()
		known := g.notes[at]
		g.notes[at] = append(known, note)
		if !g.earlierOnly {
			known = g.notes[at]
		}
		g.mu.Unlock()
		for _, each := range slices.Repeat(known, g.repeat) {
			stream.Send(each)
		}
	}
	return nil
}

// serve starts a server of RouteGuide, or the baseline.
func (g *generatorRun) serve(protocol string, change func(*guide, *grpc.Server)) *listening {
	listener := listen(g.t)
	if protocol == "tcp" {
		go serveTCP(listener, g.features)
		return listener
	}
	server, made := grpc.NewServer(), &guide{features: g.features, repeat: 1, notes: map[string][]*pb.RouteNote{}}
	made.get = func(int64) (*pb.Feature, error) { return made.features[0], nil }
	if change != nil {
		change(made, server)
	}
	pb.RegisterRouteGuideServer(server, made)
	go server.Serve(listener)
	g.t.Cleanup(server.Stop)
	return listener
}

func TestEveryKindOverEveryProtocol(t *testing.T) {
	t.Parallel()
	generator := start(t)
	for connection, name := range []string{"grpc", "tcp", "grpc of earlier notes only"} {
		protocol, _, isEarlierOnly := strings.Cut(name, " ")
		target := generator.serve(protocol, func(made *guide, _ *grpc.Server) { made.earlierOnly = isEarlierOnly }).target(protocol)
		for _, spec := range everyKind {
			generator.ready(connection, target, spec.ID, patience)
			const operations = 12
			answer := generator.ask(connection, turnOf(spec.ID, operations))
			at := fmt.Sprintf("%s over %s", spec.ID, name)
			if answer.Error != "" || answer.Value.Wrong != "" {
				t.Errorf("%s: got %s%+v, expected right answers", at, answer.Error, answer.Value)
				continue
			}
			timed, work := answer.Value.Timed, newWork(spec, generator.features)
			if isWhole := timed.TotalUs != nil; isWhole != (spec.Clients > 1) || len(timed.SamplesUs) != operations || slices.Min(timed.SamplesUs) <= 0 {
				t.Errorf("%s: got %+v, expected %d samples above 0, and the whole where there are several clients", at, timed, operations)
			}
			sent := work.request().messages
			if timed.Frames.Out != int64(operations*len(sent)) || timed.Frames.In != int64(operations*len(work.expected)) || timed.Bytes.Out != operations*sizeOf(sent) {
				t.Errorf("%s: got %+v and %+v, expected %d messages out, %d bytes, and %d messages in of each operation",
					at, timed.Frames, timed.Bytes, len(sent), sizeOf(sent), len(work.expected))
			}
		}
	}
}

func TestTheProcessorAndTheTimeOfAWholeTurn(t *testing.T) {
	t.Parallel()
	generator := start(t)
	generator.ready(1, generator.serve("tcp", nil).target("tcp"), "unary-3", patience)
	timed := generator.ask(1, turnOf("unary-3", 3000)).Value.Timed
	var sum int64
	for _, sample := range timed.SamplesUs {
		sum += sample
	}
	// Three clients call at once. Each sample is rounded to a microsecond.
	if timed.TotalUs == nil || *timed.TotalUs > sum || 3*(*timed.TotalUs) < sum-3000 {
		t.Errorf("got %v for a sum of %d, expected a third of it or more", timed.TotalUs, sum)
	}
	if share := timed.Readings["generator/processor/percent"]; processorTime() > 0 && (share < 1 || share > 101) {
		t.Errorf("got %v, expected 1 to 101 percent of the processors", timed.Readings)
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	generator := start(t)
	for connection, of := range []struct {
		protocol, workload    string
		redialBytes, expected int64
	}{
		{"grpc", "unary-3", 0, 3},
		// Room for four calls of 22 bytes, and not for five: with those that open, prepare and lead in, there are 20.
		{"grpc", "unary-1", 100, 5},
		{"tcp", "unary-1", 100, 5},
	} {
		listener := generator.serve(of.protocol, nil)
		target := listener.target(of.protocol)
		target["redialBytes"] = of.redialBytes
		generator.ready(connection, target, of.workload, patience)
		answer := generator.ask(connection, turnOf(of.workload, 15))
		if answer.Error != "" || answer.Value.Wrong != "" {
			t.Errorf("%+v: got %q, expected right answers", of, answer.Error)
		}
		if got := listener.accepted.Load(); got != of.expected {
			t.Errorf("%+v: got %d connections, expected %d", of, got, of.expected)
		}
	}
}

func TestBadCommandsQuestionsAndLines(t *testing.T) {
	t.Parallel()
	for command, expected := range map[string]string{
		"":                              "got [], expected a command\nUsage:",
		"load ../features.json":         `got ["load" "../features.json"], expected a command`,
		"serve go.mod":                  `got ["serve" "go.mod"], expected a command`,
		"serve ../features.json x":      "listen tcp: lookup tcp/x: unknown port",
		"serve nowhere.json 1":          "features: open nowhere.json",
		"serve go.mod 1":                "features: got go.mod with \"module roundtrip",
		"serve /dev/null 1":             `features: got /dev/null with "" (unexpected end of JSON input), expected a list of features`,
		"load ../features.json specs":   "specs: got specs (invalid character",
		"load ../features.json {\"a\":": "specs: got {\"a\": (unexpected end",
	} {
		if err := run(strings.Fields(command)); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: got %v, expected %s", command, err, expected)
		}
	}
	if err := generate(strings.NewReader("hello\n"), io.Discard, "[]", nil); err == nil || !strings.HasPrefix(err.Error(), "a line: got hello (") {
		t.Errorf("got %v, expected an error that has the line", err)
	}
	generator := start(t)
	generator.refused(generator.ask(1, turnOf("unary-1", 1)), `got "turn" of a connection that is not open, expected`, "", false)
	generator.ready(1, generator.serve("tcp", nil).target("tcp"), "unary-1", patience)
	generator.refused(generator.ask(1, fields{"do": "dance"}), `do: got "dance", expected open, prepare, turn or check`, "", false)
	generator.refused(generator.ask(1, preparing("unary-8")), `workload: got "unary-8", expected one of the specs`, "", false)
	generator.refused(generator.ask(1, turnOf("unary-3", 1)), `got a turn of 1 operations of "unary-3", expected`, "prepared", false)
	generator.refused(generator.ask(1, turnOf("unary-1", 0)), `got a turn of 0 operations of "unary-1", expected 1`, "", false)
}
