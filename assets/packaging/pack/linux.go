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

// layLinux writes the files of the Linux packages below a folder, with the
// configuration of nfpm beside it.
func layLinux(args []string) error {
	set := flag.NewFlagSet("linux", flag.ContinueOnError)
	card := cardFlag(set)
	app := set.String("app", "out/sanduq", "the binary")
	to := set.String("to", "out/package/linux", "folder, replaced")
	version := set.String("version", "", "instead of FyneApp.toml's, to try an upgrade")
	date := set.String("date", "", "of the commit, 2026-11-21")
	if err := set.Parse(args); err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	epoch := time.Unix(seconds, 0).UTC()
	facts, err := packaging.Load(".")
	if err != nil {
		return err
	}
	if *version != "" {
		facts.Details.Version = *version
	}
	needs, err := packaging.Needs(*app)
	if err != nil {
		return err
	}
	build := packaging.Build{Date: *date}
	if build.App, build.Bank, err = packaging.Help(*app); err != nil {
		return err
	}
	if build.Binary, err = os.ReadFile(*app); err != nil {
		return err
	}
	if build.Card, err = os.ReadFile(*card); err != nil {
		return err
	}
	files, err := packaging.Linux(facts, build)
	if err != nil {
		return err
	}
	stage := filepath.Join(*to, "root")
	portable := filepath.Join(*to, "portable", "sanduq-"+facts.Details.Version+"-linux-amd64")
	if err := os.RemoveAll(*to); err != nil {
		return err
	}
	for _, f := range files {
		if f.Only != "tar" {
			if err := write(filepath.Join(stage, filepath.FromSlash(f.Path)), f, epoch); err != nil {
				return err
			}
		}
		if there := f.Portable(); there != "" {
			if err := write(filepath.Join(portable, filepath.FromSlash(there)), f, epoch); err != nil {
				return err
			}
		}
	}
	for _, format := range []string{"deb", "rpm"} {
		config, err := packaging.NFPM(facts, format, files, needs, stage, epoch)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(*to, "nfpm-"+format+".json"), config, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func write(name string, f packaging.File, epoch time.Time) error {
	mode := os.FileMode(0o644)
	if f.Run {
		mode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, f.Data, mode); err != nil {
		return err
	}
	return os.Chtimes(name, epoch, epoch)
}
