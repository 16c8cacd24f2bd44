package main

import (
	"flag"
	"os"

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
	facts, epoch, err := ground(*version)
	if err != nil {
		return err
	}
	picture, err := os.ReadFile(*card)
	if err != nil {
		return err
	}
	files, err := packaging.Windows(facts, *commit, picture)
	if err != nil {
		return err
	}
	return lay(*to, files, epoch)
}
