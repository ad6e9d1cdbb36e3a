package load

import (
	"runtime"
	"syscall"
	"time"
)

// prSetTimerSlack is an option of prctl(2): by how much the kernel may be late for a thread, in ns.
const prSetTimerSlack = 29

// pause waits for moments. It sleeps in the kernel: Go's own timers wait for sockets meanwhile, whose
// clock steps once a ms, which is many arrivals long.
type pause struct{ locked bool }

func (p *pause) until(at time.Time) {
	if !p.locked {
		runtime.LockOSThread()
		p.locked = true
		slack(1)
	}
	for left := time.Until(at); left > 0; left = time.Until(at) {
		time := syscall.NsecToTimespec(left.Nanoseconds())
		// Ended early by a signal, it is begun again.
		_ = syscall.Nanosleep(&time, nil)
	}
}

func (p *pause) end() {
	if p.locked {
		// 0 is what the thread had before.
		slack(0)
		runtime.UnlockOSThread()
	}
}

// slack sets this thread's; a kernel that doesn't know it goes on as before.
func slack(nanoseconds uintptr) {
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, prSetTimerSlack, nanoseconds, 0)
}
