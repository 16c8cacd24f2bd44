package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"sanduq/assets/packaging"
)

// layWindows writes what the tools that make the Windows packages read into a
// folder.
func layWindows(args []string) error {
	set := flag.NewFlagSet("windows", flag.ContinueOnError)
	card := cardFlag(set)
	to := set.String("to", "out/package/windows", "folder, replaced")
	version := set.String("version", "", "instead of FyneApp.toml's, to try an upgrade")
	commit := set.String("commit", "", "of the build")
	if err := set.Parse(args); err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	facts, err := packaging.Load(".")
	if err != nil {
		return err
	}
	if *version != "" {
		facts.Details.Version = *version
	}
	picture, err := os.ReadFile(*card)
	if err != nil {
		return err
	}
	files, err := packaging.Windows(facts, *commit, picture)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(*to); err != nil {
		return err
	}
	for _, f := range files {
		if err := write(filepath.Join(*to, f.Path), f, time.Unix(seconds, 0).UTC()); err != nil {
			return err
		}
	}
	return nil
}
