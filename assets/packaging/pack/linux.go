package main

import (
	"flag"
	"os"
	"path/filepath"

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
	facts, epoch, err := ground(*version)
	if err != nil {
		return err
	}
	needs, err := packaging.Needs(*app)
	if err != nil {
		return err
	}
	build := packaging.Build{Date: *date}
	if build.Flags, err = packaging.Help(*app); err != nil {
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
