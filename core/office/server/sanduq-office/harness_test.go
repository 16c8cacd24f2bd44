package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// commands runs commands in an environment, with a password to read, and returns what
// they wrote.
func commands(t *testing.T, environment map[string]string) func(args ...string) (string, error) {
	return func(args ...string) (string, error) { return command(t.Context(), environment, args...) }
}

// command runs one until it ends, or until ctx does.
func command(ctx context.Context, environment map[string]string, args ...string) (string, error) {
	var out bytes.Buffer
	err := run(ctx, args, from(environment), strings.NewReader(password+"\n"), &out, &out)
	return out.String(), err
}

// from reads a variable of an environment; blank where it is not set.
func from(environment map[string]string) func(name string) string {
	return func(name string) string { return environment[name] }
}
