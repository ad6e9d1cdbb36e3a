package load

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"

	pb "roundtrip/grpc-go/routeguide"
	"roundtrip/grpc-go/server"
)

// patience is a deadline that no call of a server that answers gets near.
const patience = 20000

// generatorRun is a generator that runs, as a run has it: lines in and lines out.
type generatorRun struct {
	t    *testing.T
	in   *json.Encoder
	out  *json.Decoder
	last int
}

func start(t *testing.T, specs string) *generatorRun {
	t.Helper()
	read, err := ReadSpecs(specs)
	if err != nil {
		t.Fatal(err)
	}
	fromRun, toGenerator := io.Pipe()
	fromGenerator, toRun := io.Pipe()
	ended := make(chan error)
	go func() { ended <- Run(fromRun, toRun, read) }()
	t.Cleanup(func() {
		toGenerator.Close()
		if err := <-ended; err != nil {
			t.Errorf("the generator ended with %v", err)
		}
	})
	return &generatorRun{t: t, in: json.NewEncoder(toGenerator), out: json.NewDecoder(fromGenerator)}
}

// said is any line of the generator.
type said struct {
	Connection, ID int
	Value          *struct {
		Extensions *string
		Timed      struct {
			SamplesUs     []int64
			TotalUs       *int64
			Frames, Bytes struct{ Out, In int64 }
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
		g.t.Fatalf("got an answer to %d of %d, expected one to %d of %d", answer.ID, answer.Connection, g.last, connection)
	}
	return answer
}

func (g *generatorRun) open(connection int, target fields, deadlineMs int) said {
	return g.ask(connection, fields{"do": "open", "arm": "grpc-go", "object": "x", "deadlineMs": deadlineMs, "target": target})
}

func turnOf(workload string, operations int) fields {
	return fields{"do": "turn", "workload": workload, "first": 0, "operations": operations, "together": false}
}

// ready opens a connection and prepares it for a workload, and expects both to go well.
func (g *generatorRun) ready(connection int, target fields, workload string, deadlineMs int) {
	g.t.Helper()
	for _, answer := range []said{
		g.open(connection, target, deadlineMs),
		g.ask(connection, fields{"do": "prepare", "workload": workload}),
	} {
		if answer.Error != "" {
			g.t.Fatalf("%s of %v: got %q, expected it to be ready", workload, target, answer.Error)
		}
	}
}

// refused expects an answer to be this error.
func (g *generatorRun) refused(answer said, expected string, stalled bool) {
	g.t.Helper()
	if answer.Error != expected || answer.Stalled != stalled {
		g.t.Errorf("got %q (stalled: %t), expected %q (%t)", answer.Error, answer.Stalled, expected, stalled)
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

func listen(t *testing.T) *listening {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return &listening{Listener: listener}
}

func (l *listening) target(protocol string) fields {
	return fields{"protocol": protocol, "address": l.Addr().String()}
}

// serve starts one of the servers that are measured.
func serve(t *testing.T, protocol string) *listening {
	t.Helper()
	features, err := server.ReadFeatures("../../features.json")
	if err != nil {
		t.Fatal(err)
	}
	listener := listen(t)
	go server.Serve(protocol, listener, features)
	return listener
}

// serveOther starts a server of RouteGuide that does something of its own.
func serveOther(t *testing.T, other func(*grpc.Server) pb.RouteGuideServer) *listening {
	t.Helper()
	listener := listen(t)
	served := grpc.NewServer()
	pb.RegisterRouteGuideServer(served, other(served))
	go served.Serve(listener)
	t.Cleanup(served.Stop)
	return listener
}

const everyKind = `[
	{"id": "unary-1", "kind": "unary", "clients": 1},
	{"id": "unary-3", "kind": "unary", "clients": 3},
	{"id": "server-streaming-3", "kind": "server-streaming", "clients": 3},
	{"id": "client-streaming-3", "kind": "client-streaming", "clients": 3},
	{"id": "bidirectional-3", "kind": "bidirectional", "clients": 3}
]`

func TestEveryKindOverEveryProtocol(t *testing.T) {
	t.Parallel()
	specs, err := ReadSpecs(everyKind)
	if err != nil {
		t.Fatal(err)
	}
	generator := start(t, everyKind)
	connection := 0
	for _, protocol := range server.Protocols {
		target := serve(t, protocol).target(protocol)
		for _, spec := range specs {
			connection++
			generator.ready(connection, target, spec.ID, patience)
			const operations = 12
			answer := generator.ask(connection, turnOf(spec.ID, operations))
			at := fmt.Sprintf("%s over %s", spec.ID, protocol)
			if answer.Error != "" || answer.Value.Wrong != "" {
				t.Errorf("%s: got %s%+v, expected right answers", at, answer.Error, answer.Value)
				continue
			}
			timed := answer.Value.Timed
			if len(timed.SamplesUs) != operations || slices.Min(timed.SamplesUs) <= 0 {
				t.Errorf("%s: got samples %v, expected %d above 0", at, timed.SamplesUs, operations)
			}
			if whole := timed.TotalUs != nil; whole != (spec.Clients > 1) {
				t.Errorf("%s: got a whole time: %t, expected one where there are several clients", at, whole)
			}
			request := newWork(spec, newPlaces()).requests(1)[0]
			leastOut := request.Size * operations
			if timed.Bytes.Out < leastOut || timed.Bytes.In < operations || timed.Frames.Out < operations || timed.Frames.In < operations {
				t.Errorf("%s: got %+v and %+v, expected at least %d bytes out, and so on", at, timed.Bytes, timed.Frames, leastOut)
			}
			if check := generator.ask(connection, fields{"do": "check", "workload": spec.ID, "done": operations}); check.Error != "" || check.Value.Wrong != "" {
				t.Errorf("%s: got the check %+v, expected nothing wrong", at, check)
			}
		}
	}
}

func TestTimedTogether(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	generator.ready(1, serve(t, "grpc").target("grpc"), "unary-1", patience)
	asked := turnOf("unary-1", 5)
	asked["together"] = true
	timed := generator.ask(1, asked).Value.Timed
	samples := slices.Compact(timed.SamplesUs)
	if len(samples) != 1 || timed.TotalUs == nil || *timed.TotalUs < 5*samples[0]-5 || *timed.TotalUs > 5*samples[0]+5 {
		t.Errorf("got %v of %v, expected each to be a fifth of the whole", timed.SamplesUs, timed.TotalUs)
	}
}

func TestConnections(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	each := serve(t, "grpc")
	generator.ready(1, each.target("grpc"), "unary-3", patience)
	if got := each.accepted.Load(); got != 3 {
		t.Errorf("got %d connections, expected one of each of 3 clients", got)
	}
	one := serve(t, "grpc")
	target := one.target("grpc")
	target["oneConnection"] = true
	generator.ready(2, target, "unary-3", patience)
	generator.ask(2, turnOf("unary-3", 30))
	if got := one.accepted.Load(); got != 1 {
		t.Errorf("got %d connections, expected one for all", got)
	}
}

func TestRedial(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	for connection, of := range []struct {
		protocol string
		workload string
		shared   bool
	}{
		{"grpc", "unary-1", false},
		{"tcp", "unary-1", false},
		{"grpc", "unary-3", true},
	} {
		listener := serve(t, of.protocol)
		target := listener.target(of.protocol)
		// Room for four calls of 22 bytes, and not for five.
		target["redialBytes"] = 100
		target["oneConnection"] = of.shared
		generator.ready(connection, target, of.workload, patience)
		// With one call as it opened and one as it was prepared: 20 calls.
		answer := generator.ask(connection, turnOf(of.workload, 18))
		if answer.Error != "" || answer.Value.Wrong != "" {
			t.Errorf("%+v: got %q, expected right answers", of, answer.Error)
		}
		if got := listener.accepted.Load(); got != 5 {
			t.Errorf("%+v: got %d connections, expected 5 for 20 calls", of, got)
		}
	}
}
