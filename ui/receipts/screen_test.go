package receipts

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/receipts/source"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// wholeTill is a till as ui/app hands it to the screens.
type wholeTill struct {
	*till.Till
	*till.Staff
	*till.Refunds
}

func (t wholeTill) Settings() journal.Settings { return t.Staff.Settings() }

var (
	_ History          = wholeTill{}
	_ source.Returner  = wholeTill{}
	_ source.GiverBack = wholeTill{}
)

func number(n int) journal.SaleID { return journal.NewSaleID(friday, n) }

func TestNewestSaleIsSelectedWithItsSlip(t *testing.T) {
	r := newHarness(t, friday20()).show()
	if r.selected() != number(12) {
		t.Fatalf("selected %s", r.selected())
	}
	p := r.screen.index.preview
	if !p.slip.Visible() || p.known.card.Visible() {
		t.Error("a paid sale shows its slip and nothing else")
	}
	if got, _ := p.proof.content().Value("transaction"); p.shows() != "T-0412" || got != "8F2K-71QD-0446" {
		t.Errorf("the slip shows %q", got)
	}
}

// shows is the number of the receipt on the paper.
func (p *preview) shows() string {
	c := p.proof.content()
	if !reflect.DeepEqual(p.slip.Slip(), c.Brief().View()) {
		return "another one than is read"
	}
	return c.Number
}

func TestKeysMoveTheSelection(t *testing.T) {
	r := newHarness(t, friday20()).show()
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
	r := newHarness(t, friday20()).show()
	l := r.screen.index.list
	for range 14 {
		r.key(fyne.KeyDown)
		_, y := sizes().Where(&l.source.List, l.selected)
		if y < l.offset || y+sizes().Row > l.offset+float64(l.Size().Height) {
			t.Errorf("row %d is out of view", l.selected)
		}
	}
}

func TestASaleThatIsNotPaidNeverShowsASlip(t *testing.T) {
	h := friday20()
	broken := h.add(13, "14:33", journal.StatusPaid, core.RouteQR, 1000)
	broken.ReceiptSeq = 0 // the gateway said so, but the receipt is not on disk
	r := newHarness(t, h).show()
	for range h.sales {
		s, _ := r.screen.index.list.Selected()
		p := r.screen.index.preview
		if paid := s.Status() == journal.StatusPaid; p.slip.Visible() != paid || p.pdf.Visible() != paid || p.known.card.Visible() == paid {
			t.Errorf("%s, %s: slip %v, card %v, PDF %v", s.ID, s.Status(), p.slip.Visible(), p.known.card.Visible(), p.pdf.Visible())
		}
		r.key(fyne.KeyDown)
	}
}

func TestEnterOpensTheReceiptAndEscComesBackToTheSelection(t *testing.T) {
	r := newHarness(t, friday20()).show()
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
	r := newHarness(t, friday20()).show()
	r.key(fyne.KeyDown, fyne.KeyReturn)
	if r.screen.Reading() || !slices.Equal(r.opened, []journal.SaleID{number(11)}) {
		t.Errorf("reading %v, opened %v", r.screen.Reading(), r.opened)
	}
}

func TestTapSelectsAndASecondTapOpens(t *testing.T) {
	r := newHarness(t, friday20()).show()
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

func TestSelectionAndFilterSurviveBeingAway(t *testing.T) {
	r := newHarness(t, friday20()).show()
	r.screen.index.filters.pickRange(filter.SevenDays)
	r.key(fyne.KeyDown, fyne.KeyDown)
	r.screen.Hidden()
	r.screen.Shown()
	if r.selected() != number(10) {
		t.Errorf("selected %s", r.selected())
	}
	again := New(r.env, r.deps, r.memory)
	again.Shown()
	if !again.index.filters.ranges[2].Selected() {
		t.Error("a screen built anew forgot the filter")
	}
	if s, _ := again.index.list.Selected(); s.ID != number(10) {
		t.Errorf("a screen built anew selects %s", s.ID)
	}
}

func TestFilesAreSavedUnderTheReceiptsNumber(t *testing.T) {
	r := newHarness(t, friday20()).show()
	p := r.screen.index.preview
	p.pdf.OnTapped()
	if got := p.saver.note.Text(); got != "Saved: Documents/T-0412.pdf" {
		t.Errorf("says %q", got)
	}
	r.wait()
	if p.saver.note.Text() != "" {
		t.Error("the line stays for ever")
	}
	r.key(fyne.KeyReturn)
	r.screen.view.more.OnTapped()
	r.key(fyne.KeyReturn)
	r.screen.view.more.OnTapped()
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if !slices.Equal(r.saved, []string{"T-0412.pdf", "T-0412.png"}) || r.copied != "8F2K-71QD-0446" {
		t.Errorf("saved %v, copied %q", r.saved, r.copied)
	}
	r.key(fyne.KeyReturn)
	if !slices.Equal(r.printed, []journal.SaleID{number(12)}) {
		t.Errorf("printed %v", r.printed)
	}
}

func TestWithoutAPrinterNothingSpeaksOfPrinting(t *testing.T) {
	r := newHarness(t, friday20())
	r.deps.Paper.Print = nil
	r.show()
	r.key(fyne.KeyReturn)
	if r.screen.index.preview.copy != nil || len(r.screen.view.buttons) != 1 {
		t.Error("there is a button to print")
	}
	if r.key(fyne.KeyReturn); !slices.Equal(r.saved, []string{"T-0412.pdf"}) {
		t.Errorf("Enter saved %v", r.saved)
	}
}

func TestTwoTapsPrintOneCopy(t *testing.T) {
	r := newHarness(t, friday20()).show()
	r.slow = true
	r.screen.index.preview.copy.OnTapped()
	r.screen.index.preview.copy.OnTapped()
	r.answerQuestions()
	if len(r.printed) != 1 {
		t.Errorf("%d copies printed", len(r.printed))
	}
}

func TestDifferentCurrenciesAreNeverAddedUp(t *testing.T) {
	h := friday20()
	h.sales[0].Amount.Currency = "USD"
	r := newHarness(t, h).show()
	paid := r.screen.index.totals.groups[0]
	if none := of([]journal.Total{{Group: journal.GroupPaid, Currency: "USD"}}, journal.GroupPaid, "LYD"); len(none) != 1 || none[0].Currency != "LYD" {
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
