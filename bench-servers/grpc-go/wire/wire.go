// Package wire has what passes between client and server, whichever way it is sent.
package wire

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync/atomic"
)

// Kind is one of the four kinds of call; its number is the first byte of a request over TCP.
type Kind byte

// The kinds, as the plain protocol over TCP numbers them.
const (
	Unary Kind = iota + 1
	ServerStreaming
	ClientStreaming
	Bidirectional
)

const service = "/routeguide.RouteGuide/"

// Paths of RouteGuide's methods, by kind.
var paths = [...]string{"", service + "GetFeature", service + "ListFeatures", service + "RecordRoute", service + "RouteChat"}

// Names of the kinds in the words of gRPC, as specs have them.
var names = [...]string{"", "unary", "server-streaming", "client-streaming", "bidirectional"}

// Method is the name of RouteGuide's method of that kind.
func (kind Kind) Method() string { return paths[kind][len(service):] }

// Path is the method as HTTP/2 requests name it.
func (kind Kind) Path() string { return paths[kind] }

func (kind Kind) String() string { return names[kind] }

// Valid says whether it is one of the four.
func (kind Kind) Valid() bool { return kind >= Unary && kind <= Bidirectional }

// UnmarshalText reads a kind by its name.
func (kind *Kind) UnmarshalText(text []byte) error {
	for at := Unary; at <= Bidirectional; at++ {
		if names[at] == string(text) {
			*kind = at
			return nil
		}
	}
	return fmt.Errorf("kind: got %q, expected one of %q", text, names[1:])
}

// PrefixSize is what stands before each message of gRPC: a byte of flags and the length in four.
const PrefixSize = 5

// endFlag marks that nothing follows, where no stream's end can say so.
const endFlag = 0x80

// End is the frame that ends a request and a response over TCP.
var End = [PrefixSize]byte{endFlag}

// Append appends a message with its prefix.
func Append(to []byte, message []byte) []byte {
	to = append(to, 0)
	to = binary.BigEndian.AppendUint32(to, uint32(len(message)))
	return append(to, message...)
}

// Pack puts messages one after the other, each with its prefix.
func Pack(messages ...[]byte) []byte {
	var packed []byte
	for _, message := range messages {
		packed = Append(packed, message)
	}
	return packed
}

// Size is how many bytes the messages have, their prefixes included.
func Size(messages [][]byte) int64 {
	size := int64(0)
	for _, message := range messages {
		size += PrefixSize + int64(len(message))
	}
	return size
}

// Next reads a message.
//
// It returns io.EOF where the stream ends or an end frame stands in place of a message, and
// io.ErrUnexpectedEOF where the stream ends within one. A message longer than most bytes is an error.
func Next(from io.Reader, most uint32) ([]byte, error) {
	size, err := NextSize(from)
	if err != nil {
		return nil, err
	}
	if size > most {
		return nil, fmt.Errorf("got a message of %d bytes, expected at most %d", size, most)
	}
	message := make([]byte, size)
	_, err = io.ReadFull(from, message)
	return message, within(err)
}

// NextSize reads the prefix of a message, which has that many bytes; errors are those of Next.
func NextSize(from io.Reader) (uint32, error) {
	var prefix [PrefixSize]byte
	if _, err := io.ReadFull(from, prefix[:]); err != nil {
		return 0, err
	}
	switch prefix[0] {
	case 0:
		return binary.BigEndian.Uint32(prefix[1:]), nil
	case endFlag:
		return 0, io.EOF
	default:
		return 0, fmt.Errorf("got a message with flags %#02x, expected 0x00 or, at the end, 0x80", prefix[0])
	}
}

// Count reads messages to the end and keeps none.
func Count(from io.Reader) (int, error) {
	for count := 0; ; count++ {
		size, err := NextSize(from)
		if err == io.EOF {
			return count, nil
		}
		if err != nil {
			return count, err
		}
		if _, err := io.CopyN(io.Discard, from, int64(size)); err != nil {
			return count, within(err)
		}
	}
}

// OpenEnded makes the end of a stream an error, where an end frame has to come first.
type OpenEnded struct{ io.Reader }

func (o OpenEnded) Read(into []byte) (int, error) {
	read, err := o.Reader.Read(into)
	return read, within(err)
}

// All reads messages to the end.
func All(from io.Reader, most uint32) ([][]byte, error) {
	var messages [][]byte
	for {
		message, err := Next(from, most)
		if err == io.EOF {
			return messages, nil
		}
		if err != nil {
			return messages, err
		}
		messages = append(messages, message)
	}
}

// within makes of the end of a stream what it is inside of a message: an error.
func within(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Traffic is what passed, from the client's side. The fields are as records name them.
type Traffic struct {
	Out int64 `json:"out"`
	In  int64 `json:"in"`
}

func (t Traffic) since(before Traffic) Traffic {
	return Traffic{Out: t.Out - before.Out, In: t.In - before.In}
}

// Reading is what a meter stood at.
type Reading struct {
	Frames Traffic
	Bytes  Traffic
}

// Since is what passed since an earlier reading.
func (r Reading) Since(before Reading) Reading {
	return Reading{Frames: r.Frames.since(before.Frames), Bytes: r.Bytes.since(before.Bytes)}
}

// Meter counts what passes over all the connections that share it.
type Meter struct {
	framesOut, framesIn, bytesOut, bytesIn atomic.Int64
}

// Read says what passed so far.
func (m *Meter) Read() Reading {
	return Reading{
		Frames: Traffic{Out: m.framesOut.Load(), In: m.framesIn.Load()},
		Bytes:  Traffic{Out: m.bytesOut.Load(), In: m.bytesIn.Load()},
	}
}

// AddFrames counts frames, or messages of a protocol that has none.
func (m *Meter) AddFrames(out, in int64) {
	m.framesOut.Add(out)
	m.framesIn.Add(in)
}

// Counted has the bytes of a socket counted.
func (m *Meter) Counted(socket net.Conn) net.Conn { return counted{socket, m} }

type counted struct {
	net.Conn
	meter *Meter
}

func (c counted) Write(part []byte) (int, error) {
	written, err := c.Conn.Write(part)
	c.meter.bytesOut.Add(int64(written))
	return written, err
}

func (c counted) Read(into []byte) (int, error) {
	read, err := c.Conn.Read(into)
	c.meter.bytesIn.Add(int64(read))
	return read, err
}
