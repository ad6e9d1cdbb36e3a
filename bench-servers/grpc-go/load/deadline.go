package load

import (
	"context"
	"errors"
	"time"
)

// within gives a call its time. The server is told of no deadline: it would end the call by itself,
// and do more for a call than one without.
func within(ctx context.Context, deadline time.Duration) (context.Context, context.CancelFunc) {
	timed, cancel := context.WithTimeout(ctx, deadline)
	return untold{timed}, cancel
}

// untold ends when its deadline is over, and tells nobody when that will be.
type untold struct{ context.Context }

func (untold) Deadline() (time.Time, bool) { return time.Time{}, false }

// watch gives each call of one after the other its time. They share a context, which ends with the first
// of them that takes too long: one of its own for each is most of what timing a call would cost.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	each   time.Duration
}

func newWatch(ctx context.Context, each time.Duration) *watch {
	watched, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(each, func() { cancel(context.DeadlineExceeded) })
	return &watch{ctx: watched, cancel: cancel, timer: timer, each: each}
}

// start begins a call's time anew.
func (w *watch) start() { w.timer.Reset(w.each) }

// end stops watching, once no call is under way.
func (w *watch) end() {
	w.timer.Stop()
	w.cancel(nil)
}

// late says whether what a context was for took too long.
func late(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), context.DeadlineExceeded)
}
