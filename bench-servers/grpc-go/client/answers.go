package client

import (
	"encoding/binary"
	"math"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/http2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"roundtrip/grpc-go/wire"
)

// take deals with a frame that the server sent. An error is one of the connection.
func (c *framed) take(frame http2.Frame) error {
	of := c.calls[frame.Header().StreamID]
	switch frame := frame.(type) {
	case *http2.SettingsFrame:
		return c.settle(frame)
	case *http2.PingFrame:
		if !frame.IsAck() {
			_ = c.framer.WritePing(true, frame.Data)
			c.flush()
		}
	case *http2.WindowUpdateFrame:
		return c.open(of, frame)
	case *http2.DataFrame:
		if c.taken += frame.Length; c.taken >= windowBytes/4 {
			_ = c.framer.WriteWindowUpdate(0, c.taken)
			c.taken = 0
			c.flush()
		}
		if of == nil {
			return nil
		}
		if err := of.add(frame.Data()); err != nil {
			c.end(of, err)
		} else if frame.StreamEnded() {
			of.over = of.sent
			c.end(of, of.outcome(false))
		}
	case *http2.MetaHeadersFrame:
		if of == nil {
			return nil
		}
		of.read(frame)
		if frame.StreamEnded() {
			of.over = of.sent
			c.end(of, of.outcome(true))
		}
	case *http2.RSTStreamFrame:
		if of != nil {
			of.over = true
			c.end(of, resetBy(frame.ErrCode))
		}
	case *http2.GoAwayFrame:
		c.leaving = http2.GoAwayError{LastStreamID: frame.LastStreamID, ErrCode: frame.ErrCode, DebugData: string(frame.DebugData())}
		for id, call := range c.calls {
			if id > frame.LastStreamID {
				call.over = true
				c.end(call, ErrUnprocessed)
			}
		}
		c.changed.Broadcast()
	case *http2.PushPromiseFrame:
		return http2.ConnectionError(http2.ErrCodeProtocol)
	}
	return nil
}

// settle does as the server's SETTINGS say.
func (c *framed) settle(frame *http2.SettingsFrame) error {
	if frame.IsAck() {
		return nil
	}
	err := frame.ForeachSetting(func(setting http2.Setting) error {
		switch setting.ID {
		case http2.SettingMaxConcurrentStreams:
			c.most = setting.Val
		case http2.SettingHeaderTableSize:
			c.table.SetMaxDynamicTableSizeLimit(setting.Val)
		case http2.SettingInitialWindowSize:
			for _, call := range c.calls {
				call.window += int64(setting.Val) - c.initial
			}
			c.initial = int64(setting.Val)
		}
		return setting.Valid()
	})
	_ = c.framer.WriteSettingsAck()
	c.flush()
	c.changed.Broadcast()
	c.begin(nil)
	return err
}

// open opens a window: that of a call, or that of the connection.
func (c *framed) open(of *call, frame *http2.WindowUpdateFrame) error {
	window := &c.window
	if of != nil {
		window = &of.window
	} else if frame.StreamID != 0 {
		return nil
	}
	if *window += int64(frame.Increment); *window > math.MaxInt32 {
		return http2.ConnectionError(http2.ErrCodeFlowControl)
	}
	c.changed.Broadcast()
	return nil
}

// answer is what has come of one: messages with their prefixes, header fields and trailers.
type answer struct {
	body []byte
	// How long it is at least, by the prefixes that came.
	size                               int
	http, contentType, status, message string
}

// add takes some of its bytes, unless it is longer than any should be.
func (a *answer) add(part []byte) error {
	a.body = append(a.body, part...)
	for a.size+wire.PrefixSize <= len(a.body) {
		a.size += wire.PrefixSize + int(binary.BigEndian.Uint32(a.body[a.size+1:]))
	}
	if a.size > windowBytes {
		return status.Errorf(codes.ResourceExhausted, "got an answer of %d bytes, expected at most %d", a.size, windowBytes)
	}
	return nil
}

// read takes header fields or trailers.
func (a *answer) read(frame *http2.MetaHeadersFrame) {
	for _, field := range frame.Fields {
		switch field.Name {
		case ":status":
			a.http = field.Value
		case "content-type":
			a.contentType = field.Value
		case "grpc-status":
			a.status = field.Value
		case "grpc-message":
			a.message = field.Value
		}
	}
}

// outcome is the error that it ended with; nil where that is none.
func (a *answer) outcome(trailers bool) error {
	switch {
	case a.http != "200":
		code, known := ofHTTP[a.http]
		if !known {
			code = codes.Unknown
		}
		return status.Errorf(code, "got the HTTP status %q, expected 200", a.http)
	case !strings.HasPrefix(a.contentType, "application/grpc"):
		return status.Errorf(codes.Unknown, "got the content type %q, expected application/grpc", a.contentType)
	case !trailers:
		return status.Error(codes.Internal, "got no trailers at the end of an answer, expected grpc-status")
	}
	code, err := strconv.ParseUint(a.status, 10, 32)
	if err != nil {
		return status.Errorf(codes.Unknown, "got the grpc-status %q, expected a number", a.status)
	}
	message, err := url.PathUnescape(a.message)
	if err != nil {
		message = a.message
	}
	return status.Error(codes.Code(code), message)
}

// ofHTTP is what gRPC takes answers for that are none of its own.
var ofHTTP = map[string]codes.Code{
	"400": codes.Internal, "401": codes.Unauthenticated, "403": codes.PermissionDenied, "404": codes.Unimplemented,
	"429": codes.Unavailable, "502": codes.Unavailable, "503": codes.Unavailable, "504": codes.Unavailable,
}

// ofReset is what it takes the resets of calls for, where that is not INTERNAL.
var ofReset = map[http2.ErrCode]codes.Code{
	http2.ErrCodeCancel: codes.Canceled, http2.ErrCodeInadequateSecurity: codes.PermissionDenied,
	http2.ErrCodeFlowControl: codes.ResourceExhausted, http2.ErrCodeEnhanceYourCalm: codes.ResourceExhausted,
}

func resetBy(reset http2.ErrCode) error {
	if reset == http2.ErrCodeRefusedStream {
		return ErrUnprocessed
	}
	code, known := ofReset[reset]
	if !known {
		code = codes.Internal
	}
	return status.Errorf(code, "the server reset the call with %s", reset)
}
