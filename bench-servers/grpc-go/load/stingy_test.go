package load

import (
	"bytes"
	"io"
	"net"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"roundtrip/grpc-go/client"
	pb "roundtrip/grpc-go/routeguide"
	"roundtrip/grpc-go/wire"
)

// stingy is a server on bare HTTP/2 that answers each request, and never takes more than the first
// 65,535 bytes that a connection may send without being asked to go on.
type stingy struct {
	t *testing.T
	// Whether a connection, counted from 1, is told to go on after all.
	opens func(connection int64) bool
	// Closed once a connection can send no more.
	exhausted chan struct{}
}

func (s *stingy) serve(listener *listening) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go s.answer(conn, s.opens(listener.accepted.Load()))
	}
}

func (s *stingy) answer(conn net.Conn, opens bool) {
	const window = 65535
	defer conn.Close()
	framer := http2.NewFramer(conn, conn)
	io.CopyN(io.Discard, conn, int64(len(http2.ClientPreface)))
	framer.WriteSettings()
	taken := 0
	messages := map[uint32]*bytes.Buffer{}
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				framer.WriteSettingsAck()
			}
		case *http2.PingFrame:
			if !frame.IsAck() {
				framer.WritePing(true, frame.Data)
			}
		case *http2.DataFrame:
			if messages[frame.StreamID] == nil {
				messages[frame.StreamID] = &bytes.Buffer{}
			}
			messages[frame.StreamID].Write(frame.Data())
			if taken += int(frame.Length); opens {
				framer.WriteWindowUpdate(0, max(frame.Length, 1))
				framer.WriteWindowUpdate(frame.StreamID, max(frame.Length, 1))
			} else if taken == window {
				close(s.exhausted)
			}
			if frame.StreamEnded() {
				s.respond(framer, frame.StreamID, messages[frame.StreamID], opens)
			}
		}
	}
}

// respond answers a unary call with the first feature, and a stream with how many points it had.
func (s *stingy) respond(framer *http2.Framer, stream uint32, request *bytes.Buffer, opens bool) {
	answer := client.FirstAnswer
	if count, _ := wire.Count(request); count > 1 {
		answer = encode(&pb.RouteSummary{PointCount: int32(count)})
		if opens {
			<-s.exhausted
		}
	}
	block := func(fields ...string) []byte {
		var block bytes.Buffer
		encoder := hpack.NewEncoder(&block)
		for at := 0; at < len(fields); at += 2 {
			encoder.WriteField(hpack.HeaderField{Name: fields[at], Value: fields[at+1], Sensitive: true})
		}
		return block.Bytes()
	}
	framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, EndHeaders: true,
		BlockFragment: block(":status", "200", "content-type", "application/grpc"),
	})
	framer.WriteData(stream, false, wire.Pack(answer))
	framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, EndHeaders: true, EndStream: true, BlockFragment: block("grpc-status", "0"),
	})
}

func serveStingy(t *testing.T, opens func(connection int64) bool) *listening {
	listener := listen(t)
	server := &stingy{t: t, opens: opens, exhausted: make(chan struct{})}
	go server.serve(listener)
	return listener
}
