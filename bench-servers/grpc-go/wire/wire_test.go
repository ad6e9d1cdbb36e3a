package wire

import (
	"bytes"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/http2"
)

// clientStream is what a client of HTTP/2 may send: its preface, and frames of which two are DATA.
func clientStream(t *testing.T) []byte {
	var stream bytes.Buffer
	stream.WriteString(http2.ClientPreface)
	framer := http2.NewFramer(&stream, nil)
	for _, err := range []error{
		framer.WriteSettings(),
		framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte{0x83}, EndHeaders: true}),
		framer.WriteData(1, false, make([]byte, 300)),
		framer.WriteWindowUpdate(0, 9),
		framer.WriteData(1, true, []byte("end")),
		framer.WritePing(false, [8]byte{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return stream.Bytes()
}

func TestFramesWhereverTheyAreCut(t *testing.T) {
	stream := clientStream(t)
	for cut := range stream {
		for _, other := range []int{cut, min(cut+1, len(stream)), min(cut+11, len(stream))} {
			counter := ClientFrames()
			var frames, data int64
			for _, part := range [][]byte{stream[:cut], stream[cut:other], stream[other:]} {
				f, d := counter.Take(part)
				frames, data = frames+f, data+d
			}
			if frames != 6 || data != 303 {
				t.Fatalf("cut at %d and %d: got %d frames with %d bytes of DATA, expected 6 with 303", cut, other, frames, data)
			}
		}
	}
}

func TestCountedBothWays(t *testing.T) {
	here, there := net.Pipe()
	meter := &Meter{}
	counted := CountFrames(here, meter)
	stream := clientStream(t)
	go func() {
		io.CopyN(io.Discard, there, int64(len(stream)))
		framer := http2.NewFramer(there, nil)
		framer.WriteSettings()
		framer.WriteSettingsAck()
		there.Close()
	}()
	before := meter.Read()
	if _, err := counted.Write(stream); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(counted); err != nil {
		t.Fatal(err)
	}
	expected := Reading{Frames: Traffic{6, 2}, Bytes: Traffic{int64(len(stream)), 18}}
	if got := meter.Read().Since(before); got != expected {
		t.Errorf("got %+v, expected %+v", got, expected)
	}
	if counted.Sent() != 303 {
		t.Errorf("got %d bytes of request messages, expected 303", counted.Sent())
	}
}

func TestMessages(t *testing.T) {
	messages := [][]byte{[]byte("one"), {}, []byte("three")}
	packed := Pack(messages...)
	if size := Size(messages); size != int64(len(packed)) {
		t.Errorf("got a size of %d, expected %d", size, len(packed))
	}
	for name, stream := range map[string][]byte{"end": packed, "end frame": append(slices.Clone(packed), End[:]...)} {
		got, err := All(bytes.NewReader(stream), 5)
		if err != nil || !slices.EqualFunc(got, messages, bytes.Equal) {
			t.Errorf("%s: got %q with %v, expected %q", name, got, err, messages)
		}
		if count, err := Count(bytes.NewReader(stream)); count != 3 || err != nil {
			t.Errorf("%s: got %d with %v, expected 3", name, count, err)
		}
	}
	for cut := 1; cut < len(packed); cut++ {
		if cut == PrefixSize+3 || cut == 2*PrefixSize+3 {
			continue
		}
		for _, read := range []func(io.Reader) error{
			func(from io.Reader) error { _, err := All(from, 5); return err },
			func(from io.Reader) error { _, err := Count(from); return err },
		} {
			if err := read(bytes.NewReader(packed[:cut])); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("cut at %d: got %v, expected %v", cut, err, io.ErrUnexpectedEOF)
			}
		}
	}
	if _, err := All(OpenEnded{bytes.NewReader(packed)}, 5); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("without an end frame: got %v, expected %v", err, io.ErrUnexpectedEOF)
	}
}

func TestBadMessages(t *testing.T) {
	for stream, expected := range map[string]string{
		"\x00\x00\x00\x00\x06abcdef": "got a message of 6 bytes, expected at most 5",
		"\x01\x00\x00\x00\x01a":      "got a message with flags 0x01, expected 0x00 or, at the end, 0x80",
	} {
		if _, err := All(strings.NewReader(stream), 5); err == nil || err.Error() != expected {
			t.Errorf("got %v, expected %s", err, expected)
		}
	}
}
