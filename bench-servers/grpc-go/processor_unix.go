//go:build unix

package main

import (
	"syscall"
	"time"
)

func init() {
	processorTime = func() time.Duration {
		var used syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
}
