package server

import (
	"context"
	"io"
	"net"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	"roundtrip/grpc-go/client"
	pb "roundtrip/grpc-go/routeguide"
)

func read(t *testing.T) []*pb.Feature {
	t.Helper()
	features, err := ReadFeatures("../../features.json")
	if err != nil {
		t.Fatal(err)
	}
	return features
}

// calling starts the server and connects a client as generated code has it.
func calling(t *testing.T) pb.RouteGuideClient {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	features := read(t)
	go Serve("grpc", listener, features)
	channel, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { channel.Close() })
	return pb.NewRouteGuideClient(channel)
}

func TestTheGeneratorExpectsTheseFeatures(t *testing.T) {
	if first := read(t)[0]; !proto.Equal(first, client.FirstFeature) {
		t.Errorf("got %v, expected %v", first, client.FirstFeature)
	}
}

func TestGetFeature(t *testing.T) {
	guide := calling(t)
	known := read(t)[3]
	nowhere := &pb.Point{Latitude: 1, Longitude: 2}
	for _, expected := range []*pb.Feature{known, {Location: nowhere}} {
		if got, err := guide.GetFeature(context.Background(), expected.Location); err != nil || !proto.Equal(got, expected) {
			t.Errorf("got %v with %v, expected %v", got, err, expected)
		}
	}
}

func TestListFeatures(t *testing.T) {
	guide := calling(t)
	third := read(t)[2]
	// Corners the other way round are those of the same rectangle.
	stream, err := guide.ListFeatures(context.Background(), &pb.Rectangle{
		Lo: &pb.Point{Latitude: 405000000, Longitude: -740000000},
		Hi: &pb.Point{Latitude: 400000000, Longitude: -750000000},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := stream.Recv(); err != nil || !proto.Equal(got, third) {
		t.Errorf("got %v with %v, expected %v", got, err, third)
	}
	if got, err := stream.Recv(); err != io.EOF {
		t.Errorf("got %v with %v, expected no other", got, err)
	}
}

func TestRecordRoute(t *testing.T) {
	guide := calling(t)
	stream, err := guide.RecordRoute(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	// A degree of latitude, to a feature and back.
	feature := read(t)[0].Location
	away := &pb.Point{Latitude: feature.Latitude + 1e7, Longitude: feature.Longitude}
	for _, point := range []*pb.Point{away, feature, away} {
		if err := stream.Send(point); err != nil {
			t.Fatal(err)
		}
	}
	// 6,371 km × π / 180 each way, cut to whole metres.
	expected := &pb.RouteSummary{PointCount: 3, FeatureCount: 1, Distance: 2 * 111194}
	if got, err := stream.CloseAndRecv(); err != nil || !proto.Equal(got, expected) {
		t.Errorf("got %v with %v, expected %v", got, err, expected)
	}
}

func TestRouteChat(t *testing.T) {
	guide := calling(t)
	here, there := &pb.Point{Latitude: 1, Longitude: 2}, &pb.Point{Latitude: 2, Longitude: 1}
	stream, err := guide.RouteChat(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range []*pb.RouteNote{
		{Location: here, Message: "one"}, {Location: there, Message: "two"}, {Location: here, Message: "three"},
	} {
		if err := stream.Send(note); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		note, err := stream.Recv()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, note.Message)
	}
	if expected := []string{"one", "two", "one", "three"}; !slices.Equal(got, expected) {
		t.Errorf("got %q, expected %q: each answered with all notes of its place", got, expected)
	}
}
