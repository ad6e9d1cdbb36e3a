package load

import (
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"roundtrip/grpc-go/client"
	pb "roundtrip/grpc-go/routeguide"
)

// soon is a deadline that a test waits for.
const soon = 1000

func TestStallsWhereTheWindowStaysShut(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	generator.ready(1, serveStingy(t).target("grpc"), "unary-1", soon)
	// 2,978 calls of 22 bytes fit into 65,535: the opening's, the preparation's, and 2,976 of the turn.
	generator.refused(generator.ask(1, turnOf("unary-1", 4000)),
		"1 of 1 clients stalled: no answer within 1,000 ms after 2,978 calls and 65,535 bytes of request messages"+
			" on its connection; 2,976 of 4,000 were answered", true)
}

func TestANewConnectionBeforeItStalls(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	target := serveStingy(t).target("grpc")
	target["redialBytes"] = 65000
	generator.ready(1, target, "unary-1", patience)
	if answer := generator.ask(1, turnOf("unary-1", 4000)); answer.Error != "" || answer.Value.Wrong != "" {
		t.Errorf("got %q, expected right answers", answer.Error)
	}
}

// partly answers a few GetFeatures, and then in a way of its own.
type partly struct {
	pb.UnimplementedRouteGuideServer
	answered atomic.Int64
	few      int64
	then     func(place int64) (*pb.Feature, error)
}

func (p *partly) GetFeature(context.Context, *pb.Point) (*pb.Feature, error) {
	if place := p.answered.Add(1); place > p.few {
		return p.then(place)
	}
	return client.FirstFeature, nil
}

func TestErrorStatuses(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	// The opening's call, the preparation's, and ten of the turn.
	listener := serveOther(t, func(*grpc.Server) pb.RouteGuideServer {
		return &partly{few: 12, then: func(place int64) (*pb.Feature, error) {
			if place == 13 {
				return nil, status.Error(codes.Internal, "malformed header")
			}
			return client.FirstFeature, nil
		}}
	})
	generator.ready(1, listener.target("grpc"), "unary-3", patience)
	answer := generator.ask(1, turnOf("unary-3", 400))
	if !strings.HasPrefix(answer.Error, `1 of 3 clients failed: INTERNAL 1 ("malformed header"), after `) || answer.Stalled {
		t.Errorf("got %+v, expected one client to have failed with INTERNAL", answer)
	}
	if !strings.Contains(answer.Error, "; the others answered ") {
		t.Errorf("got %q, expected the others to have gone on", answer.Error)
	}
}

func TestServersThatDie(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	listener := serveOther(t, func(server *grpc.Server) pb.RouteGuideServer {
		var once sync.Once
		return &partly{few: 20, then: func(int64) (*pb.Feature, error) {
			once.Do(func() { go server.Stop() })
			return client.FirstFeature, nil
		}}
	})
	generator.ready(1, listener.target("grpc"), "unary-3", patience)
	answer := generator.ask(1, turnOf("unary-3", 100_000))
	if !strings.HasPrefix(answer.Error, "3 of 3 clients failed: UNAVAILABLE 3 (") || answer.Stalled {
		t.Errorf("got %.300q, expected all clients to have failed with UNAVAILABLE", answer.Error)
	}
	overTCP := dying(t, serve(t, "tcp"))
	generator.ready(2, overTCP.target("tcp"), "unary-3", patience)
	answer = generator.ask(2, turnOf("unary-3", 100_000))
	if !strings.HasPrefix(answer.Error, "3 of 3 clients failed: ") || answer.Stalled {
		t.Errorf("tcp: got %.300q, expected all clients to have failed", answer.Error)
	}
}

// dying passes on what a server is asked and answers, until it has answered for a while.
func dying(t *testing.T, server *listening) *listening {
	const bytesAtMost = 20000
	listener := listen(t)
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", server.Addr().String())
			if err != nil {
				from.Close()
				return
			}
			go io.Copy(to, from)
			go func() {
				io.CopyN(from, to, bytesAtMost)
				from.Close()
				to.Close()
			}()
		}
	}()
	return listener
}
