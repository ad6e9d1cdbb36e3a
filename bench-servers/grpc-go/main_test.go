package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBadCommands(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "features.json")
	if err := os.WriteFile(empty, []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, expected := range map[string]string{
		"":                               "got [], expected a command\nUsage:",
		"serve":                          `got ["serve"], expected a command`,
		"load":                           `got ["load"], expected a command`,
		"load []":                        "specs: got [], expected at least one load",
		"serve grpc":                     "--features: got none, expected bench-servers/features.json",
		"serve grpc --features x y":      `serve: got ["y"] after the flags, expected nothing`,
		"serve grpc --features go.mod":   "features: got go.mod with invalid character",
		"serve grpc --features " + empty: "without one, expected a list of features",
		"serve smtp --features x":        `serve: got "smtp", expected one of ["grpc" "tcp"]`,
	} {
		if err := run(strings.Fields(command)); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: got %v, expected %s", command, err, expected)
		}
	}
}
