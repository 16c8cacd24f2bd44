package export

import (
	"io"
	"path/filepath"

	"sanduq/core/report"
)

// Coded gives an error the code that Save would.
func Coded(err error) error { return coded(err, report.CodeWrite) }

// SaveNamed writes a file the way of systems that know none without a name.
func SaveNamed(path string, write func(io.Writer) error) error {
	a, err := named(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer a.discard()
	if err := write(a.file); err != nil {
		return err
	}
	return a.rename(path)
}
