package receipts

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

var _ History = (*till.Till)(nil)

func number(n int) till.SaleID { return till.NewSaleID(friday, n) }

func TestNewestSaleIsSelectedWithItsSlip(t *testing.T) {
	r := newRig(t, friday20()).show()
	if r.selected() != number(12) {
		t.Fatalf("selected %s", r.selected())
	}
	p := r.screen.index.preview
	if !p.slip.Visible() || p.known.card.Visible() {
		t.Error("a paid sale shows its slip and nothing else")
	}
	if got, _ := p.slip.content.Value("transaction"); got != "8F2K-71QD-0446" {
		t.Errorf("the slip shows %q", got)
	}
}

func TestKeysMoveTheSelection(t *testing.T) {
	r := newRig(t, friday20()).show()
	steps := []struct {
		key  fyne.KeyName
		want int
	}{
		{fyne.KeyDown, 11}, {fyne.KeyDown, 10}, {fyne.KeyUp, 11}, {fyne.KeyUp, 12}, {fyne.KeyUp, 12}, {fyne.KeyEnd, 1},
		{fyne.KeyDown, 1}, {fyne.KeyHome, 12}, {fyne.KeyPageDown, 6}, {fyne.KeyPageUp, 12},
	}
	for i, s := range steps {
		if r.key(s.key); r.selected() != number(s.want) {
			t.Errorf("step %d, %s: selected %s, want #%d", i, s.key, r.selected(), s.want)
		}
	}
}

func TestSelectionIsAlwaysInView(t *testing.T) {
	r := newRig(t, friday20()).show()
	l := r.screen.index.list
	for range 14 {
		r.key(fyne.KeyDown)
		_, y := sizes().where(&l.source.list, l.selected)
		if y < l.offset || y+sizes().row > l.offset+float64(l.Size().Height) {
			t.Errorf("row %d is out of view", l.selected)
		}
	}
}

func TestASaleThatIsNotPaidNeverShowsASlip(t *testing.T) {
	h := friday20()
	broken := h.add(13, "14:33", till.StatusPaid, core.RouteQR, 1000)
	broken.ReceiptSeq = 0 // the gateway said so, but the receipt is not on disk
	r := newRig(t, h).show()
	for range h.sales {
		s, _ := r.screen.index.list.Selected()
		p := r.screen.index.preview
		if paid := s.Status() == till.StatusPaid; p.slip.Visible() != paid || p.pdf.Visible() != paid || p.known.card.Visible() == paid {
			t.Errorf("%s, %s: slip %v, card %v, PDF %v", s.ID, s.Status(), p.slip.Visible(), p.known.card.Visible(), p.pdf.Visible())
		}
		r.key(fyne.KeyDown)
	}
}

func TestEnterOpensTheReceiptAndEscComesBackToTheSelection(t *testing.T) {
	r := newRig(t, friday20()).show()
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if !r.screen.Reading() || r.screen.view.title.Text() != "Receipt T-0408" {
		t.Fatalf("reading %v, %q", r.screen.Reading(), r.screen.view.title.Text())
	}
	r.key(fyne.KeyEscape)
	if r.screen.Reading() || r.selected() != number(8) || !r.screen.index.root.Visible() {
		t.Errorf("reading %v, selected %s", r.screen.Reading(), r.selected())
	}
}

func TestEnterOpensAnUnsettledSaleAtTheCashiers(t *testing.T) {
	r := newRig(t, friday20()).show()
	r.key(fyne.KeyDown, fyne.KeyReturn)
	if r.screen.Reading() || !slices.Equal(r.opened, []till.SaleID{number(11)}) {
		t.Errorf("reading %v, opened %v", r.screen.Reading(), r.opened)
	}
}

func TestTapSelectsAndASecondTapOpens(t *testing.T) {
	r := newRig(t, friday20()).show()
	l := r.screen.index.list
	at := &fyne.PointEvent{Position: fyne.NewPos(100, 32+56*4+20)}
	l.Tapped(at)
	if r.selected() != number(8) || r.screen.Reading() {
		t.Fatalf("selected %s, reading %v", r.selected(), r.screen.Reading())
	}
	r.now = r.now.Add(time.Second)
	if l.Tapped(at); r.screen.Reading() {
		t.Error("two slow taps opened the receipt")
	}
	r.now = r.now.Add(100 * time.Millisecond)
	if l.Tapped(at); !r.screen.Reading() {
		t.Error("two quick taps did not open the receipt")
	}
	r.screen.back()
	l.Tapped(&fyne.PointEvent{Position: fyne.NewPos(100, 10)})
	if r.selected() != number(8) {
		t.Error("a tap on a heading selects nothing")
	}
}

func TestChipsAskForTheirDays(t *testing.T) {
	h := friday20()
	h.addOn("20261119", 3, "10:00", till.StatusPaid, core.RouteQR, 5000)
	slices.SortFunc(h.sales, func(a, b till.Sale) int { return strings.Compare(string(b.ID), string(a.ID)) })
	r := newRig(t, h).show()
	f := r.screen.index.filters
	for i, want := range [][2]till.Day{{friday, friday}, {"20261119", "20261119"}, {"20261114", friday}} {
		f.ranges[i].OnTapped()
		if q := h.asked[len(h.asked)-1]; q.From != want[0] || q.To != want[1] {
			t.Errorf("chip %d asked for %s to %s", i, q.From, q.To)
		}
		for k, c := range f.ranges {
			if c.Selected() != (k == i) {
				t.Errorf("chip %d: chip %d selected %v", i, k, c.Selected())
			}
		}
	}
	if got := r.screen.index.source.list.len(); got != 13 {
		t.Errorf("seven days hold %d sales", got)
	}
}

func TestStateIsPickedWithTheKeyboard(t *testing.T) {
	r := newRig(t, friday20()).show()
	x := r.screen.index
	x.filters.status.OnTapped()
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if r.memory.Filter.Status != till.StatusUnknown || x.popover.visible || x.source.list.len() != 1 {
		t.Errorf("status %q, open %v, %d rows", r.memory.Filter.Status, x.popover.visible, x.source.list.len())
	}
	if got := x.totals.groups[1].title.Text(); got != "Still open, 1" {
		t.Errorf("totals say %q", got)
	}
	r.key(fyne.KeyEscape)
	if r.memory.Filter.Status != "" || x.source.list.len() != 12 {
		t.Error("Esc takes the filter away")
	}
	if r.screen.Press(screen.Press{Name: fyne.KeyEscape}) {
		t.Error("Esc with nothing to take away belongs to the shell")
	}
}

func TestDayIsPickedFromTheCalendar(t *testing.T) {
	h := friday20()
	r := newRig(t, h).show()
	x := r.screen.index
	x.filters.day.OnTapped()
	r.key(fyne.KeyRight) // tomorrow cannot be picked
	r.key(fyne.KeyUp, fyne.KeyLeft, fyne.KeyPageUp, fyne.KeyReturn)
	if got := r.memory.Filter; got.Range != PickedDay || got.Day != "20261012" {
		t.Fatalf("picked %+v", got)
	}
	if q := h.asked[len(h.asked)-1]; q.From != "20261012" || q.To != "20261012" {
		t.Errorf("asked for %s to %s", q.From, q.To)
	}
	if !x.empty.root.Visible() || x.card.Visible() {
		t.Error("a day without sales shows so")
	}
}

func TestTypingSearchesAfterAPause(t *testing.T) {
	h := friday20()
	r := newRig(t, h).show()
	asked := len(h.asked)
	r.screen.Press(screen.Press{Rune: '3'})
	if r.window.Canvas().Focused() == nil {
		t.Fatal("typing goes on in the field")
	}
	test.Type(r.window.Canvas().Focused(), "25")
	if len(h.asked) != asked {
		t.Fatal("asked while somebody types")
	}
	r.wait()
	if q := h.asked[len(h.asked)-1]; q.Search != "325" || len(h.asked) != asked+1 {
		t.Fatalf("asked %d times, last for %q", len(h.asked)-asked, q.Search)
	}
	if r.selected() != number(8) {
		t.Errorf("selected %s", r.selected())
	}
	r.key(fyne.KeyDown) // the field hands arrows on
	r.key(fyne.KeyEscape)
	if r.memory.Filter.Search != "" || r.screen.index.filters.search.Text() != "" {
		t.Error("Esc empties the search")
	}
}

func TestAScanIsLookedFor(t *testing.T) {
	h := friday20()
	r := newRig(t, h).show()
	r.screen.Press(screen.Press{Scan: "INV-2026-7"})
	if q := h.asked[len(h.asked)-1]; q.Search != "INV-2026-7" {
		t.Errorf("asked for %q", q.Search)
	}
}

func TestEmptyListsSayWhyAndOfferOneThing(t *testing.T) {
	h := friday20()
	h.sales = nil
	h.addOn("20261119", 1, "10:00", till.StatusPaid, core.RouteQR, 5000)
	r := newRig(t, h).show()
	e := r.screen.index.empty
	if e.title.Text() != "No sales yet today" || e.hint.Text() != "Yesterday’s 1 sale is under Yesterday." {
		t.Errorf("%q, %q", e.title.Text(), e.hint.Text())
	}
	if r.key(fyne.KeyReturn); r.fresh != 1 {
		t.Error("Enter does the one thing offered")
	}
	r.screen.index.filters.setSearch("5.000")
	if e.action.Spec().Label != "Search all days" {
		t.Errorf("offers %q", e.action.Spec().Label)
	}
	r.key(fyne.KeyReturn)
	if r.memory.Filter.Range != AllDays || r.screen.index.source.list.len() != 1 || e.root.Visible() {
		t.Error("the search did not go on over all days")
	}
}

func TestAHistoryThatCannotBeReadIsNotAnEmptyOne(t *testing.T) {
	h := friday20()
	h.fail = errors.New("disk")
	r := newRig(t, h).show()
	e := r.screen.index.empty
	if e.title.Text() != "The sales cannot be read now" || len(r.errs) == 0 {
		t.Fatalf("%q, %d errors", e.title.Text(), len(r.errs))
	}
	h.fail = nil
	r.key(fyne.KeyReturn)
	if e.root.Visible() || r.selected() != number(12) {
		t.Error("reading again did not bring the list")
	}
}

func TestAReceiptThatCannotBeReadSaysSo(t *testing.T) {
	h := friday20()
	delete(h.receipts, 412)
	r := newRig(t, h).show()
	p := r.screen.index.preview
	if p.slip.Visible() || p.pdf.Visible() || p.trouble.Text() == "" {
		t.Errorf("slip %v, PDF %v, %q", p.slip.Visible(), p.pdf.Visible(), p.trouble.Text())
	}
}

func TestAnswersToAnOlderQuestionAreDropped(t *testing.T) {
	h := friday20()
	r := newRig(t, h)
	r.slow = true
	r.show()
	r.settle()
	r.settle()
	f := r.screen.index.filters
	f.pickRange(Yesterday) // totals, sales
	f.pickRange(Today)     // totals, sales
	r.settle(3, 2, 1, 0)   // the older answers come last
	if got := r.screen.index.source.list.len(); got != 12 {
		t.Errorf("%d rows, want today's 12", got)
	}
	if got := r.screen.index.totals.groups[0].title.Text(); got != "Paid, 7 sales" {
		t.Errorf("totals say %q", got)
	}
}

func TestAnOlderReceiptIsNeverShownForANewerSelection(t *testing.T) {
	r := newRig(t, friday20())
	r.slow = true
	r.show()
	r.settle() // totals and sales; asks for receipt 412
	first := r.waiting
	r.waiting = nil
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown) // #8
	for _, f := range append(r.waiting, first...) {
		f()
	}
	if got := r.screen.index.preview.slip.content.Number; got != "T-0408" {
		t.Errorf("the slip is %s", got)
	}
}

func TestNewsOfASaleShowsAtOnce(t *testing.T) {
	h := friday20()
	r := newRig(t, h).show()
	r.key(fyne.KeyDown) // #11, waiting
	s := &h.sales[1]
	s.Version, s.Session.State, s.ReceiptSeq = 2, core.StateSuccess, 413
	rec := h.receipts[412]
	rec.Seq, rec.SaleID = 413, s.ID
	h.receipts[413] = rec
	r.screen.Refresh(s.ID)
	if p := r.screen.index.preview; !p.slip.Visible() || p.slip.content.Number != "T-0413" {
		t.Errorf("slip %v, %s", p.slip.Visible(), p.slip.content.Number)
	}
	h.add(13, "14:33", till.StatusWaiting, core.RouteQR, 1000)
	r.screen.Refresh(number(13))
	if first, _ := r.screen.index.source.list.at(0); first.ID != number(13) || r.selected() != number(11) {
		t.Errorf("first %s, selected %s", first.ID, r.selected())
	}
	if got := r.screen.index.totals.groups[0].title.Text(); got != "Paid, 8 sales" {
		t.Errorf("totals say %q", got)
	}
}

func TestWhatIsReadStaysInPlaceWhenSalesComeAbove(t *testing.T) {
	h := &fakeHistory{receipts: map[uint64]till.Receipt{}, today: friday}
	for n := 1; n <= 60; n++ {
		h.add(n, "10:00", till.StatusWaiting, core.RouteQR, int64(n)*1000)
	}
	r := newRig(t, h).show()
	l := r.screen.index.list
	for range 30 {
		r.key(fyne.KeyDown)
	}
	_, y := sizes().where(&l.source.list, l.selected)
	on := y - l.offset
	h.add(61, "10:01", till.StatusWaiting, core.RouteQR, 1000)
	r.screen.Refresh(number(61))
	if _, y := sizes().where(&l.source.list, l.selected); y-l.offset != on || r.selected() != number(30) {
		t.Errorf("the selected row moved from %v to %v, selected %s", on, y-l.offset, r.selected())
	}
}

func TestSelectionAndFilterSurviveBeingAway(t *testing.T) {
	r := newRig(t, friday20()).show()
	r.screen.index.filters.pickRange(SevenDays)
	r.key(fyne.KeyDown, fyne.KeyDown)
	r.screen.Hidden()
	r.screen.Shown()
	if r.selected() != number(10) {
		t.Errorf("selected %s", r.selected())
	}
	again := New(r.deps, r.memory)
	again.Shown()
	if !again.index.filters.ranges[2].Selected() {
		t.Error("a screen built anew forgot the filter")
	}
	if s, _ := again.index.list.Selected(); s.ID != number(10) {
		t.Errorf("a screen built anew selects %s", s.ID)
	}
}

func TestFilesAreSavedUnderTheReceiptsNumber(t *testing.T) {
	r := newRig(t, friday20()).show()
	p := r.screen.index.preview
	p.pdf.OnTapped()
	if got := p.saver.note.Text(); got != "T-0412.pdf saved in Documents" {
		t.Errorf("says %q", got)
	}
	r.wait()
	if p.saver.note.Text() != "" {
		t.Error("the line stays for ever")
	}
	r.key(fyne.KeyReturn)
	r.screen.view.buttons[1].OnTapped()
	r.screen.view.transaction.OnTapped()
	if !slices.Equal(r.saved, []string{"T-0412.pdf", "T-0412.png"}) || r.copied != "8F2K-71QD-0446" {
		t.Errorf("saved %v, copied %q", r.saved, r.copied)
	}
	r.key(fyne.KeyReturn)
	if !slices.Equal(r.printed, []till.SaleID{number(12)}) {
		t.Errorf("printed %v", r.printed)
	}
}

func TestWithoutAPrinterNothingSpeaksOfPrinting(t *testing.T) {
	r := newRig(t, friday20())
	r.deps.Print = nil
	r.show()
	r.key(fyne.KeyReturn)
	if r.screen.index.preview.copy != nil || len(r.screen.view.buttons) != 2 {
		t.Error("there is a button to print")
	}
	if r.key(fyne.KeyReturn); !slices.Equal(r.saved, []string{"T-0412.pdf"}) {
		t.Errorf("Enter saved %v", r.saved)
	}
}

func TestAFileThatIsNotSavedIsSaidToBeMissing(t *testing.T) {
	r := newRig(t, friday20())
	r.deps.Save = func(context.Context, string, []byte) (string, error) { return "", errors.New("disk full") }
	r.show()
	p := r.screen.index.preview
	p.pdf.OnTapped()
	if p.saver.note.Text() != "Not saved. Check the disk." || len(r.errs) != 1 {
		t.Errorf("says %q, %d errors", p.saver.note.Text(), len(r.errs))
	}
	if r.wait(); p.saver.note.Text() == "" {
		t.Error("what went wrong must stay until somebody does something")
	}
}

func TestTwoTapsPrintOneCopy(t *testing.T) {
	r := newRig(t, friday20()).show()
	r.slow = true
	r.screen.index.preview.copy.OnTapped()
	r.screen.index.preview.copy.OnTapped()
	r.settle()
	if len(r.printed) != 1 {
		t.Errorf("%d copies printed", len(r.printed))
	}
}

func TestAPageThatCannotBeReadIsSaidAndReadAgainOnATap(t *testing.T) {
	h := &fakeHistory{receipts: map[uint64]till.Receipt{}, today: friday}
	for n := 1; n <= 3*pageSize; n++ {
		h.add(n, "10:00", till.StatusWaiting, core.RouteQR, 1000)
	}
	r := newRig(t, h).show()
	x := r.screen.index
	h.fail = errors.New("disk")
	asked := len(h.asked)
	for range 2 * pageSize {
		r.key(fyne.KeyDown)
	}
	if n := len(h.asked) - asked; n != 1 {
		t.Errorf("asked %d times for what cannot be read", n)
	}
	if !x.trouble.root.Visible() || x.empty.root.Visible() || x.source.list.len() == 0 {
		t.Error("the bar is missing, or what was read is gone")
	}
	h.fail = nil
	x.trouble.again.OnTapped()
	if x.trouble.root.Visible() {
		t.Error("the bar stays")
	}
	for range 2 * pageSize {
		r.key(fyne.KeyDown)
	}
	if x.source.list.len() != 3*pageSize {
		t.Errorf("%d rows", x.source.list.len())
	}
}

func TestFiguresThatMayBeOldAreNotShown(t *testing.T) {
	h := friday20()
	r := newRig(t, h).show()
	h.fail = errors.New("disk")
	r.screen.Refresh(number(12))
	if x := r.screen.index; x.totals.shows(x.totals.groups[0]) || !x.trouble.root.Visible() {
		t.Error("totals are shown that could not be counted")
	}
}

func TestAnOpenReceiptHearsNews(t *testing.T) {
	h := friday20()
	r := newRig(t, h).show()
	r.key(fyne.KeyReturn)
	before := len(r.screen.view.facts.times)
	s := &h.sales[0]
	s.Version++
	s.Facts = append(s.Facts, till.Fact{At: s.CreatedAt, Code: till.FactToManager})
	r.screen.Refresh(s.ID)
	if got := len(r.screen.view.facts.times); got != before+1 {
		t.Errorf("%d lines, want %d", got, before+1)
	}
}

func TestDaysToComeCannotBePicked(t *testing.T) {
	var picked []till.Day
	r := newRig(t, friday20())
	c := newCalendar(r.deps, friday, func(d till.Day) { picked = append(picked, d) }, func() {})
	for i, cell := range c.days {
		if day := c.dayAt(i); day.Day() == 21 && day.Month() == time.November {
			cell.Tapped(nil)
			c.take(day)
		}
		if day := c.dayAt(i); day.Day() == 19 && day.Month() == time.November {
			cell.Tapped(nil)
		}
	}
	if !slices.Equal(picked, []till.Day{"20261119"}) {
		t.Errorf("picked %v", picked)
	}
	if !c.next.Disabled() {
		t.Error("the next month can be turned to")
	}
}

func TestWeeksBeginWhereTheLanguageHasThem(t *testing.T) {
	for lang, want := range map[string]time.Weekday{words.English: time.Monday, words.Arabic: time.Saturday, words.French: time.Monday} {
		c := newCalendar(build(t, friday20(), lang).deps, friday, func(till.Day) {}, func() {})
		for column := range 7 {
			if got := c.dayAt(column).Weekday(); got != (want+time.Weekday(column))%7 {
				t.Errorf("%s: column %d is %s", lang, column, got)
			}
		}
	}
}

func TestDifferentCurrenciesAreNeverAddedUp(t *testing.T) {
	h := friday20()
	h.sales[0].Amount.Currency = "USD"
	r := newRig(t, h).show()
	paid := r.screen.index.totals.groups[0]
	if none := of([]till.Total{{Group: till.GroupPaid, Currency: "USD"}}, till.GroupPaid, "LYD"); len(none) != 1 || none[0].Currency != "LYD" {
		t.Errorf("nothing paid is shown as %+v", none)
	}
	if len(paid.sums) != 2 || paid.sums[0].Number() != "1238.250" || paid.sums[1].Number() != "125.00" {
		t.Errorf("%d sums", len(paid.sums))
	}
}

func TestEveryLanguageBuildsTheScreens(t *testing.T) {
	for _, lang := range words.Languages() {
		theme.Use(theme.Look{Still: true, RTL: lang == words.Arabic})
		r := build(t, friday20(), lang).show()
		x := r.screen.index
		x.filters.status.OnTapped()
		r.key(fyne.KeyEscape)
		x.filters.route.OnTapped()
		r.key(fyne.KeyEscape)
		x.filters.day.OnTapped()
		r.key(fyne.KeyEscape)
		for range r.history.sales {
			r.key(fyne.KeyDown)
		}
		r.key(fyne.KeyReturn)
		walk(r.screen.Object(), func(text string) {
			if strings.Contains(text, "⟨") {
				t.Errorf("%s: %s", lang, text)
			}
		})
	}
	theme.Use(theme.Look{})
}
