// Command grpc-go is the load generator of the gRPC study, and the baseline of the same messages over TCP. The
// server that the study calls grpc-go is gRPC's own example, which this module builds as well.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"os"

	pb "google.golang.org/grpc/examples/route_guide/routeguide"
)

const usage = `Usage:
  grpc-go load <features> '<specs as JSON>'  takes turns as src/wire/processes/processes.ts asks for them
  grpc-go serve <features> <port>            is the baseline on that port of 127.0.0.1
<features> is the path of bench-servers/features.json. Both end with their input.`

func main() {
	log.SetFlags(0)
	log.SetPrefix("grpc-go: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) != 3 || args[0] != "load" && args[0] != "serve" {
		return fmt.Errorf("got %q, expected a command\n%s", args, usage)
	}
	features, err := readFeatures(args[1])
	if err != nil {
		return err
	}
	if args[0] == "load" {
		return generate(os.Stdin, os.Stdout, args[2], features)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+args[2])
	if err != nil {
		return err
	}
	go serveTCP(listener, features)
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// readFeatures reads what servers serve and the generator expects: a list of {location: {latitude, longitude}, name}.
func readFeatures(file string) ([]*pb.Feature, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	var features []*pb.Feature
	if err := json.Unmarshal(text, &features); err != nil || len(features) == 0 {
		return nil, fmt.Errorf("features: got %s with %.80q (%v), expected a list of features", file, text, err)
	}
	return features, nil
}
