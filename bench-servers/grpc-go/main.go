// Command roundtrip-grpc is the reference server of the gRPC study, its baseline, and the load
// generator that calls them.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"runtime/debug"
	"slices"

	"roundtrip/grpc-go/load"
	"roundtrip/grpc-go/server"
)

const usage = `Usage:
  roundtrip-grpc serve grpc|tcp --features <file>
  roundtrip-grpc load '<specs as JSON>'

serve answers RouteGuide on a free port of 127.0.0.1, prints {"port":…}, and ends with its input.
load takes turns as src/places/peers/agent-client.ts has it, a JSON message a line, and ends with its input.`

func main() {
	log.SetFlags(0)
	log.SetPrefix("roundtrip-grpc: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) == 2 && args[0] == "load" {
		return generate(args[1])
	}
	if len(args) >= 2 && args[0] == "serve" {
		return serve(args[1], args[2:])
	}
	return fmt.Errorf("got %q, expected a command\n%s", args, usage)
}

// generate takes turns until the input ends.
func generate(text string) error {
	specs, err := load.ReadSpecs(text)
	if err != nil {
		return err
	}
	tune()
	return load.Run(os.Stdin, os.Stdout, specs)
}

// tune lets the generator collect garbage less often than a program of Go does by itself. What it keeps
// is small and what it throws away is not, so that it would stop for that many times a second; a server
// that is measured keeps its defaults.
func tune() {
	const percent, most = 800, 128 << 20
	debug.SetGCPercent(percent)
	// From here on it collects as often as it takes: 200 MB is what the generator may need.
	debug.SetMemoryLimit(most)
}

// serve answers calls until the input ends.
func serve(protocol string, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	file := flags.String("features", "", "`file` with the features, bench-servers/features.json")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("serve: got %q after the flags, expected nothing", flags.Args())
	}
	if !slices.Contains(server.Protocols, protocol) {
		return fmt.Errorf("serve: got %q, expected one of %q", protocol, server.Protocols)
	}
	if *file == "" {
		return fmt.Errorf("--features: got none, expected bench-servers/features.json")
	}
	features, err := server.ReadFeatures(*file)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(protocol, listener, features) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		ended <- err
	}()
	port := listener.Addr().(*net.TCPAddr).Port
	if err := json.NewEncoder(os.Stdout).Encode(map[string]int{"port": port}); err != nil {
		return err
	}
	return <-ended
}
