// Package server has the servers that are measured: RouteGuide on grpc-go, and one that sends the same
// bytes without gRPC.
package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	pb "roundtrip/grpc-go/routeguide"
)

// Protocols that can be served.
var Protocols = []string{"grpc", "tcp"}

// Serve answers calls of one of Protocols that come to the listener until it is closed, which is an
// error too.
func Serve(protocol string, listener net.Listener, features []*pb.Feature) error {
	if protocol == "grpc" {
		// With grpc-go's defaults, as its documentation has it.
		server := grpc.NewServer()
		pb.RegisterRouteGuideServer(server, newRouteGuide(features))
		return server.Serve(listener)
	}
	answers, err := newCanned(features)
	if err != nil {
		return err
	}
	return serveTCP(listener, answers)
}

// ReadFeatures reads what a server serves: a list of {location: {latitude, longitude}, name}.
func ReadFeatures(file string) ([]*pb.Feature, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	var features []*pb.Feature
	if err := json.Unmarshal(text, &features); err != nil {
		return nil, fmt.Errorf("features: got %s with %w, expected a list of features", file, err)
	}
	if len(features) == 0 {
		return nil, fmt.Errorf("features: got %s without one, expected a list of features", file)
	}
	return features, nil
}

// place is a point that can be looked up.
type place struct{ latitude, longitude int32 }

func placeOf(point *pb.Point) place {
	return place{point.GetLatitude(), point.GetLongitude()}
}

// routeGuide answers as the server of gRPC's tutorial for Go does.
type routeGuide struct {
	pb.UnimplementedRouteGuideServer
	features []*pb.Feature

	mu    sync.Mutex
	notes map[place][]*pb.RouteNote
}

func newRouteGuide(features []*pb.Feature) *routeGuide {
	return &routeGuide{features: features, notes: map[place][]*pb.RouteNote{}}
}

func (g *routeGuide) featureAt(point *pb.Point) *pb.Feature {
	for _, feature := range g.features {
		if proto.Equal(feature.Location, point) {
			return feature
		}
	}
	return nil
}

func (g *routeGuide) GetFeature(_ context.Context, point *pb.Point) (*pb.Feature, error) {
	if feature := g.featureAt(point); feature != nil {
		return feature, nil
	}
	return &pb.Feature{Location: point}, nil
}

func (g *routeGuide) ListFeatures(within *pb.Rectangle, stream grpc.ServerStreamingServer[pb.Feature]) error {
	for _, feature := range g.features {
		if !contains(within, feature.GetLocation()) {
			continue
		}
		if err := stream.Send(feature); err != nil {
			return err
		}
	}
	return nil
}

func (g *routeGuide) RecordRoute(stream grpc.ClientStreamingServer[pb.Point, pb.RouteSummary]) error {
	startedAt := time.Now()
	summary := &pb.RouteSummary{}
	var last *pb.Point
	for {
		point, err := stream.Recv()
		if err == io.EOF {
			summary.ElapsedTime = int32(time.Since(startedAt).Seconds())
			return stream.SendAndClose(summary)
		}
		if err != nil {
			return err
		}
		summary.PointCount++
		if g.featureAt(point) != nil {
			summary.FeatureCount++
		}
		if last != nil {
			summary.Distance += distance(last, point)
		}
		last = point
	}
}

func (g *routeGuide) RouteChat(stream grpc.BidiStreamingServer[pb.RouteNote, pb.RouteNote]) error {
	for {
		note, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for _, known := range g.keep(note) {
			if err := stream.Send(known); err != nil {
				return err
			}
		}
	}
}

// keep adds a note, and returns those of its place so far, itself the last of them. What it returns
// is never written to: later notes are appended behind it.
func (g *routeGuide) keep(note *pb.RouteNote) []*pb.RouteNote {
	at := placeOf(note.GetLocation())
	g.mu.Lock()
	defer g.mu.Unlock()
	g.notes[at] = append(g.notes[at], note)
	return g.notes[at]
}

func contains(within *pb.Rectangle, point *pb.Point) bool {
	lo, hi := placeOf(within.GetLo()), placeOf(within.GetHi())
	at := placeOf(point)
	return between(at.latitude, lo.latitude, hi.latitude) && between(at.longitude, lo.longitude, hi.longitude)
}

func between(value, one, other int32) bool {
	return value >= min(one, other) && value <= max(one, other)
}

// distance is how far two points are from each other on a sphere of the Earth's size, in metres, by
// the haversine formula.
func distance(from, to *pb.Point) int32 {
	const (
		perDegree   = 1e7
		earthMetres = 6371000
	)
	radians := func(value int32) float64 { return float64(value) / perDegree * math.Pi / 180 }
	a, b := placeOf(from), placeOf(to)
	north := math.Sin((radians(b.latitude) - radians(a.latitude)) / 2)
	east := math.Sin((radians(b.longitude) - radians(a.longitude)) / 2)
	h := north*north + math.Cos(radians(a.latitude))*math.Cos(radians(b.latitude))*east*east
	return int32(2 * earthMetres * math.Atan2(math.Sqrt(h), math.Sqrt(1-h)))
}
