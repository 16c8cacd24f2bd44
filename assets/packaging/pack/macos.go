package main

import (
	"flag"
	"os"

	"sanduq/assets/packaging"
)

// layMacOS writes the bundle for macOS below a folder; without a binary its
// skeleton.
func layMacOS(args []string) error {
	set := flag.NewFlagSet("macos", flag.ContinueOnError)
	card := cardFlag(set)
	app := set.String("app", "", "the binary for both processors; blank for the skeleton")
	to := set.String("to", "out/package/macos", "folder, replaced")
	if err := set.Parse(args); err != nil {
		return err
	}
	facts, epoch, err := ground("")
	if err != nil {
		return err
	}
	var build packaging.Build
	if build.Card, err = os.ReadFile(*card); err != nil {
		return err
	}
	if *app != "" {
		if build.Binary, err = os.ReadFile(*app); err != nil {
			return err
		}
	}
	files, err := packaging.MacOS(facts, build)
	if err != nil {
		return err
	}
	return lay(*to, files, epoch)
}
