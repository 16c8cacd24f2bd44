// Package subprocess keeps what this program was told in its environment, above
// all the merchant's keys, from the programs that it starts: those that it
// starts itself, and those of libraries, which start players, browsers and
// buses as they need them.
package subprocess

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"

	"sanduq/core"
)

// prefix begins the names of all variables that are this program's own.
const prefix = "SERVICE_"

// environment says whether money moves here. It is no secret, and the practice
// bank looks for it before it starts.
const environment = "SERVICE_ENV"

// Command is exec.CommandContext for a program that has no use for any variable
// of ours.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, prefix) })
	return cmd
}

// Withheld are variables that were taken out of this process's environment. The
// zero value holds none. It prints as redacted.
type Withheld struct{ values map[string]core.Secret }

// Withhold takes every variable of ours but SERVICE_ENV out of the environment
// of this process, so that nothing that any part of it starts from now on
// inherits a key. It is for the beginning of a program, before there are other
// goroutines that start something.
func Withhold() Withheld {
	w := Withheld{values: map[string]core.Secret{}}
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, prefix) && name != environment {
			w.values[name] = core.NewSecret(value)
			_ = os.Unsetenv(name) // a name that was there is one that can be taken out
		}
	}
	return w
}

// Get is os.Getenv as it was before.
func (w Withheld) Get(name string) string {
	if value, ok := w.values[name]; ok {
		return value.Reveal()
	}
	return os.Getenv(name)
}
