package journal

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// TestQuartersLieInOneHour of every zone's clock, through summer and winter, in
// whole hours and in broken ones.
func TestQuartersLieInOneHour(t *testing.T) {
	for _, name := range []string{"UTC", "Africa/Tripoli", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
		"Pacific/Chatham", "Pacific/Apia", "Africa/Casablanca"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() == 2026; at = at.Add(7*time.Minute + 13*time.Second) {
			q := QuarterOf(at)
			if q.Hour(zone) != at.In(zone).Hour() {
				t.Fatalf("%s: %v is %d o'clock, its quarter %d", name, at, at.In(zone).Hour(), q.Hour(zone))
			}
			if since := at.Sub(q.Time()); since < 0 || since >= 15*time.Minute {
				t.Fatalf("%v lies %v after its quarter began", at, since)
			}
		}
	}
	for at, want := range map[int64]Quarter{0: 0, 899: 0, 900: 1, -1: -1, -900: -1, -901: -2} {
		if got := QuarterOf(time.Unix(at, 0)); got != want {
			t.Errorf("%d seconds are in quarter %d, want %d", at, got, want)
		}
	}
}

func TestFigureKeyOf(t *testing.T) {
	at := time.Date(2026, 11, 20, 23, 59, 59, 0, time.FixedZone("shop", 2*3600))
	s := Sale{ID: "20261120-000003", CreatedAt: at, Route: core.RouteWallet, Cashier: "Amal", Step: StepRejected, Amount: money.Amount{Minor: 5, Currency: "LYD"}}
	want := FigureKey{"20261120", QuarterOf(at), core.RouteWallet, StatusNotOpened, "Amal", "LYD"}
	if got := FigureKeyOf(s); got != want || want.Quarter.Time().Format("15:04") != "21:45" {
		t.Errorf("%+v, want %+v", got, want)
	}
	later := want
	later.Currency = "USD"
	if want.Compare(later) >= 0 || later.Compare(want) <= 0 || want.Compare(want) != 0 {
		t.Error("the currency does not decide between keys that are the same otherwise")
	}
}

func TestAmountsHas(t *testing.T) {
	for _, c := range []struct {
		a        Amounts
		minor    int64
		currency string
		want     bool
	}{
		{Amounts{}, 5, "LYD", true},
		{Amounts{Min: 9, Max: 9}, 5, "LYD", true}, // limits of no currency
		{Amounts{Currency: "LYD"}, 5, "LYD", true},
		{Amounts{Currency: "LYD"}, -5, "LYD", true},
		{Amounts{Currency: "LYD"}, 5, "USD", false},
		{Amounts{Currency: "LYD", Min: 5, Max: 5}, 5, "LYD", true},
		{Amounts{Currency: "LYD", Min: 6}, 5, "LYD", false},
		{Amounts{Currency: "LYD", Max: 4}, 5, "LYD", false},
		{Amounts{Currency: "LYD", Max: 4}, 0, "LYD", true},
		{Amounts{Currency: "LYD", Max: 4}, -1, "LYD", false},
		{Amounts{Currency: "LYD", Min: 6, Max: 4}, 5, "LYD", false},
	} {
		if got := c.a.Has(c.minor, c.currency); got != c.want {
			t.Errorf("%+v has %d %s: %v", c.a, c.minor, c.currency, got)
		}
	}
}
