// Package opener shows a folder in the system's own window for files, where
// there is a program for that.
package opener

import (
	"context"
	"os/exec"
	"runtime"
	"time"

	"sanduq/ui/subprocess"
)

// Folder shows a folder. The error is for the log: nothing depends on it.
func Folder(ctx context.Context, path string) error {
	name := program(runtime.GOOS)
	if _, err := exec.LookPath(name); err != nil {
		return err
	}
	ctx, end := context.WithTimeout(ctx, 10*time.Second)
	defer end()
	err := subprocess.Command(ctx, name, path).Run()
	if _, exited := err.(*exec.ExitError); exited && runtime.GOOS == "windows" {
		return nil // explorer returns 1 when all is well
	}
	return err
}

// Can reports whether there is a program that shows folders.
func Can() bool {
	_, err := exec.LookPath(program(runtime.GOOS))
	return err == nil
}

func program(system string) string {
	switch system {
	case "windows":
		return "explorer.exe"
	case "darwin":
		return "open"
	}
	return "xdg-open"
}
