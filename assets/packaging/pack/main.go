// Command pack makes what the packages of the application are made from: run
// it in the project's folder. It is called by make.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"sanduq/assets/packaging"
	"sanduq/assets/packaging/licences"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("which part? licences, linux, office, windows, macos, mactypes or sbom")
	}
	switch args[0] {
	case "licences":
		return writeLicences()
	case "linux":
		return layLinux(args[1:])
	case "office":
		return layOffice(args[1:])
	case "windows":
		return layWindows(args[1:])
	case "macos":
		return layMacOS(args[1:])
	case "mactypes":
		return checkMac(args[1:])
	case "sbom":
		return writeSBOM(args[1:])
	}
	return fmt.Errorf("there is no part %q", args[0])
}

func writeLicences() error {
	all, err := licences.Collect(context.Background(), ".")
	if err != nil {
		return err
	}
	for _, p := range all {
		fmt.Println(p.Line())
	}
	for _, why := range licences.Forbidden(all) {
		err = errors.Join(err, errors.New(why))
	}
	return errors.Join(err, licences.Write(".", all))
}

// cardFlag is where make card has put the counter card.
func cardFlag(set *flag.FlagSet) *string {
	return set.String("card", filepath.Join("out", "card", packaging.CardName), "the counter card, which make card draws")
}
