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
