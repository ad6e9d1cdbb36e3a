package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc/status"
)

// trouble is why something asked for has no answer, in a sentence without a full stop.
type trouble struct {
	sentence string
	// Whether nothing came in time.
	stalled bool
}

func (t *trouble) Error() string { return t.sentence }

// stop is why a client makes no more calls, and what its connection got to until then.
type stop struct {
	stalled bool
	// How the call ended: the status, or what else went wrong, in a word or two.
	status, message string
	calls, sent     int64
}

// newStop says why a call ended with this error.
func newStop(ctx context.Context, err error, link *link) *stop {
	made := &stop{stalled: late(ctx)}
	made.status, made.message = statusOf(err)
	made.calls, made.sent = link.done()
	return made
}

// statusOf is the name of a call's status, and its message.
func statusOf(err error) (name, message string) {
	if answered, ok := status.FromError(err); ok {
		return code.Code(answered.Code()).String(), firstLine(answered.Message())
	}
	return "no status", firstLine(err.Error())
}

// firstLine leaves out what libraries put behind a message: all that came of an answer, for one.
func firstLine(message string) string {
	line, _, _ := strings.Cut(message, "\n")
	return shorten(line)
}

// trouble says why clients stopped; nil where none did.
func (l *ledger) trouble(deadline time.Duration) *trouble {
	var stalled, failed []*stop
	answered, others, left := 0, 0, 0
	for at, stop := range l.stops {
		answered += l.answered[at]
		switch {
		case stop == nil:
			left++
			others += l.answered[at]
		case stop.stalled:
			stalled = append(stalled, stop)
		default:
			failed = append(failed, stop)
		}
	}
	var parts []string
	if len(stalled) > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d clients stalled: no answer within %s ms after %s",
			len(stalled), len(l.stops), grouped(deadline.Milliseconds()), progress(stalled)))
	}
	if len(failed) > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d clients failed: %s, after %s",
			len(failed), len(l.stops), statuses(failed), progress(failed)))
	}
	if len(parts) == 0 {
		return nil
	}
	all := grouped(int64(len(l.samples)))
	if left > 0 {
		parts = append(parts, fmt.Sprintf("the others answered %s of %s", grouped(int64(others)), all))
	} else {
		parts = append(parts, fmt.Sprintf("%s of %s were answered", grouped(int64(answered)), all))
	}
	return &trouble{strings.Join(parts, "; "), len(stalled) > 0}
}

// progress is how far the connections of clients that stopped got.
func progress(stops []*stop) string {
	calls := func(a, b *stop) int { return int(a.calls - b.calls) }
	sent := func(a, b *stop) int { return int(a.sent - b.sent) }
	whose := "its connection"
	if len(stops) > 1 {
		whose = "their connections"
	}
	return fmt.Sprintf("%s and %s of request messages on %s",
		ranged(slices.MinFunc(stops, calls).calls, slices.MaxFunc(stops, calls).calls, "call"),
		ranged(slices.MinFunc(stops, sent).sent, slices.MaxFunc(stops, sent).sent, "byte"), whose)
}

// statuses says how often each status came, the first message of each with it.
func statuses(stops []*stop) string {
	var order []string
	counts, messages := map[string]int{}, map[string]string{}
	for _, stop := range stops {
		if counts[stop.status]++; counts[stop.status] == 1 {
			order = append(order, stop.status)
			messages[stop.status] = stop.message
		}
	}
	for at, name := range order {
		order[at] = fmt.Sprintf("%s %d", name, counts[name])
		if message := messages[name]; message != "" {
			order[at] += fmt.Sprintf(" (%q)", message)
		}
	}
	return strings.Join(order, ", ")
}

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

// grouped writes a number with a comma before each three digits.
func grouped(number int64) string {
	digits := strconv.FormatInt(number, 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// counted says how many there are of something whose plural ends in s.
func counted(count int64, what string) string {
	if count != 1 {
		what += "s"
	}
	return fmt.Sprintf("%s %s", grouped(count), what)
}

// ranged says from how many to how many, or how many where that is the same.
func ranged(least, most int64, what string) string {
	if least == most {
		return counted(least, what)
	}
	return grouped(least) + " to " + counted(most, what)
}
