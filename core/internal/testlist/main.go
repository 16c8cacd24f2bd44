// Testlist prints the commands that run the tests of all modules, a line each,
// for .ci/test: with the race detector, except where a package says otherwise.
// Run it from the repository's root:
//
//	go run ./core/internal/testlist [-plain] [folder...]
//
// Folders limit it to the packages in and below them; -plain leaves out the
// race detector everywhere.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"sanduq/core/internal/modules"
)

func main() {
	plain := flag.Bool("plain", false, "without the race detector")
	flag.Parse()
	commands, err := modules.Commands(".", *plain, flag.Args())
	if err == nil && len(commands) == 0 {
		err = fmt.Errorf("no tests in %s", strings.Join(flag.Args(), " "))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, c := range commands {
		fmt.Println(c)
	}
}
