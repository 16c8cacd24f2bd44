package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"sanduq/assets/packaging/darwincheck"
)

// checkMac checks the types of the application's packages for macOS on both
// processors.
func checkMac(args []string) error {
	set := flag.NewFlagSet("mactypes", flag.ContinueOnError)
	tags := set.String("tags", "", "of the build")
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() == 0 {
		return errors.New("which packages?")
	}
	for _, arch := range []string{"arm64", "amd64"} {
		r, err := darwincheck.Check(context.Background(), ".", arch, *tags, set.Args()...)
		if err != nil {
			return err
		}
		for _, p := range r.Problems {
			fmt.Println(p)
		}
		if len(r.Problems) > 0 {
			return fmt.Errorf("%d problems on darwin/%s", len(r.Problems), arch)
		}
		fmt.Printf("  darwin/%s: %d packages of ours checked with the %d that they import\n", arch, len(r.Ours), r.Others)
		if arch == "amd64" {
			fmt.Printf("  the C in these was not looked at: %s\n", strings.Join(r.C, " "))
		}
	}
	return nil
}
