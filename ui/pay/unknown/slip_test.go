package unknown

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/uitest/harness"
)

// TestASlipThatSaysWeDoNotKnow: one key, and what came of it is said without a
// word about money.
func TestASlipThatSaysWeDoNotKnow(t *testing.T) {
	for _, c := range []struct {
		name    string
		printed bool
		err     error
		want    string
		went    int
	}{
		{"printed", true, nil, "The slip is printed. Give it to the customer.", 0},
		{"in a queue", false, nil, "The slip is with the printer. Give it to the customer.", 0},
		{"no paper", false, &journal.Error{Code: journal.CodePaper, Err: &journal.PaperError{Code: "no-paper"}}, "The slip is not printed. Put paper in.", 0},
		{"the store", false, &journal.Error{Code: journal.CodeStore}, "", 1},
	} {
		r := newFixture(t)
		r.deps.Prints = harness.WithPrinter(true)
		r.Till.Printed, r.Till.Err = c.printed, c.err
		u := New(r.Env, r.deps, harness.Sale(harness.Capped))
		r.Window(u)
		if !u.Press(harness.Name(fyne.KeyF9)) || fmt.Sprint(r.Till.Asked) != "[print unknown #12 by Samira]" {
			t.Errorf("%s: asked %v", c.name, r.Till.Asked)
		}
		if got := u.said.Text(); got != c.want {
			t.Errorf("%s: the screen says %q", c.name, got)
		}
		if len(r.Shell.Went) != c.went || u.slip.busy {
			t.Errorf("%s: went %v, busy %v", c.name, r.Shell.Went, u.slip.busy)
		}
		harness.Never(t, u)
	}
}

// TestWithoutAPrinterNoSlipIsOffered: neither a button nor its key.
func TestWithoutAPrinterNoSlipIsOffered(t *testing.T) {
	r := newFixture(t)
	u := New(r.Env, r.deps, harness.Sale(harness.Capped))
	r.Window(u)
	if !u.slip.button.Hidden || u.Press(harness.Name(fyne.KeyF9)) || len(r.Till.Asked) != 0 {
		t.Errorf("a slip is offered, or was printed: %v", r.Till.Asked)
	}
}

// TestASlipThatDidNotComeOutIsToldToWhoWentOn: the customer waits for it. That more is
// known of the sale by then is seen.
func TestASlipThatDidNotComeOutIsToldToWhoWentOn(t *testing.T) {
	for _, c := range []struct {
		err  error
		told string
		went int
	}{
		{&journal.Error{Code: journal.CodePaper, Err: &journal.PaperError{Code: "no-paper"}}, "#12: The slip is not printed. Put paper in.", 0},
		{&journal.Error{Code: journal.CodeStore}, "", 1},
		{&journal.Error{Code: journal.CodeStep}, "", 0},
		{nil, "", 0},
	} {
		r := newFixture(t)
		r.deps.Prints = harness.WithPrinter(true)
		r.Till.Printed, r.Till.Err = true, c.err
		told := ""
		r.Env.Missed = func(about, said string) { told = about + ": " + said }
		var waits func()
		r.Env.Go = func(f func()) { waits = f }
		u := New(r.Env, r.deps, harness.Sale(harness.Capped))
		r.Window(u)
		u.Press(harness.Name(fyne.KeyF9))
		u.Hidden()
		if waits(); told != c.told || len(r.Shell.Went) != c.went {
			t.Errorf("%v: told %q, went %v", c.err, told, r.Shell.Went)
		}
	}
}
