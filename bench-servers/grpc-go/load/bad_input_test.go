package load

import (
	"io"
	"strings"
	"testing"
)

func TestBadSpecs(t *testing.T) {
	t.Parallel()
	const good = `{"id": "a", "kind": "unary", "clients": 1}`
	for text, expected := range map[string]string{
		"unary":                 "specs: got unary, expected a JSON list of loads",
		`[]`:                    "specs: got [], expected at least one load",
		`[` + good + `, {"id"`:  `specs: got [` + good + `, {"id", expected a JSON list of loads`,
		`[{"ID": 1}]`:           `specs: got [{"ID": 1}], expected a JSON list of loads`,
		`[{"id": "a", "z": 1}]`: `specs: got [{"id": "a", "z": 1}], expected a JSON list of loads: json: unknown field "z"`,
		`[{"clients": 1}]`:      `specs[0].id: got "", expected one such as "unary-10"`,
		`[` + good + `, {"id": "b", "clients": 1}]`:       `specs[1].kind: got none, expected one such as "unary"`,
		`[{"id": "a", "kind": "sort", "clients": 1}]`:     `kind: got "sort", expected one of ["unary" "server-streaming" "client-streaming" "bidirectional"]`,
		`[{"id": "a", "kind": "unary", "clients": 0}]`:    "specs[0].clients: got 0, expected 1 to 1,000",
		`[{"id": "a", "kind": "unary", "clients": 1001}]`: "specs[0].clients: got 1001, expected 1 to 1,000",
		`[` + good + `,` + good + `]`:                     `specs[1].id: got "a" a second time, expected an id of its own`,
	} {
		if _, err := ReadSpecs(text); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: got %v, expected %s", text, err, expected)
		}
	}
}

func TestBadTargets(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	for connection, bad := range []struct {
		target   fields
		expected string
	}{
		{nil, `target.protocol: got "", expected grpc or tcp`},
		{fields{"protocol": "smtp"}, `target.protocol: got "smtp", expected grpc or tcp`},
		{fields{"protocol": "grpc", "address": "here"}, `target.address: got "here", expected one such as 127.0.0.1:50051`},
		{fields{"protocol": "tcp", "address": "127.0.0.1:1", "oneConnection": true}, "target.oneConnection: got it for tcp, expected grpc, whose calls can share a connection"},
		{fields{"protocol": "grpc", "address": "127.0.0.1:1", "redialBytes": -1}, "target.redialBytes: got -1, expected more than 0, or none"},
	} {
		generator.refused(generator.open(connection, bad.target, patience), bad.expected, false)
	}
	answer := generator.open(9, fields{"protocol": 1}, patience)
	if expected := `target: got "{\"protocol\":1}", expected that of src/places/grpc/arms.ts`; !strings.HasPrefix(answer.Error, expected) {
		t.Errorf("got %s, expected %s", answer.Error, expected)
	}
	generator.refused(generator.open(10, serve(t, "tcp").target("tcp"), 0), "deadlineMs: got 0, expected more than 0", false)
}

func TestBadQuestions(t *testing.T) {
	t.Parallel()
	generator := start(t, everyKind)
	generator.refused(generator.ask(1, turnOf("unary-1", 1)), "got turn of connection 1, expected it to be opened first", false)
	target := serve(t, "tcp").target("tcp")
	generator.ready(1, target, "unary-1", patience)
	for _, bad := range []struct {
		ask      fields
		expected string
	}{
		{fields{"do": "dance"}, `do: got "dance", expected open, prepare, turn or check`},
		{fields{"do": "prepare", "workload": "unary-8"}, `workload: got "unary-8", expected one of the specs that the generator was started with`},
		{turnOf("unary-3", 1), `workload: got a turn of "unary-3", expected it to be prepared first`},
		{turnOf("unary-1", 0), "operations: got 0, expected at least 1"},
	} {
		generator.refused(generator.ask(1, bad.ask), bad.expected, false)
	}
	generator.refused(generator.open(1, target, patience), "connection: got 1 a second time, expected a number of its own", false)
}

func TestBadLines(t *testing.T) {
	t.Parallel()
	for line, expected := range map[string]string{
		"hello\n":                           "a line: got hello, expected a JSON message of src/places/peers/agent-client.ts",
		`{"connection": 1, "id": 1}` + "\n": "a line: got {\"connection\": 1, \"id\": 1}, expected ask or close in it",
	} {
		err := Run(strings.NewReader(line), io.Discard, nil)
		if err == nil || !strings.HasPrefix(err.Error(), expected) {
			t.Errorf("got %v, expected %s", err, expected)
		}
	}
}
