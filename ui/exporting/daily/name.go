package daily

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"strings"

	"sanduq/core/report"
)

// takeName sees to it that no other till has files of these names in the folder. What is kept has no owner where an
// older version wrote it.
func (w *Writer) takeName(k kept) error {
	if k.Owner == "" {
		k.Owner = rand.Text()
		if err := w.change(func(at *kept) { at.Owner = k.Owner }); err != nil {
			return err
		}
	}
	return w.o.TakeName(k.Config.Folder, k.Owner)
}

// TakeName writes an owner into a file, where there is none yet. Errors: report.CodeNameTaken where the file names
// another one, report.CodeFolder where it can be neither read nor written.
func TakeName(path, owner string) error {
	there, err := os.ReadFile(path)
	switch said := strings.TrimSpace(string(there)); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return report.Refuse(report.CodeFolder, err)
	case said == owner:
		return nil
	case said != "":
		return report.Refuse(report.CodeNameTaken, nil)
	}
	if err := os.WriteFile(path, []byte(owner+"\n"), 0o644); err != nil {
		return report.Refuse(report.CodeFolder, err)
	}
	return nil
}
