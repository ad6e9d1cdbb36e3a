package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"

	"roundtrip/grpc-go/wire"
)

// raw hands messages to grpc-go and back as they are. Its empty name keeps the content type at application/grpc.
type raw struct{}

func (raw) Name() string { return "" }

func (raw) Marshal(message any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(message.([]byte))}, nil
}

func (raw) Unmarshal(data mem.BufferSlice, message any) error {
	*message.(*[]byte) = data.Materialize()
	return nil
}

// library makes unary calls with grpc-go's own client.
func library(t *testing.T, address string) func(context.Context, *Request) ([][]byte, error) {
	t.Helper()
	channel, err := grpc.NewClient("passthrough:///"+address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStaticStreamWindowSize(windowBytes), grpc.WithStaticConnWindowSize(windowBytes),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(raw{})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { channel.Close() })
	return func(ctx context.Context, request *Request) ([][]byte, error) {
		var answer []byte
		err := channel.Invoke(ctx, request.Kind.Path(), request.Messages[0], &answer)
		return [][]byte{answer}, err
	}
}

// connect connects the generator's own client.
func connect(t *testing.T, address string, meter *wire.Meter) Conn {
	t.Helper()
	conn, err := Dial(t.Context(), Target{Protocol: "grpc", Address: address}, meter)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// scripted is a server's end of a connection that answers by a script.
type scripted struct {
	*http2.Framer
	conn net.Conn
}

func (s *scripted) headers(id uint32, end bool, fields ...string) {
	s.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: encode(fields...), EndHeaders: true, EndStream: end})
}

func (s *scripted) begin(id uint32) {
	s.headers(id, false, ":status", "200", "content-type", "application/grpc")
}

// script serves connections until the test ends: each frame that is no matter of the connection's is its take's.
// It says its address, and counts the frames that came.
func script(
	t *testing.T, take func(server *scripted, frame http2.Frame), settings ...http2.Setting,
) (address string, frames *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	frames = &atomic.Int64{}
	serve := func(conn net.Conn) {
		defer conn.Close()
		io.CopyN(io.Discard, conn, int64(len(http2.ClientPreface)))
		server := &scripted{http2.NewFramer(conn, conn), conn}
		server.WriteSettings(settings...)
		for {
			frame, err := server.ReadFrame()
			if err != nil {
				return
			}
			frames.Add(1)
			switch frame := frame.(type) {
			case *http2.SettingsFrame:
				if !frame.IsAck() {
					server.WriteSettingsAck()
				}
			case *http2.PingFrame:
				server.WritePing(true, frame.Data)
			default:
				take(server, frame)
			}
		}
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return listener.Addr().String(), frames
}

var request = NewRequest(wire.Unary, []byte("a point"))

func TestAnswersAndErrorsAreThoseOfGRPCGo(t *testing.T) {
	t.Parallel()
	answer := wire.Pack(FirstAnswer)
	cases := map[string]func(server *scripted, id uint32){
		"an answer": func(server *scripted, id uint32) {
			server.begin(id)
			server.WriteData(id, false, answer)
			server.headers(id, true, "grpc-status", "0")
		},
		"an answer in pieces, padded, between other frames": func(server *scripted, id uint32) {
			block := encode(":status", "200", "content-type", "application/grpc+proto")
			server.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block[:3]})
			server.WriteContinuation(id, true, block[3:])
			for at := range answer {
				server.WriteDataPadded(id, false, answer[at:at+1], make([]byte, 3))
				server.WriteWindowUpdate(0, 1)
			}
			server.WriteRawFrame(0xbe, 0, id, []byte("of no known type"))
			server.headers(id, true, "grpc-status", "0")
		},
		"an error": func(server *scripted, id uint32) {
			server.headers(id, true, ":status", "200", "content-type", "application/grpc",
				"grpc-status", "13", "grpc-message", "malformed%20header: 100%25")
		},
		"an error behind a message": func(server *scripted, id uint32) {
			server.begin(id)
			server.WriteData(id, false, answer)
			server.headers(id, true, "grpc-status", "8")
		},
		"an unknown status":    func(server *scripted, id uint32) { server.begin(id); server.headers(id, true, "grpc-status", "x") },
		"trailers without one": func(server *scripted, id uint32) { server.begin(id); server.headers(id, true, "a", "b") },
		"no trailers":          func(server *scripted, id uint32) { server.begin(id); server.WriteData(id, true, answer) },
		"HTTP 404": func(server *scripted, id uint32) {
			server.headers(id, true, ":status", "404", "content-type", "text/html")
		},
		"HTTP 418": func(server *scripted, id uint32) {
			server.headers(id, true, ":status", "418", "content-type", "text/html")
		},
		"HTTP 503": func(server *scripted, id uint32) { server.headers(id, true, ":status", "503") },
		"another content type": func(server *scripted, id uint32) {
			server.headers(id, true, ":status", "200", "content-type", "text/html")
		},
		"a connection cut": func(server *scripted, id uint32) { server.begin(id); server.conn.Close() },
		"half a message": func(server *scripted, id uint32) {
			server.begin(id)
			server.WriteData(id, false, answer[:9])
			server.headers(id, true, "grpc-status", "0")
		},
		"a compressed message": func(server *scripted, id uint32) {
			server.begin(id)
			server.WriteData(id, false, []byte("\x01\x00\x00\x00\x01a"))
			server.headers(id, true, "grpc-status", "0")
		},
		"a malformed header": func(server *scripted, id uint32) {
			server.headers(id, true, ":status", "200", "Content-Type", "application/grpc")
		},
		"an answer of 5 MB": func(server *scripted, id uint32) {
			server.begin(id)
			server.WriteData(id, false, []byte{0, 0, 0x50, 0, 0})
		},
	}
	for code := http2.ErrCodeNo; code <= http2.ErrCodeHTTP11Required; code++ {
		cases["a reset with "+code.String()] = func(server *scripted, id uint32) { server.WriteRSTStream(id, code) }
	}
	for name, respond := range cases {
		address, frames := script(t, func(server *scripted, frame http2.Frame) {
			if data, is := frame.(*http2.DataFrame); is && data.StreamEnded() {
				respond(server, data.StreamID)
			}
		})
		meter := &wire.Meter{}
		calls := []func(context.Context, *Request) ([][]byte, error){connect(t, address, meter).Call, library(t, address)}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		var got [2][][]byte
		var errs [2]error
		for at, call := range calls {
			if got[at], errs[at] = call(ctx, request); errs[at] != nil {
				got[at] = nil
			}
		}
		if code, expected := status.Code(errs[0]), status.Code(errs[1]); code != expected || !slices.EqualFunc(got[0], got[1], bytes.Equal) {
			t.Errorf("%s: got %v and %q, expected %v and %q as of grpc-go", name, errs[0], got[0], errs[1], got[1])
		}
		if name == "an error" && status.Convert(errs[0]).Message() != status.Convert(errs[1]).Message() {
			t.Errorf("got the message of %v, expected that of %v", errs[0], errs[1])
		}
		if name == "an answer" {
			for at, call := range calls {
				before, counted := frames.Load(), meter.Read()
				call(ctx, request)
				if came := frames.Load() - before; came != 2 {
					t.Errorf("got %d frames for a call of client %d, expected 2", came, at)
				}
				if got, expected := meter.Read().Since(counted).Frames, (wire.Traffic{Out: 2, In: 3}); at == 0 && got != expected {
					t.Errorf("got %+v frames counted, expected %+v", got, expected)
				}
			}
		}
		cancel()
	}
}

func TestRequestsGoOutAsWindowsOpen(t *testing.T) {
	t.Parallel()
	const window = 7
	var received bytes.Buffer
	address, _ := script(t, func(server *scripted, frame http2.Frame) {
		data, is := frame.(*http2.DataFrame)
		if !is {
			return
		}
		if received.Write(data.Data()); len(data.Data()) > window {
			t.Errorf("got %d bytes in a frame, expected at most the %d of the window", len(data.Data()), window)
		}
		if !data.StreamEnded() {
			server.WriteWindowUpdate(data.StreamID, uint32(len(data.Data())))
			return
		}
		server.begin(data.StreamID)
		server.WriteData(data.StreamID, false, wire.Pack(FirstAnswer))
		server.headers(data.StreamID, true, "grpc-status", "0")
	}, http2.Setting{ID: http2.SettingInitialWindowSize, Val: window}, http2.Setting{ID: http2.SettingHeaderTableSize, Val: 0})
	conn := connect(t, address, &wire.Meter{})
	for range 3 {
		received.Reset()
		long := NewRequest(wire.ClientStreaming, make([]byte, 3), make([]byte, 60), nil)
		if answer, err := conn.Call(t.Context(), long); err != nil || !bytes.Equal(answer[0], FirstAnswer) {
			t.Fatalf("got %q with %v, expected the first feature", answer, err)
		}
		if !bytes.Equal(received.Bytes(), long.overHTTP()) {
			t.Errorf("got %q, expected the messages with their prefixes", received.Bytes())
		}
	}
}

func TestACallWhoseTimeIsOverIsCancelled(t *testing.T) {
	t.Parallel()
	reset := make(chan http2.ErrCode, 1)
	asked := make(chan struct{}, 1)
	address, _ := script(t, func(_ *scripted, frame http2.Frame) {
		switch frame := frame.(type) {
		case *http2.DataFrame:
			asked <- struct{}{}
		case *http2.RSTStreamFrame:
			reset <- frame.ErrCode
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	conn := connect(t, address, &wire.Meter{})
	if _, err := conn.Call(ctx, request); status.Code(err) != codes.Canceled {
		t.Errorf("got %v, expected CANCELLED", err)
	}
	if code := <-reset; code != http2.ErrCodeCancel || conn.Gone() {
		t.Errorf("got a reset with %s (connection gone: %t), expected CANCEL on a connection that stays", code, conn.Gone())
	}
}

func TestNoMoreCallsAtOnceThanAServerTakes(t *testing.T) {
	t.Parallel()
	const most, calls = 2, 40
	var open, opened []uint32
	address, _ := script(t, func(server *scripted, frame http2.Frame) {
		switch frame := frame.(type) {
		case *http2.HeadersFrame:
			if open = append(open, frame.StreamID); len(open) > most {
				t.Errorf("got %d calls at once, expected at most %d", len(open), most)
			}
			opened = append(opened, frame.StreamID)
		case *http2.DataFrame:
			// The last one waits for another, so that there are as many as may be.
			if len(open) < most && len(opened) < calls {
				return
			}
			for _, id := range open {
				server.begin(id)
				server.WriteData(id, false, wire.Pack(FirstAnswer))
				server.headers(id, true, "grpc-status", "0")
			}
			open = nil
		}
	}, http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: most})
	conn := connect(t, address, &wire.Meter{})
	failures := make(chan error, calls)
	for range calls {
		go func() {
			_, err := conn.Call(t.Context(), request)
			failures <- err
		}()
	}
	for range calls {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
}

func TestCallsThatAServerHasNotBegunWith(t *testing.T) {
	t.Parallel()
	address, _ := script(t, func(server *scripted, frame http2.Frame) {
		if _, is := frame.(*http2.DataFrame); is {
			server.WriteGoAway(0, http2.ErrCodeNo, nil)
		}
	})
	conn := connect(t, address, &wire.Meter{})
	if _, err := conn.Call(t.Context(), request); !errors.Is(err, ErrUnprocessed) || !conn.Gone() {
		t.Errorf("got %v (connection gone: %t), expected it to be made on another", err, conn.Gone())
	}
}

func TestAServerIsToldToGoOn(t *testing.T) {
	t.Parallel()
	const size, calls = 200_000, 20
	window := startBytes
	var due []uint32
	address, _ := script(t, func(server *scripted, frame http2.Frame) {
		switch frame := frame.(type) {
		case *http2.WindowUpdateFrame:
			window += int(frame.Increment)
		case *http2.DataFrame:
			due = append(due, frame.StreamID)
		}
		for len(due) > 0 && window >= wire.PrefixSize+size {
			window -= wire.PrefixSize + size
			server.begin(due[0])
			for part := wire.Pack(make([]byte, size)); len(part) > 0; part = part[min(len(part), frameBytes):] {
				server.WriteData(due[0], false, part[:min(len(part), frameBytes)])
			}
			server.headers(due[0], true, "grpc-status", "0")
			due = due[1:]
		}
	})
	conn := connect(t, address, &wire.Meter{})
	for range calls {
		if answer, err := conn.Call(t.Context(), request); err != nil || len(answer[0]) != size {
			t.Fatalf("got %d messages with %v, expected %d bytes", len(answer), err, size)
		}
	}
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
