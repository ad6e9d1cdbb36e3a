package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	pb "google.golang.org/grpc/examples/route_guide/routeguide"
)

// ask is what a run asks for on one of its connections. src/wire/processes/processes.ts says what the fields mean.
type ask struct {
	Do         string  `json:"do"`
	DeadlineMs float64 `json:"deadlineMs"`
	Target     target  `json:"target"`
	Workload   string  `json:"workload"`
	First      int     `json:"first"`
	LeadIn     int     `json:"leadIn"`
	Operations int     `json:"operations"`
}

// toAgent is a line that comes in: a question, or that a connection is to be closed.
type toAgent struct {
	Connection int  `json:"connection"`
	ID         int  `json:"id"`
	Close      bool `json:"close"`
	Ask        ask  `json:"ask"`
}

// generator answers what is asked of its connections.
type generator struct {
	specs    []spec
	features []*pb.Feature
	sessions map[int]*session
	// One turn after the other, also where a run warms its arms up side by side.
	turns sync.Mutex
	// Lines go out whole.
	out    sync.Mutex
	writer io.Writer
}

// generate takes turns until nothing more comes in. A line that cannot be understood is an error: nobody would
// be told of what it asked for.
func generate(in io.Reader, out io.Writer, specs string, features []*pb.Feature) error {
	made := &generator{features: features, sessions: map[int]*session{}, writer: out}
	if err := json.Unmarshal([]byte(specs), &made.specs); err != nil {
		return fmt.Errorf("specs: got %.80s (%w), expected a JSON list of loads", specs, err)
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var message toAgent
		if err := json.Unmarshal(lines.Bytes(), &message); err != nil {
			return fmt.Errorf("a line: got %.80s (%w), expected a message of src/wire/processes/processes.ts", lines.Text(), err)
		}
		made.take(message)
	}
	return lines.Err()
}

// take deals with a message, and does not wait for what it takes.
func (g *generator) take(message toAgent) {
	known, question := g.sessions[message.Connection], message.Ask
	if message.Close {
		delete(g.sessions, message.Connection)
		if known != nil {
			go known.close()
		}
		return
	}
	if question.Do == "open" {
		ctx, cancel := context.WithCancel(context.Background())
		deadline := time.Duration(question.DeadlineMs * float64(time.Millisecond))
		known = &session{target: question.Target, deadline: deadline, features: g.features, ctx: ctx, cancel: cancel}
		g.sessions[message.Connection] = known
	}
	go func() {
		line := map[string]any{"connection": message.Connection, "id": message.ID}
		value, err := g.answer(known, question)
		if line["value"] = value; err != nil {
			delete(line, "value")
			why, is := err.(*trouble)
			line["error"], line["stalled"] = err.Error(), is && why.stalled
		}
		g.out.Lock()
		defer g.out.Unlock()
		// A run that is gone needs no answer; the end of the input follows.
		_ = json.NewEncoder(g.writer).Encode(line)
	}()
}

// answer does what a run asks for.
func (g *generator) answer(of *session, question ask) (any, error) {
	if of == nil {
		return nil, fmt.Errorf("got %q of a connection that is not open, expected it to be opened first", question.Do)
	}
	if question.Do == "turn" {
		g.turns.Lock()
		defer g.turns.Unlock()
	}
	of.mu.Lock()
	defer of.mu.Unlock()
	switch question.Do {
	case "open":
		return map[string]string{"extensions": ""}, of.connect(1)
	case "prepare":
		at := slices.IndexFunc(g.specs, func(each spec) bool { return each.ID == question.Workload })
		if at < 0 {
			return nil, fmt.Errorf("workload: got %q, expected one of the specs that the generator was started with", question.Workload)
		}
		return nil, of.prepare(g.specs[at])
	case "turn":
		return of.turn(question)
	case "check":
		// Each answer was looked at; a server holds nothing else that could be asked for.
		return struct{}{}, nil
	default:
		return nil, fmt.Errorf("do: got %q, expected open, prepare, turn or check", question.Do)
	}
}
