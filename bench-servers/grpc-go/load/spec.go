// Package load is the load generator: it takes the turns of a run and times them where the calls are made.
package load

import (
	"bytes"
	"encoding/json"
	"fmt"

	"roundtrip/grpc-go/wire"
)

// paddedTo is how many bytes a padded message has.
const paddedTo = 16384

// mostClients is the most connections that a machine's ports and memory are sure to have room for.
const mostClients = 1000

// Spec is a load: operations of one kind from so many clients. src/places/grpc/workloads.ts says what the fields mean.
type Spec struct {
	ID         string    `json:"id"`
	Kind       wire.Kind `json:"kind"`
	Clients    int       `json:"clients"`
	OfCapacity *float64  `json:"ofCapacity"`
	Calls      *int      `json:"calls"`
	Bytes      *int64    `json:"bytes"`
}

// ReadSpecs reads a list of specs.
func ReadSpecs(text string) ([]Spec, error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	var specs []Spec
	if err := decoder.Decode(&specs); err != nil {
		return nil, fmt.Errorf("specs: got %s, expected a JSON list of loads: %w", shorten(text), err)
	}
	if len(specs) == 0 {
		return nil, fmt.Errorf("specs: got %s, expected at least one load", shorten(text))
	}
	known := map[string]bool{}
	for at, spec := range specs {
		if err := spec.validate(); err != nil {
			return nil, fmt.Errorf("specs[%d].%w", at, err)
		}
		if known[spec.ID] {
			return nil, fmt.Errorf("specs[%d].id: got %q a second time, expected an id of its own", at, spec.ID)
		}
		known[spec.ID] = true
	}
	return specs, nil
}

func (s Spec) validate() error {
	switch {
	case s.ID == "":
		return fmt.Errorf(`id: got "", expected one such as "unary-10"`)
	case !s.Kind.Valid():
		return fmt.Errorf("kind: got none, expected one such as \"unary\"")
	case s.Clients < 1 || s.Clients > mostClients:
		return fmt.Errorf("clients: got %d, expected 1 to %s", s.Clients, grouped(mostClients))
	case s.OfCapacity != nil && *s.OfCapacity <= 0:
		return fmt.Errorf("ofCapacity: got %v, expected more than 0", *s.OfCapacity)
	case s.Calls != nil && *s.Calls < 1:
		return fmt.Errorf("calls: got %d, expected at least 1", *s.Calls)
	case s.Bytes != nil && s.Kind != wire.ClientStreaming:
		return fmt.Errorf("bytes: got %d for %s, expected them for client-streaming alone", *s.Bytes, s.Kind)
	case s.Bytes != nil && (*s.Bytes < paddedTo || *s.Bytes%paddedTo != 0):
		return fmt.Errorf("bytes: got %d, expected a multiple of %d", *s.Bytes, paddedTo)
	}
	return nil
}

// calls is how many calls in a row one operation is.
func (s Spec) calls() int {
	if s.Calls == nil {
		return 1
	}
	return *s.Calls
}

// shorten keeps what a message quotes to a line.
func shorten(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}
