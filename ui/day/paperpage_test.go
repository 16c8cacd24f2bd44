package day

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestAPaperIsTypedIn field by field, with what is wrong at its field, and is withdrawn
// again by its number and a reason.
func TestAPaperIsTypedIn(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			r := newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) {
				r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers}
			})
			suffix := lang + map[float32]string{2: "-largest"}[large]
			lawful := func(name string) {
				t.Helper()
				uitest.Picture(t, r.window, "day-paper-"+name+"-"+suffix)
				for _, b := range laws.Faults(r.window.Canvas()) {
					t.Errorf("%s, %s: %s", name, suffix, b)
				}
			}
			r.screen.page.(*dayPage).papers()
			p := r.screen.page.(*paperPage)
			r.now = r.now.Add(time.Second)
			if said := words.Plain(p.told.Text()); !strings.Contains(said, "T-2408–T-9607") || !strings.Contains(said, "C-0016–C-7215") {
				t.Errorf("%s: it says %q", suffix, said)
			}
			lawful("blank")
			r.key(fyne.KeyReturn)
			if p.number.Problem() != r.env.Words.T("day.paper.number.wrong") || large == 1 && p.amount.Problem() != r.env.Words.T("error.amount") {
				t.Errorf("%s: the number says %q, the amount %q", suffix, p.number.Problem(), p.amount.Problem())
			}
			lawful("wrong")
			p.number.SetText("\u200et-٢٤١٠\u2069")
			p.date.SetText("2026-02-30")
			p.amount.SetText("\u2068١٢٫٥٠٠\u2069") // copied from a screen
			r.key(fyne.KeyReturn)
			if p.date.Problem() != r.env.Words.T("day.paper.date.wrong") || len(r.till.asked) != 0 {
				t.Errorf("%s: of a day that is none it says %q, asked %q", suffix, p.date.Problem(), r.till.asked)
			}
			p.date.SetText("2026-11-20")
			p.bank.SetText("TX-9")
			r.till.fail = journal.Refuse(queries.CodeEntered, errors.New("there"))
			r.key(fyne.KeyReturn)
			if p.number.Problem() != r.env.Words.T("error.entered") {
				t.Errorf("%s: refused, the number says %q", suffix, p.number.Problem())
			}
			r.till.fail, r.till.asked = nil, nil
			r.now = r.now.Add(time.Second)
			r.key(fyne.KeyReturn)
			if want := `enter T-2410; 20261120; 12.500 LYD; qr; "TX-9"; shift 0; after 0 by `; len(r.till.asked) != 1 || !strings.HasPrefix(r.till.asked[0], want) || p.number.Text() != "" {
				t.Fatalf("%s: asked %q, want %q; the number is %q", suffix, r.till.asked, want, p.number.Text())
			}
			p.number.SetText("2410")
			if p.amount.Visible() || !p.reason.Visible() || !strings.Contains(words.Plain(p.holds.Text()), "TX-9") || !p.frame.Primary.Disabled() {
				t.Errorf("%s: of a number that stands there it says %q", suffix, p.holds.Text())
			}
			lawful("there")
			p.reason.SetText("typed wrong")
			r.now = r.now.Add(time.Second)
			r.key(fyne.KeyReturn)
			if got := r.till.asked[len(r.till.asked)-1]; !strings.HasPrefix(got, "withdraw T-2410 typed wrong by ") {
				t.Errorf("%s: asked %q", suffix, got)
			}
		}
	}
}

// TestANumberOfAnotherKindIsNotTaken: C-2410 and T-2410 are two papers, and what the route
// says has to fit what the number says; of neither is the other withdrawn.
func TestANumberOfAnotherKindIsNotTaken(t *testing.T) {
	for _, one := range []struct {
		number string
		cash   bool
		taken  string
	}{{"C-2410", false, ""}, {"t2410", true, ""}, {"c-2410", true, "C-2410"}, {"T-2410", false, "T-2410"}, {"2410", true, "C-2410"}, {"2410", false, "T-2410"}} {
		r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
			r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers}
		})
		r.screen.page.(*dayPage).papers()
		p := r.screen.page.(*paperPage)
		enter := func() string {
			r.till.asked = nil
			p.route.SetSelected(map[bool]int{true: len(p.routes) - 1}[one.cash])
			p.number.SetText(one.number)
			p.amount.SetText("12.500")
			r.now = r.now.Add(time.Second)
			r.key(fyne.KeyReturn)
			return strings.Join(r.till.asked, " and ")
		}
		asked := enter()
		if wrong := p.number.Problem() == r.env.Words.T("day.paper.number.kind"); wrong != (one.taken == "") || !strings.HasPrefix(asked, "enter "+one.taken+";") && asked != "" || (asked == "") != (one.taken == "") {
			t.Errorf("%s, cash %v: asked %q, the number says %q", one.number, one.cash, asked, p.number.Problem())
		}
		r.till.papers = []queries.Entered{{Number: 2410, Route: core.RouteQR}, {Number: 2410, Route: journal.RouteCash}}
		p.read()
		p.reason.SetText("typed wrong")
		if asked = enter(); (asked == "") != (one.taken == "") || asked != "" && !strings.HasPrefix(asked, "withdraw "+one.taken+" ") {
			t.Errorf("%s, cash %v, that stands there: asked %q", one.number, one.cash, asked)
		}
	}
}

// TestWhatWasTypedInStandsBesideTheZ and on its paper, with whose word it is; a withdrawal
// stands there too.
func TestWhatWasTypedInStandsBesideTheZ(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(r *harness) {
			out := leftNumbers
			e := queries.Entered{Number: 2410, Day: "20261120", Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Route: core.RouteQR, Reference: "TX-9", By: "Huda"}
			out.Entered = []queries.Entered{e, {Number: 2410, Route: core.RouteQR, Withdrawn: true, Reason: "typed wrong", By: "Huda"}}
			r.till.outside = map[uint64]queries.OutsideShift{0: out, 41: out}
		})
		for _, at := range []step{stepX, stepZs} {
			r.screen.goTo(at)
			uitest.Picture(t, r.window, fmt.Sprintf("day-typed-in-%d-%s", at, lang))
			for _, b := range laws.Faults(r.window.Canvas()) {
				t.Errorf("%s: %s", lang, b)
			}
			for _, want := range []string{"T-2410", "12.500", "TX-9", "typed wrong", r.env.Words.T("day.entered.note")} {
				if lang == "fr" {
					want = strings.Replace(want, "12.500", "12,500", 1)
				}
				if said := words.Plain(r.words()); !strings.Contains(said, words.Plain(want)) {
					t.Errorf("%s: %q is not said: %s", lang, want, said)
				}
			}
		}
		r.screen.goTo(stepX)
		slip, err := r.screen.page.(*xPage).sheet.slip(receipt.Again{})
		if paper := onPaper(slip); err != nil || !strings.Contains(paper, "T-2410") || !strings.Contains(paper, "typed wrong") {
			t.Errorf("%s: the X on paper says %v, %s", lang, err, paper)
		}
	}
}

// TestPapersAreEnteredInLaterShiftsToo: the line of the day stays after the Z of the shift in
// which records were restored, since papers are found later.
func TestPapersAreEnteredInLaterShiftsToo(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers}
		r.till.shift.Number = leftNumbers.LeftOut[0].Shift + 1
	})
	lines := r.screen.page.(*dayPage).after.Lines
	last := lines[len(lines)-1]
	if last.Spec().Sum != "T-2408–T-9607" {
		t.Fatalf("the last line is %+v", last.Spec())
	}
	if last.OnTapped(); r.memory.at != stepPaper {
		t.Errorf("it leads to %v", r.memory.at)
	}
}

// TestTheDayIsReadWhereThePapersAreNot: a chain that is damaged keeps nobody from closing
// the shift.
func TestTheDayIsReadWhereThePapersAreNot(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers}
		r.till.lost = journal.Refuse(journal.CodeStore, errors.New("a row of the audit is not there"))
	})
	if said := words.Plain(r.words()); r.screen.err != nil || !strings.Contains(said, "T-2408–T-9607") {
		t.Fatalf("the day is not read: %v, %s", r.screen.err, said)
	}
	r.screen.page.(*dayPage).papers()
	if said := r.words(); !strings.Contains(said, r.env.Words.T("error.store")) {
		t.Errorf("the page of the papers says nothing of it: %s", said)
	}
}

// TestADayWithoutMidnightIsADay: clocks go forward then.
func TestADayWithoutMidnightIsADay(t *testing.T) {
	zone, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers}
	})
	r.screen.env.Zone = zone
	r.screen.page.(*dayPage).papers()
	p := r.screen.page.(*paperPage)
	p.date.SetText("2026-09-06")
	if e, problems := p.typed(); problems[p.date] != "" || e.Day != "20260906" {
		t.Errorf("%s: it says %q", e.Day, problems[p.date])
	}
}
