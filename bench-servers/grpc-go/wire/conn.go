package wire

import (
	"net"
	"sync/atomic"
)

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

// AddFrames counts messages of a protocol that has no frames of its own.
func (m *Meter) AddFrames(out, in int64) {
	m.framesOut.Add(out)
	m.framesIn.Add(in)
}

// Counted is a socket whose bytes, and frames of HTTP/2 if it speaks that, are counted.
//
// Only one goroutine at a time may write to it and one read from it, as clients of HTTP/2 do: the
// frames are parsed without a lock.
type Counted struct {
	net.Conn
	meter   *Meter
	out, in *Frames
	sent    atomic.Int64
}

// CountBytes counts the bytes of a socket.
func CountBytes(conn net.Conn, meter *Meter) *Counted {
	return &Counted{Conn: conn, meter: meter}
}

// CountFrames counts the bytes and the HTTP/2 frames of a client's socket.
func CountFrames(conn net.Conn, meter *Meter) *Counted {
	out := ClientFrames()
	return &Counted{Conn: conn, meter: meter, out: &out, in: &Frames{}}
}

// Sent is how many bytes of request messages went out: those of DATA frames, or all bytes where there
// are no frames.
func (c *Counted) Sent() int64 { return c.sent.Load() }

func (c *Counted) Write(part []byte) (int, error) {
	written, err := c.Conn.Write(part)
	c.meter.bytesOut.Add(int64(written))
	sent := int64(written)
	if c.out != nil {
		var frames int64
		frames, sent = c.out.Take(part[:written])
		c.meter.framesOut.Add(frames)
	}
	if sent > 0 {
		c.sent.Add(sent)
	}
	return written, err
}

func (c *Counted) Read(into []byte) (int, error) {
	read, err := c.Conn.Read(into)
	c.meter.bytesIn.Add(int64(read))
	if c.in != nil {
		frames, _ := c.in.Take(into[:read])
		c.meter.framesIn.Add(frames)
	}
	return read, err
}

const (
	frameHeader = 9
	dataFrame   = 0
	// prefaceSize is what a client of HTTP/2 sends before its first frame.
	prefaceSize = len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
)

// Frames counts the HTTP/2 frames of one direction, wherever its bytes are cut.
type Frames struct {
	header [frameHeader]byte
	// Bytes of the header that came so far.
	had int
	// Bytes to leave out before the next header.
	skip int
}

// ClientFrames counts what a client sends, after its preface.
func ClientFrames() Frames { return Frames{skip: prefaceSize} }

// Take reads on, and says how many frames began and how many bytes of DATA they have.
func (f *Frames) Take(part []byte) (frames, data int64) {
	for len(part) > 0 {
		if f.skip > 0 {
			skipped := min(f.skip, len(part))
			f.skip -= skipped
			part = part[skipped:]
			continue
		}
		read := copy(f.header[f.had:], part)
		f.had += read
		part = part[read:]
		if f.had < frameHeader {
			return frames, data
		}
		f.had = 0
		f.skip = int(f.header[0])<<16 | int(f.header[1])<<8 | int(f.header[2])
		frames++
		if f.header[3] == dataFrame {
			data += int64(f.skip)
		}
	}
	return frames, data
}
