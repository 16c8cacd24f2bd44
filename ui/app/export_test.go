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
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/practice/demo"
	"sanduq/storage/config"
	"sanduq/ui/startup"
	"sanduq/ui/subprocess"
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
	a.answerExports()
	if got := exported(t, o, whole); got.status != exportDone || !strings.Contains(got.out, "300 rows") || !there(to) {
		t.Errorf("of a till that runs: %+v", got)
	}
	beside := whole
	beside.From, beside.To, beside.File = "2019-01-01", "2019-01-02", filepath.Join(t.TempDir(), "none.csv")
	if got := exported(t, o, beside); got.status != exportEmpty || !strings.Contains(got.stderr, "There are no sales here") || there(beside.File) {
		t.Errorf("of a till that runs, without a sale: %+v", got)
	}
	if err := demo.Fill(t.Context(), a.till, 1, 2, nil); err != nil {
		t.Errorf("the till takes nothing any more: %v", err)
	}
	if err := os.Remove(to); err != nil {
		t.Fatal(err)
	}
	a.Close()

	if got := exported(t, o, whole); got.status != exportDone || !strings.Contains(got.out, "301 rows") {
		t.Errorf("a closed till: %+v", got)
	}
	data, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll(); err != nil || len(rows) != sales+2 {
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

// TestANightlyExportOfALiveTillTakesItsPassphraseFromAPipe: the right one writes
// the file, and none, a wrong one, or one for a till that has none yet ends with a
// sentence and no file; nothing that was typed is in what is said.
func TestANightlyExportOfALiveTillTakesItsPassphraseFromAPipe(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	t.Setenv("SERVICE_API_KEY", "k")
	t.Setenv("SERVICE_SECRET_KEY", "s")
	const phrase = "seven quiet olive trees"
	o := Options{Env: "live", BaseURLLive: "https://127.0.0.1:9", DataDir: t.TempDir(), Told: subprocess.Withhold()}
	to := filepath.Join(t.TempDir(), "night.csv")
	e := ExportOptions{From: "2020-01-01", To: "today", Format: "plain", File: to}
	nightly := func(typed string) ended {
		t.Helper()
		var out, stderr bytes.Buffer
		status := ExportFile(t.Context(), o, e, words.MustLoad(words.English), strings.NewReader(typed), &out, &stderr)
		if said := out.String() + stderr.String(); strings.Contains(said, "olive") {
			t.Errorf("it says the passphrase: %s", said)
		}
		return ended{status, out.String(), stderr.String()}
	}
	if got := nightly(phrase + "\n"); got.status != exportFailed || !strings.Contains(got.stderr, "There is no till in ") {
		t.Errorf("without a till: %+v", got)
	}
	a, err := Locate(o, words.MustLoad(words.English), io.Discard)
	if err == nil {
		err = a.Open(t.Context(), func(_ context.Context, q startup.Question) (core.Secret, error) { return core.NewSecret(phrase), nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.till.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Route: core.RouteQR})
	for n := 0; err == nil && n < 600 && !v.Status().Ended(); n++ { // nobody hears there: it is not opened
		time.Sleep(50 * time.Millisecond)
		v, _ = a.till.Sale(v.ID)
	}
	if err != nil || v.Status() != journal.StatusNotOpened {
		t.Fatalf("the sale is %s, %v", v.Status(), err)
	}
	a.answerExports() // and while it runs it takes the same passphrase
	for name, typed := range map[string]string{"nothing": "", "a wrong one": "seven quiet olive tree\n"} {
		if got := nightly(typed); got.status != exportFailed || there(to) || !strings.Contains(got.stderr, "passphrase") {
			t.Errorf("a till that runs, %s: %+v, a file: %v", name, got, there(to))
		}
	}
	if got := nightly(phrase + "\n"); got.status != exportDone || !there(to) {
		t.Errorf("a till that runs: %+v", got)
	}
	if err := os.Remove(to); err != nil {
		t.Fatal(err)
	}
	a.Close()
	for name, typed := range map[string]string{"nothing": "", "an empty line": "\n", "a wrong one": "seven quiet olive tree\n", "the right one on the second line": "\n" + phrase + "\n"} {
		if got := nightly(typed); got.status != exportFailed || there(to) || got.stderr == "" {
			t.Errorf("%s: %+v, a file: %v", name, got, there(to))
		}
	}
	for name, typed := range map[string]string{"a line": phrase + "\n", "without an end": phrase, "of a Windows pipe": phrase + "\r\n"} {
		if got := nightly(typed); got.status != exportDone || !strings.Contains(got.out, "1 row") || !there(to) {
			t.Errorf("%s: %+v", name, got)
		}
		if err := os.Remove(to); err != nil {
			t.Fatal(err)
		}
	}
}
