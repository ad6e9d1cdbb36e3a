package load

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
	"time"

	"roundtrip/grpc-go/client"
)

// ask is what a run asks for on one of its connections. src/places/peers/agent-client.ts says what the
// fields mean.
type ask struct {
	Do         string          `json:"do"`
	DeadlineMs float64         `json:"deadlineMs"`
	Target     json.RawMessage `json:"target"`
	Workload   string          `json:"workload"`
	First      int             `json:"first"`
	Operations int             `json:"operations"`
	Together   bool            `json:"together"`
}

// toAgent is a line that comes in: a question, or that a connection is to be closed.
type toAgent struct {
	Connection int  `json:"connection"`
	ID         int  `json:"id"`
	Close      bool `json:"close"`
	Ask        *ask `json:"ask"`
}

// answered is a line that goes out for a question that has an answer.
type answered struct {
	Connection int `json:"connection"`
	ID         int `json:"id"`
	Value      any `json:"value"`
}

// refused is a line that goes out for a question that has none.
type refused struct {
	Connection int    `json:"connection"`
	ID         int    `json:"id"`
	Error      string `json:"error"`
	Stalled    bool   `json:"stalled"`
}

// generator answers what is asked of its connections.
type generator struct {
	specs    map[string]Spec
	sessions map[int]*session
	// One turn after the other, also where a run warms its arms up side by side.
	turns sync.Mutex
	// Lines go out whole.
	out    sync.Mutex
	writer io.Writer
}

// Run takes turns until nothing more comes in. A line that cannot be understood is an error: nobody
// would be told of what it asked for.
func Run(in io.Reader, out io.Writer, specs []Spec) error {
	made := &generator{specs: map[string]Spec{}, sessions: map[int]*session{}, writer: out}
	for _, spec := range specs {
		made.specs[spec.ID] = spec
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var message toAgent
		if err := json.Unmarshal(line, &message); err != nil {
			return fmt.Errorf("a line: got %s, expected a JSON message of src/places/peers/agent-client.ts: %w", shorten(strings.TrimSpace(string(line))), err)
		}
		if !message.Close && message.Ask == nil {
			return fmt.Errorf("a line: got %s, expected ask or close in it", shorten(strings.TrimSpace(string(line))))
		}
		made.take(message)
	}
}

// take deals with a message, and does not wait for what it takes.
func (g *generator) take(message toAgent) {
	known := g.sessions[message.Connection]
	if message.Close {
		delete(g.sessions, message.Connection)
		if known != nil {
			go known.close()
		}
		return
	}
	question := *message.Ask
	answer := func() (any, error) { return known.answer(question) }
	switch {
	case question.Do == "open":
		session, err := g.sessionFor(message.Connection, question)
		answer = func() (any, error) {
			if err != nil {
				return nil, err
			}
			return map[string]string{"extensions": ""}, session.open()
		}
	case known == nil:
		answer = func() (any, error) {
			return nil, fmt.Errorf("got %s of connection %d, expected it to be opened first", question.Do, message.Connection)
		}
	}
	go func() {
		if question.Do == "turn" {
			g.turns.Lock()
			defer g.turns.Unlock()
		}
		value, err := answer()
		if err == nil {
			g.post(answered{message.Connection, message.ID, value})
			return
		}
		var why *trouble
		stalled := errors.As(err, &why) && why.stalled
		g.post(refused{message.Connection, message.ID, err.Error(), stalled})
	}()
}

func (g *generator) post(message any) {
	g.out.Lock()
	defer g.out.Unlock()
	// A run that is gone needs no answer; the end of the input follows.
	if err := json.NewEncoder(g.writer).Encode(message); err != nil {
		log.Printf("answer: %v", err)
	}
}

// sessionFor makes the session of a connection that is to be opened.
func (g *generator) sessionFor(connection int, question ask) (*session, error) {
	if _, twice := g.sessions[connection]; twice {
		return nil, fmt.Errorf("connection: got %d a second time, expected a number of its own", connection)
	}
	var target client.Target
	if err := json.Unmarshal(question.Target, &target); err != nil {
		return nil, fmt.Errorf("target: got %q, expected that of src/places/grpc/arms.ts: %w", question.Target, err)
	}
	if err := target.Validate(); err != nil {
		return nil, err
	}
	if question.DeadlineMs <= 0 {
		return nil, fmt.Errorf("deadlineMs: got %v, expected more than 0", question.DeadlineMs)
	}
	deadline := time.Duration(question.DeadlineMs * float64(time.Millisecond))
	made := newSession(target, deadline, g.specs)
	g.sessions[connection] = made
	return made, nil
}

// answer does what a run asks for once the connection is open.
func (s *session) answer(question ask) (any, error) {
	switch question.Do {
	case "prepare":
		return nil, s.prepare(question.Workload)
	case "turn":
		return s.turn(question)
	case "check":
		// Each answer was looked at; a server holds nothing else that could be asked for.
		return struct{}{}, nil
	default:
		return nil, fmt.Errorf("do: got %q, expected open, prepare, turn or check", question.Do)
	}
}
