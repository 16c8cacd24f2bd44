package receipts

import (
	"context"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// forgetful keeps sums of sales that it no longer has.
type forgetful struct {
	*fakeHistory
	last   journal.Day
	totals []journal.Total
}

func (h forgetful) Gone(_ context.Context, q journal.SaleQuery) (journal.Day, error) {
	if q.From != "" && q.From > h.last {
		return "", nil
	}
	return h.last, nil
}

func (h forgetful) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	all, err := h.fakeHistory.Totals(ctx, q)
	if q.From == "" || q.From <= h.last {
		all = append(all, h.totals...)
	}
	return all, err
}

// TestSumsOfSalesThatAreGoneSaySo: a list of days whose sales are no longer kept is not one
// without sales; its sums are shown, and below it stands why they have no rows.
func TestSumsOfSalesThatAreGoneSaySo(t *testing.T) {
	for _, lang := range words.Languages() {
		theme.Use(theme.Look{Still: true, RTL: lang == words.Arabic})
		r := build(t, friday20(), lang)
		r.deps.History = forgetful{r.history, "20250930", []journal.Total{{Group: journal.GroupPaid, Currency: "LYD", Count: 3, Minor: 4_321_500}}}
		r.memory.Filter = filter.Filter{Range: filter.PickedSpan, Day: "20250901", Last: "20250930"}
		r.show()
		x := r.screen.index
		said := r.env.Words.T("receipts.gone", "day", date(r.env, "20250930"))
		seen := uitest.Words(r.window.Canvas().Content())
		if x.empty.Root.Visible() || x.card.Hidden || !strings.Contains(seen, "4 321 .500") || x.gone.Text() != said {
			t.Errorf("%s: the list says %s", lang, seen)
		}
		uitest.Picture(t, r.window, "gone-"+lang)
		r.memory.Filter = filter.Filter{Range: filter.AllDays}
		x.filters.apply()
		if seen = uitest.Words(r.window.Canvas().Content()); x.gone.Text() != said || len(x.list.inView()) == 0 {
			t.Errorf("%s: all days, with %d rows: %s", lang, len(x.list.inView()), seen)
		}
		uitest.Picture(t, r.window, "gone-some-"+lang)
		r.memory.Filter = filter.Filter{}
		x.filters.apply()
		if seen = uitest.Words(r.window.Canvas().Content()); x.gone.Text() != "" {
			t.Errorf("%s: of today it says %s", lang, seen)
		}
	}
	theme.Use(theme.Look{})
	h := &fakeHistory{receipts: map[uint64]journal.Receipt{}, today: friday}
	h.addOn("20261119", 1, "10:00", journal.StatusPaid, core.RouteQR, 5000)
	r := newHarness(t, h)
	r.deps.History = forgetful{h, "20250930", nil}
	if r.show(); !r.screen.index.empty.Root.Visible() {
		t.Error("a day without sales is no longer one")
	}
}
