package load

import (
	"bytes"
	"io"
	"net"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"roundtrip/grpc-go/client"
	"roundtrip/grpc-go/wire"
)

// serveStingy serves on bare HTTP/2: it answers each unary call, and never takes more than the first
// 65,535 bytes that a connection may send without being asked to go on.
func serveStingy(t *testing.T) *listening {
	listener := listen(t)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerStingily(conn)
		}
	}()
	return listener
}

func answerStingily(conn net.Conn) {
	defer conn.Close()
	framer := http2.NewFramer(conn, conn)
	io.CopyN(io.Discard, conn, int64(len(http2.ClientPreface)))
	framer.WriteSettings()
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
			if frame.StreamEnded() {
				respond(framer, frame.StreamID)
			}
		}
	}
}

// respond answers a unary call with the first feature.
func respond(framer *http2.Framer, stream uint32) {
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
	framer.WriteData(stream, false, wire.Pack(client.FirstAnswer))
	framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, EndHeaders: true, EndStream: true, BlockFragment: block("grpc-status", "0"),
	})
}
