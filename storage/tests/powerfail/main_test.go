package powerfail

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"sanduq/storage/check"
)

// programs are what this test binary is when it is started by another name.
var programs = map[string]func(args []string) error{
	"powerfail-shop": func(args []string) error {
		sales, err := strconv.Atoi(args[3])
		if err != nil {
			return err
		}
		return RunShop(args[0], args[1], args[2], sales)
	},
	"powerfail-cut": runCut,
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
