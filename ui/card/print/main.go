// Command print writes the counter card: one PDF for the printer, and a picture
// of each language's page to look at.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"sanduq/ui/card"
	"sanduq/ui/receipts"
	"sanduq/ui/words"
)

func main() {
	out := flag.String("out", "out/card", "folder")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "print:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	d := receipts.NewDrawer()
	pdf, err := card.PDF(d, time.Unix(seconds, 0))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "counter-card.pdf"), pdf, 0o644); err != nil {
		return err
	}
	all, err := card.All()
	if err != nil {
		return err
	}
	for i, lang := range words.Languages() {
		picture, err := d.CardPNG(all[i])
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, "counter-card-"+lang+".png"), picture, 0o644); err != nil {
			return err
		}
	}
	return nil
}
