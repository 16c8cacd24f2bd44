package config

import (
	"io"
	"os"
	"path/filepath"

	"github.com/DeRuina/timberjack"
)

// OpenLog returns the log file of a folder, for its owner only. It is made when
// it is first written to, and turned over before it grows large; five old ones
// stay.
func OpenLog(dir string) io.WriteCloser {
	folder := filepath.Join(dir, "log")
	file := filepath.Join(folder, "sanduq.log")
	if os.MkdirAll(folder, 0o700) == nil { // else writing to it will say why
		_ = os.Chmod(folder, 0o700)
		_ = os.Chmod(file, 0o600) // of an earlier version
	}
	return &timberjack.Logger{Filename: file, MaxSize: 10, MaxBackups: 5, FileMode: 0o600}
}
