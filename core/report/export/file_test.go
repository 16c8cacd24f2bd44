package export_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

var formats = []export.Format{export.CSV, export.Plain, export.XLSX, export.PDF}

func salesJob(t *testing.T, f export.Format, n int) export.Job {
	j := job(f, shop.English, export.Sales(shop.Sales(n), n, nil, shop.English))
	j.Pen = pen(t)
	return j
}

func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestProgressAndCancel(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, f := range formats {
		dir := t.TempDir()
		path := filepath.Join(dir, "sales")
		if err := os.WriteFile(path, []byte("older"), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		j := salesJob(t, f, 100_000)
		var last export.Progress
		j.Progress = func(p export.Progress) {
			if p.Done < last.Done || p.Total != 100_000 || p.PerSecond() < 0 {
				t.Errorf("%s: %+v after %+v", f, p, last)
			}
			if last = p; p.Done > 0 {
				cancel()
			}
		}
		_, err := export.Save(ctx, path, j)
		if report.CodeOf(err) != report.CodeCancelled || last.Done == 0 || last.Done == 100_000 {
			t.Errorf("%s: %v at %+v", f, err, last)
		}
		if data, _ := os.ReadFile(path); string(data) != "older" || len(files(t, dir)) != 1 {
			t.Errorf("%s: a cancelled export left %v", f, files(t, dir))
		}
		if left := files(t, os.TempDir()); len(left) != 0 {
			t.Errorf("%s: and %v aside", f, left)
		}
		cancel()
	}
}

// failing is a writer that a stick pulled out behind, or a full disk.
type failing struct {
	after int
	err   error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, f.err
	}
	return len(p), nil
}

func TestAFailingDiskIsAnErrorInEveryFormat(t *testing.T) {
	broken := errors.New("input/output error")
	for _, f := range formats {
		n := 2000
		if f == export.PDF {
			n = 60
		}
		if _, err := export.Write(t.Context(), &failing{10_000, broken}, salesJob(t, f, n)); !errors.Is(err, broken) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestAFailingSourceIsSaid(t *testing.T) {
	torn := func(yield func(journal.Sale, error) bool) {
		if yield(shop.Sale(1, 10), nil) {
			yield(journal.Sale{}, journal.ErrCorrupt)
		}
	}
	dir := t.TempDir()
	for _, f := range formats {
		j := salesJob(t, f, 0)
		j.Tables = []export.Table{export.Sales(torn, 2, nil, shop.English)}
		if _, err := export.Save(t.Context(), filepath.Join(dir, "x"), j); report.CodeOf(err) != report.CodeSource || !errors.Is(err, journal.ErrCorrupt) || len(files(t, dir)) != 0 {
			t.Errorf("%s: %v, %v", f, err, files(t, dir))
		}
	}
}

func TestFoldersThatCannotBeWritten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("the disk that is always full, and the folders of the system, are Linux's")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"missing": filepath.Join(t.TempDir(), "no", "x.csv"), "a file": filepath.Join(file, "x.csv"), "proc": "/proc/x.csv"} {
		if _, err := export.Save(t.Context(), path, salesJob(t, export.CSV, 10)); report.CodeOf(err) != report.CodeFolder {
			t.Errorf("%s: %v", name, err)
		}
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }()
	_, err = export.Write(t.Context(), full, salesJob(t, export.CSV, 10))
	if err == nil || !strings.Contains(err.Error(), "no space") || report.CodeOf(export.Coded(err)) != report.CodeNoRoom {
		t.Errorf("a full disk: %v", err)
	}
}

// What a killed export left under a name of its own goes with the next one;
// what one that lives is writing stays.
func TestLeftoversAreSwept(t *testing.T) {
	temp, dir := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	old := time.Now().Add(-time.Hour)
	for _, place := range []string{filepath.Join(dir, ".sanduq-export-1.part"), filepath.Join(dir, ".sanduq-export-2.part"), filepath.Join(dir, "mine.part")} {
		if err := os.WriteFile(place, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(place, old, old); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	if err := os.Chtimes(filepath.Join(dir, ".sanduq-export-2.part"), now, now); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(temp, "sanduq-export-9")
	if err := os.MkdirAll(stale, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(stale, old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Save(t.Context(), filepath.Join(dir, "x.xlsx"), salesJob(t, export.XLSX, 10)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(files(t, dir), " "); got != ".sanduq-export-2.part mine.part x.xlsx" {
		t.Errorf("left: %s", got)
	}
	if got := files(t, temp); len(got) != 0 {
		t.Errorf("left aside: %v", got)
	}
}

// The way for file systems that know no file without a name leaves nothing
// half either.
func TestWithAName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.csv")
	if err := export.SaveNamed(path, func(w io.Writer) error { _, err := w.Write([]byte("half")); return errors.Join(err, io.ErrShortWrite) }); err == nil {
		t.Error("no error")
	}
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("left %v", left)
	}
	if err := export.SaveNamed(path, func(w io.Writer) error { _, err := w.Write([]byte("whole")); return err }); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "whole" || len(files(t, dir)) != 1 {
		t.Errorf("%q in %v", data, files(t, dir))
	}
}

// TestNoAccountBesideAPaidQR: an account was validated first, and its code did not pay.
func TestNoAccountBesideAPaidQR(t *testing.T) {
	for route, named := range map[core.Route]bool{core.RouteQR: false, core.RouteAccount: true, core.RouteWallet: true} {
		s := shop.Sale(1, 50)
		s.Route, s.Session.State, s.ReceiptSeq, s.Session.MaskedAccount = route, core.StateSuccess, 7, "•••• 4417"
		one := []journal.Sale{s}
		for name, table := range map[string]export.Table{"sales": export.Sales(shop.Each(one), 1, nil, shop.English), "plain": export.PlainSales(shop.Each(one), 1, nil),
			"odoo": export.OdooSales(shop.Each(one), 1, tripoli), "oca": export.OCASales(shop.Each(one), 1, tripoli)} {
			if data, _ := write(t, job(export.CSV, shop.English, table)); strings.Contains(string(data), "4417") != named {
				t.Errorf("%s by %s: %s", name, route, data)
			}
		}
	}
}

// No export holds a token or a whole account number, also when a sale carries
// one where a mask should be.
func TestNoSecretInAnyExport(t *testing.T) {
	sales := []journal.Sale{}
	for i := range 50 {
		s := shop.Sale(i, 50)
		s.Session.MaskedAccount = shop.Account
		sales = append(sales, s)
	}
	shared := pen(t)
	for _, w := range []export.Words{shop.English, shop.Arabic} {
		for name, table := range map[string]export.Table{"sales": export.Sales(shop.Each(sales), 50, nil, w), "plain": export.PlainSales(shop.Each(sales), 50, nil),
			"odoo": export.OdooSales(shop.Each(sales), 50, tripoli), "oca": export.OCASales(shop.Each(sales), 50, tripoli)} {
			for _, f := range formats {
				if f == export.PDF && name != "sales" {
					continue
				}
				j := job(f, w, table)
				j.Pen = shared
				data, _ := write(t, j)
				if f == export.XLSX {
					data = unzipped(t, data)
				}
				if !bytes.Contains(data, []byte("•••• 4417")) && f != export.PDF {
					t.Errorf("%s %s: the payer is not there", name, f)
				}
				for _, secret := range []string{shop.Token, "CANARY", shop.Account, shop.Account[:12]} {
					if bytes.Contains(data, []byte(secret)) {
						t.Errorf("%s %s holds %q", name, f, secret)
					}
				}
			}
		}
	}
}
