package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
)

// table prints rows in columns, and an empty line.
func table(rows [][]string) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	fmt.Fprintln(w)
	_ = w.Flush()
}
