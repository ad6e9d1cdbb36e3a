package client

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/proto"

	pb "roundtrip/grpc-go/routeguide"
	"roundtrip/grpc-go/wire"
)

// FirstFeature is the first of bench-servers/features.json, which every server has to know.
var FirstFeature = &pb.Feature{
	Name:     "Berkshire Valley Management Area Trail, Jefferson, NJ, USA",
	Location: &pb.Point{Latitude: 409146138, Longitude: -746188906},
}

// FirstAnswer is that feature as a server encodes it.
var FirstAnswer = func() []byte {
	message, err := proto.Marshal(FirstFeature)
	if err != nil {
		panic(err)
	}
	return message
}()

const (
	// pipeBytes is what the pipe to the server that does nothing holds each way.
	pipeBytes = 1 << 16
	// windowStep is how many request bytes are taken before the window is opened by as many.
	windowStep = 1 << 14
)

// dialNothing starts a server for this connection alone, which ends with it. They have a pipe in memory:
// what the server's end of a socket costs would else be taken for the generator's. What the generator's
// own end costs is left out with it, so that this is the most that its code could do.
func dialNothing(ctx context.Context, _ string) (net.Conn, error) {
	listener := bufconn.Listen(pipeBytes)
	defer listener.Close()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			answerNothing(conn)
		}
	}()
	return listener.DialContext(ctx)
}

// nothing is the server's end of a connection.
type nothing struct {
	*http2.Framer
	headers, trailers, answer []byte
	// Request bytes since the window was opened.
	taken uint32
}

// answerNothing answers each request of a connection with the first feature, whatever it asked for,
// until the client closes it.
func answerNothing(conn net.Conn) {
	defer conn.Close()
	requests := bufio.NewReader(conn)
	responses := bufio.NewWriter(conn)
	server := &nothing{
		Framer:   http2.NewFramer(responses, requests),
		headers:  encode(":status", "200", "content-type", "application/grpc"),
		trailers: encode("grpc-status", "0"),
		answer:   wire.Pack(FirstAnswer),
	}
	server.SetReuseFrames()
	if _, err := io.CopyN(io.Discard, requests, int64(len(http2.ClientPreface))); err != nil {
		return
	}
	err := server.WriteSettings()
	for err == nil {
		// Answers leave together once no request is left that came with theirs.
		if requests.Buffered() == 0 {
			err = responses.Flush()
		}
		if err == nil {
			err = server.step()
		}
	}
}

// step reads a frame and answers it.
func (s *nothing) step() error {
	frame, err := s.ReadFrame()
	if err != nil {
		return err
	}
	switch frame := frame.(type) {
	case *http2.SettingsFrame:
		if !frame.IsAck() {
			return s.WriteSettingsAck()
		}
	case *http2.PingFrame:
		if !frame.IsAck() {
			return s.WritePing(true, frame.Data)
		}
	case *http2.DataFrame:
		if s.taken += frame.Length; s.taken >= windowStep {
			if err := s.WriteWindowUpdate(0, s.taken); err != nil {
				return err
			}
			s.taken = 0
		}
		if frame.StreamEnded() {
			return s.respond(frame.StreamID)
		}
	}
	return nil
}

func (s *nothing) respond(stream uint32) error {
	begin := http2.HeadersFrameParam{StreamID: stream, BlockFragment: s.headers, EndHeaders: true}
	if err := s.WriteHeaders(begin); err != nil {
		return err
	}
	if err := s.WriteData(stream, false, s.answer); err != nil {
		return err
	}
	end := http2.HeadersFrameParam{
		StreamID: stream, BlockFragment: s.trailers, EndHeaders: true, EndStream: true,
	}
	return s.WriteHeaders(end)
}

// encode makes a block of header fields, names and values in turn, that can be sent again and again:
// none of them is put into the table that both ends of a connection keep.
func encode(fields ...string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for at := 0; at < len(fields); at += 2 {
		// A buffer takes whatever is written to it.
		_ = encoder.WriteField(hpack.HeaderField{Name: fields[at], Value: fields[at+1], Sensitive: true})
	}
	return block.Bytes()
}
