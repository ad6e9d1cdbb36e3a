package wire

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
