package wire

import (
	"bytes"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
)

func TestCountedBothWays(t *testing.T) {
	here, there := net.Pipe()
	meter := &Meter{}
	counted := meter.Counted(here)
	go func() {
		io.CopyN(there, there, 3)
		there.Write([]byte("more"))
		there.Close()
	}()
	before := meter.Read()
	if _, err := counted.Write([]byte("out")); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(counted); err != nil || string(got) != "outmore" {
		t.Fatalf("got %q with %v, expected what was sent", got, err)
	}
	if got, expected := meter.Read().Since(before), (Reading{Bytes: Traffic{Out: 3, In: 7}}); got != expected {
		t.Errorf("got %+v, expected %+v", got, expected)
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
