package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"sanduq/storage/check"
)

var background = context.Background()

// programs are what this test binary is when it is started by another name.
var programs = map[string]func(args []string) error{
	"faults-flips":   runFlips,
	"faults-examine": func([]string) error { return Examine(os.Stdin, os.Stdout) },
	"faults-keep":    func(args []string) error { return RunKeep(args[0], args[1], args[2], args[3]) },
	"faults-desk": func(args []string) error {
		var o DeskOrder
		if err := json.Unmarshal([]byte(args[0]), &o); err != nil {
			return err
		}
		return RunDesk(o, os.Stdout)
	},
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if os.Args[1] == check.CheckArgument {
			os.Exit(check.Main(os.Args[2:], os.Stderr))
		}
		if program, ok := programs[os.Args[1]]; ok {
			if err := program(os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}
