package statement

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sanduq/core/report"
	bank "sanduq/core/report/statement"
	"sanduq/ui/desktop/homefolders"
)

// most is how many files are offered.
const most = 40

// FilesIn lists the newest files that may be statements, in a person's own
// folders and at the top of the sticks that are given. It may be slow.
func FilesIn(drives []string) (all []File) {
	dirs := slices.Clone(drives)
	if home, err := os.UserHomeDir(); err == nil {
		documents := homefolders.Documents.In(home)
		dirs = append(dirs, homefolders.Downloads.In(home), documents, homefolders.Desktop.In(home), filepath.Join(documents, "Sanduq"), home)
	}
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir) // one that is not there has none
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && info.Mode().IsRegular() && info.Size() > 0 && like(e.Name()) {
				all = append(all, File{Path: filepath.Join(dir, e.Name()), Where: filepath.Base(dir), At: info.ModTime()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b File) int { return b.At.Compare(a.At) })
	return all[:min(len(all), most)]
}

// suffixes are those of files that may be statements.
var suffixes = []string{".csv", ".xlsx", ".xml", ".txt", ".ofx", ".qfx", ".qif", ".sta", ".mt940", ".940", ".942", ".bai", ".bai2", ".camt", ".053", ".tsv", ".dat"}

// like reports whether a name is that of a statement: none of our own, of which the daily ones
// begin with the till's name.
func like(name string) bool {
	return slices.Contains(suffixes, strings.ToLower(filepath.Ext(name))) && !strings.HasPrefix(name, ".") && !strings.Contains("-"+name, "-sanduq-")
}

// ReadFile reads a file as far as one may be long. Errors: CodeRead,
// CodeTooLarge.
func ReadFile(_ context.Context, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, report.Refuse(report.CodeRead, err)
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return nil, report.Refuse(report.CodeRead, errors.New("no file"))
	}
	data, err := io.ReadAll(io.LimitReader(f, bank.MaxBytes+1))
	if err != nil {
		return nil, report.Refuse(report.CodeRead, err)
	}
	if len(data) > bank.MaxBytes {
		return nil, report.Refuse(report.CodeTooLarge, nil)
	}
	return data, nil
}
