package main

import (
	"flag"
	"os"

	"sanduq/assets"
	"sanduq/assets/packaging"
)

// writeSBOM writes what a built application is made of.
func writeSBOM(args []string) error {
	set := flag.NewFlagSet("sbom", flag.ContinueOnError)
	app := set.String("app", "out/sanduq", "the built application")
	to := set.String("to", "", "the file to write")
	if err := set.Parse(args); err != nil {
		return err
	}
	a, err := packaging.Load(".")
	if err != nil {
		return err
	}
	text, err := packaging.SBOM(a, *app, assets.ThirdParties())
	if err != nil {
		return err
	}
	return os.WriteFile(*to, text, 0o644)
}
