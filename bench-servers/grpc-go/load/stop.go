package load

import (
	"context"
	"fmt"
	"slices"
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
