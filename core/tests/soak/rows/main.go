// Program rows lists the stress tests of make soak: without an argument for a
// person, with the name of a row or "all" for .ci/soak, a line each of name,
// folder, test and number of rounds.
package main

import (
	"fmt"
	"io"
	"os"

	"sanduq/core/tests/soak"
)

func main() {
	if len(os.Args) < 2 {
		list(os.Stdout)
		return
	}
	found := false
	for _, r := range soak.Rows {
		if os.Args[1] == r.Name || os.Args[1] == "all" {
			found = true
			fmt.Printf("%s|./%s|%s|%d\n", r.Name, r.Package, r.Test, r.N)
		}
	}
	if !found {
		fmt.Fprintf(os.Stderr, "soak: there is no row %q; make soak lists them\n", os.Args[1])
		os.Exit(2)
	}
}

// list writes the table.
func list(w io.Writer) {
	for _, r := range soak.Rows {
		fmt.Fprintf(w, "%-19s %s\n%19s %d %s: make soak ROW=%s N=%d\n", r.Name, r.Holds, "", r.N, r.Rounds, r.Name, r.N)
		again := "the same command runs it again"
		switch {
		case r.Seeded && r.Other:
			again = "again: make soak ROW=" + r.Name + " SEED=n; SOAK_GATEWAY=other before it chooses the second gateway"
		case r.Seeded:
			again = "again: make soak ROW=" + r.Name + " SEED=n"
		}
		fmt.Fprintf(w, "%19s %s; %s in %s\n", "", again, r.Test, r.Package)
	}
	fmt.Fprintln(w, "\nmake soak ROW=all runs every row at full length.")
}
