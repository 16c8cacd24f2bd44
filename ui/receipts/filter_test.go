package receipts

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/receipts/filter"
)

func TestFilterAsksForItsDays(t *testing.T) {
	cases := []struct {
		name  string
		f     filter.Filter
		today journal.Day
		want  journal.SaleQuery
	}{
		{"today", filter.Filter{}, "20261120", journal.SaleQuery{From: "20261120", To: "20261120"}},
		{"yesterday", filter.Filter{Range: filter.Yesterday}, "20261120", journal.SaleQuery{From: "20261119", To: "20261119"}},
		{"yesterday over a year", filter.Filter{Range: filter.Yesterday}, "20270101", journal.SaleQuery{From: "20261231", To: "20261231"}},
		{"seven days", filter.Filter{Range: filter.SevenDays}, "20260303", journal.SaleQuery{From: "20260225", To: "20260303"}},
		{"picked", filter.Filter{Range: filter.PickedDay, Day: "20240229"}, "20261120", journal.SaleQuery{From: "20240229", To: "20240229"}},
		{"all", filter.Filter{Range: filter.AllDays}, "20261120", journal.SaleQuery{}},
		{"narrow", filter.Filter{Status: journal.StatusUnknown, Route: core.RouteQR, Search: "12.5"}, "20261120",
			journal.SaleQuery{From: "20261120", To: "20261120", Status: journal.StatusUnknown, Route: core.RouteQR, Search: "12.5"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := c.f.Query(c.today); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestEveryStatusHasALookAndOnlyPaidLooksPaid(t *testing.T) {
	for _, s := range append(journal.Statuses(), "a status of tomorrow") {
		look := present.Status(s)
		if (look.Key == "state.paid") != (s == journal.StatusPaid) {
			t.Errorf("%s is called %s", s, look.Key)
		}
		if look.State == present.Status(journal.StatusPaid).State && s != journal.StatusPaid {
			t.Errorf("%s has the shape of paid", s)
		}
		if look.Key == "" || meaning(s) == "" {
			t.Errorf("%s: no words", s)
		}
	}
	if present.Status("a status of tomorrow").Key != "state.unknown" || meaning("a status of tomorrow") != "unknown" {
		t.Error("an unheard-of status must be shown as not known")
	}
}
