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
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	facts, err := packaging.Load(".")
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
	if err := os.RemoveAll(*to); err != nil {
		return err
	}
	for _, f := range files {
		if err := write(filepath.Join(*to, filepath.FromSlash(f.Path)), f, time.Unix(seconds, 0).UTC()); err != nil {
			return err
		}
	}
	return nil
}
