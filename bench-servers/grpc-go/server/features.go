// Package server has the servers that are measured: RouteGuide on grpc-go, and two that send the same
// bytes without gRPC.
package server

import (
	"encoding/json"
	"fmt"
	"os"

	pb "roundtrip/grpc-go/routeguide"
)

// ReadFeatures reads what a server serves: a list of {location: {latitude, longitude}, name}.
func ReadFeatures(file string) ([]*pb.Feature, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("features: %w", err)
	}
	var features []*pb.Feature
	if err := json.Unmarshal(text, &features); err != nil {
		return nil, fmt.Errorf("features: got %s with %w, expected a list of features", file, err)
	}
	if len(features) == 0 {
		return nil, fmt.Errorf("features: got %s without one, expected a list of features", file)
	}
	return features, nil
}
