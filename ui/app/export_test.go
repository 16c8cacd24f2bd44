package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/till/demo"
	"sanduq/storage/config"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// ended is what a command left behind.
type ended struct {
	status      int
	out, stderr string
}

func exported(t *testing.T, o Options, e ExportOptions) ended {
	t.Helper()
	var out, stderr bytes.Buffer
	status := ExportFile(t.Context(), o, e, words.MustLoad(words.English), strings.NewReader(""), &out, &stderr)
	return ended{status, out.String(), stderr.String()}
}

// TestSalesAreExportedWithoutAWindow: while the till is closed, and not while it
// is open.
func TestSalesAreExportedWithoutAWindow(t *testing.T) {
	t.Setenv("SERVICE_ENV", "sandbox")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	o := Options{DataDir: t.TempDir(), BankAddr: "127.0.0.1:0"}
	to := filepath.Join(t.TempDir(), "sales.csv")
	whole := ExportOptions{From: "2020-01-01", To: "today", Format: "plain", File: to}

	if got := exported(t, o, whole); got.status != exportFailed || !strings.Contains(got.stderr, "There is no till in ") {
		t.Errorf("without a till: %+v", got)
	}
	if dir, _ := config.Folder(o.DataDir, "sandbox"); there(filepath.Join(dir, "till.db")) {
		t.Fatal("an export has made a till")
	}
	a, err := Locate(o, words.MustLoad(words.English), io.Discard)
	if err == nil {
		err = a.Open(t.Context(), func(context.Context, startup.Question) (core.Secret, error) { return core.Secret{}, nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	const sales = 300
	if err := demo.Fill(t.Context(), a.till, sales, 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := exported(t, o, whole); got.status != exportInUse || !strings.Contains(got.stderr, "The till is open") || there(to) {
		t.Errorf("beside an open till: %+v", got)
	}
	a.Close()

	if got := exported(t, o, whole); got.status != exportDone || !strings.Contains(got.out, "300 rows") {
		t.Errorf("a closed till: %+v", got)
	}
	data, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll(); err != nil || len(rows) != sales+1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	for name, c := range map[string]struct {
		change func(*ExportOptions)
		status int
		says   string
	}{
		"excel by its name":  {func(e *ExportOptions) { e.Format, e.File = "", filepath.Join(t.TempDir(), "a.xlsx") }, exportDone, ""},
		"no sales":           {func(e *ExportOptions) { e.From, e.To = "2019-01-01", "2019-01-02" }, exportEmpty, "There are no sales here"},
		"no day":             {func(e *ExportOptions) { e.From = "last week" }, exportWrong, "is no day"},
		"the wrong way":      {func(e *ExportOptions) { e.From, e.To = "2026-02-01", "2026-01-01" }, exportWrong, "These days cannot be reported"},
		"no format":          {func(e *ExportOptions) { e.Format = "doc" }, exportWrong, "The format is one of"},
		"no folder":          {func(e *ExportOptions) { e.File = filepath.Join(t.TempDir(), "missing", "a.csv") }, exportFailed, "The folder is not there"},
		"yesterday by habit": {func(e *ExportOptions) { e.From, e.To, e.File = "yesterday", "", filepath.Join(t.TempDir(), "y.csv") }, exportDone, ""},
	} {
		e := whole
		c.change(&e)
		if got := exported(t, o, e); got.status != c.status || !strings.Contains(got.stderr, c.says) || c.status != exportDone && e.File != to && there(e.File) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
