package storage

import (
	"io"
	"path/filepath"

	"github.com/DeRuina/timberjack"
)

// OpenLog returns the log file of a folder. It is made when it is first written
// to, and turned over before it grows large; five old ones stay.
func OpenLog(dir string) io.WriteCloser {
	return &timberjack.Logger{Filename: filepath.Join(dir, "log", "sanduq.log"), MaxSize: 10, MaxBackups: 5}
}
