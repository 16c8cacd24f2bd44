package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"sanduq/assets/packaging"
)

// ground is what every package is made from: the project's facts, in another
// version if one is given, and the time that all files bear.
func ground(version string) (facts packaging.App, epoch time.Time, err error) {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return facts, epoch, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	if facts, err = packaging.Load("."); err != nil {
		return facts, epoch, err
	}
	if version != "" {
		facts.Details.Version = version
	}
	return facts, time.Unix(seconds, 0).UTC(), nil
}

// lay replaces a folder by files.
func lay(to string, files []packaging.File, epoch time.Time) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	for _, f := range files {
		if err := write(filepath.Join(to, filepath.FromSlash(f.Path)), f, epoch); err != nil {
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
