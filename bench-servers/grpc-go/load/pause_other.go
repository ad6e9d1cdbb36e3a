//go:build !linux

package load

import "time"

// pause waits for moments.
type pause struct{}

func (*pause) until(at time.Time) { time.Sleep(time.Until(at)) }

func (*pause) end() {}
