package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"

	"sanduq/assets/packaging"
	"sanduq/assets/packaging/licences"
)

// layOffice writes the files of head office's package below a folder, with the
// configuration of nfpm beside it.
func layOffice(args []string) error {
	set := flag.NewFlagSet("office", flag.ContinueOnError)
	program := set.String("program", "out/sanduq-office", "the binary")
	to := set.String("to", "out/package/office", "folder, replaced")
	version := set.String("version", "", "instead of FyneApp.toml's, to try an upgrade")
	date := set.String("date", "", "of the commit, 2026-11-21")
	if err := set.Parse(args); err != nil {
		return err
	}
	facts, epoch, err := ground(*version)
	if err != nil {
		return err
	}
	b := packaging.OfficeBuild{Date: *date}
	if b.Help, err = packaging.HelpOfOffice(*program); err != nil {
		return err
	}
	if b.Binary, err = os.ReadFile(*program); err != nil {
		return err
	}
	if b.Guide, err = os.ReadFile("assets/manual/office.md"); err != nil {
		return err
	}
	if b.Others, err = licences.CollectOffice(context.Background(), "."); err != nil {
		return err
	}
	for _, why := range licences.Forbidden(b.Others) {
		err = errors.Join(err, errors.New(why))
	}
	if err != nil {
		return err
	}
	files, err := packaging.Office(facts, b)
	if err != nil {
		return err
	}
	stage := filepath.Join(*to, "root")
	if err := lay(*to, nil, epoch); err != nil {
		return err
	}
	if err := lay(stage, files, epoch); err != nil {
		return err
	}
	config, err := packaging.OfficeNFPM(facts, files, stage, epoch)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*to, "nfpm.json"), config, 0o644)
}
