package server

import (
	"net"

	"google.golang.org/grpc"

	pb "roundtrip/grpc-go/routeguide"
)

// Protocols that can be served.
var Protocols = []string{"grpc", "http2", "tcp"}

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
	if protocol == "http2" {
		return serveHTTP2(listener, answers)
	}
	return serveTCP(listener, answers)
}
