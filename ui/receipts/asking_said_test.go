package receipts

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestAChipSaysDaysAsTheSentenceDid: a name where the sentence had one, days where
// it had days.
func TestAChipSaysDaysAsTheSentenceDid(t *testing.T) {
	for _, c := range []struct{ lang, asked, chips string }{
		{words.English, "last 7 days", "Last 7 days"},
		{words.English, "7 days", "Last 7 days"},
		{words.English, "this week", "This week"},
		{words.English, "last month", "Last month"},
		{words.English, "november", "November 2026"},
		{words.English, "october 2025", "October 2025"},
		{words.English, "20/11", "20 Nov 2026"},
		{words.French, "7 derniers jours", "7 derniers jours"},
		{words.Arabic, "آخر 7 أيام", "آخر 7 أيام"},
	} {
		t.Cleanup(func() { theme.Use(theme.Look{}) })
		theme.Use(theme.Look{Still: true, RTL: c.lang == words.Arabic})
		r := build(t, friday20(), c.lang).show()
		r.ask(c.asked)
		if got := r.chips(); got != c.chips {
			t.Errorf("%q: the chip says %q, want %q", c.asked, got, c.chips)
		}
	}
}

// TestTheCrossEmptiesTheSearch, and is there only while there is something to
// empty.
func TestTheCrossEmptiesTheSearch(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	field := r.screen.index.filters.search
	cross := func() (found *control.Tool) {
		for _, one := range uitest.All[*control.Tool](field) {
			if one.Icon() == "close" {
				found = one
			}
		}
		return found
	}
	if cross() != nil {
		t.Error("an empty field has a cross")
	}
	usual := r.chips()
	r.ask("wallet")
	if cross() == nil {
		t.Fatal("there is no cross")
	}
	if m := cross().Size(); m.Width < theme.ChipHeight || m.Height < theme.ChipHeight {
		t.Errorf("the cross is %v", m)
	}
	test.Tap(cross())
	r.wait()
	if field.Text() != "" || r.memory.Filter.Search != "" || r.chips() != usual || cross() != nil {
		t.Errorf("afterwards %q, searched %q, chips %s", field.Text(), r.memory.Filter.Search, r.chips())
	}
	if q := h.asked[len(h.asked)-1]; q.Route != "" || q.Search != "" {
		t.Errorf("afterwards asked for %+v", q)
	}
}
