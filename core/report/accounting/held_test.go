package accounting_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/accounting"
)

func euro(at time.Time, text string, minor int64) accounting.Entry {
	return accounting.Entry{Date: at, Number: "Z-0001", Text: text, Currency: "EUR",
		Lines: []accounting.Line{{Account: numbered.Cash, Minor: minor}, {Account: numbered.Sales, Minor: -minor}}}
}

func taken(route core.Route, minor int64) journal.Taken {
	return journal.Taken{TakenKey: journal.TakenKey{Route: route, Currency: "LYD"}, Number: 1, Minor: minor}
}

// TestDATEVHoldsOneYear: its rows have a day and a month, and take the year from the head.
func TestDATEVHoldsOneYear(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 12, 0, 0, 0, tripoli) }
	for name, c := range map[string]struct {
		begins time.Time
		last   time.Time
		want   report.Code
	}{
		"one year":                {time.Time{}, day(2025, 12, 31), ""},
		"into the next":           {time.Time{}, day(2026, 1, 2), report.CodeYear},
		"a year from July":        {day(2025, 7, 1), day(2026, 6, 30), ""},
		"into the next from July": {day(2025, 7, 1), day(2026, 7, 1), report.CodeYear},
	} {
		var out bytes.Buffer
		o := accounting.Options{Accounts: numbered, Zone: tripoli, Now: day(2026, 8, 1),
			Adviser: 1001, Client: 7, YearBegins: c.begins}
		all := []accounting.Entry{euro(day(2025, 12, 30), "Shop", 100), euro(c.last, "Shop", 100)}
		err := accounting.Write(&out, accounting.DATEV, all, o)
		if report.CodeOf(err) != c.want || (err != nil) != (out.Len() == 0) {
			t.Errorf("%s: %v, %d bytes", name, err, out.Len())
		}
	}
}

// TestDATEVHoldsTenDigits before the point.
func TestDATEVHoldsTenDigits(t *testing.T) {
	at := time.Date(2026, 3, 4, 12, 0, 0, 0, tripoli)
	o := accounting.Options{Accounts: numbered, Zone: tripoli, Now: at, Adviser: 1001, Client: 7}
	const most = 999_999_999_999
	for minor, want := range map[int64]report.Code{most: "", most + 1: report.CodeRange, math.MaxInt64: report.CodeRange} {
		var out bytes.Buffer
		err := accounting.Write(&out, accounting.DATEV, []accounting.Entry{euro(at, "Shop", minor)}, o)
		if report.CodeOf(err) != want || (err != nil) != (out.Len() == 0) {
			t.Errorf("%d: %v", minor, err)
		}
	}
}

// TestDATEVTakesNoSignThatEndsAFile: Windows-1252 has no Arabic, and no place for the sign
// 1A, at which old programs end a file.
func TestDATEVTakesNoSignThatEndsAFile(t *testing.T) {
	var out bytes.Buffer
	at := time.Date(2026, 3, 4, 12, 0, 0, 0, tripoli)
	o := accounting.Options{Accounts: numbered, Zone: tripoli, Now: at, Adviser: 1001, Client: 7}
	all := []accounting.Entry{euro(at, "سوق النور Café", 100)}
	if err := accounting.Write(&out, accounting.DATEV, all, o); err != nil {
		t.Fatal(err)
	}
	text, err := charmap.Windows1252.NewDecoder().String(out.String())
	steers := func(r rune) bool { return r < ' ' && r != '\r' && r != '\n' }
	if err != nil || strings.ContainsFunc(text, steers) || !strings.Contains(text, "Café") {
		t.Errorf("%v: %q", err, text)
	}
}

// TestAZStandsOnTheDayOfTheBooks, where the clock was set back, and a statement on its last
// day wherever the shop is, also on one that begins at 1 h.
func TestAZStandsOnTheDayOfTheBooks(t *testing.T) {
	for _, zone := range []string{"Africa/Tripoli", "America/Bogota", "Pacific/Auckland", "Africa/Cairo"} {
		at, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		b := accounting.Book{Accounts: accounting.Usual(), Zone: at}
		all, err := b.Z(journal.Z{Seq: 5, At: time.Date(2020, 1, 1, 9, 0, 0, 0, at), Booked: "20250425",
			Taken: []journal.Taken{taken("qr", 1000)}})
		s := settlement("LYD")
		s.To = "20250425"
		e, ok, err2 := b.Settlement(s)
		if err != nil || err2 != nil || !ok {
			t.Fatal(ok, err, err2)
		}
		for _, e := range append(all, e) {
			if got := e.Date.In(at).Format("20060102"); got != "20250425" {
				t.Errorf("%s: %s stands on %s", zone, e.Number, got)
			}
		}
	}
}

// TestSumsThatOverflowAreNoEntry, though both of their sides do.
func TestSumsThatOverflowAreNoEntry(t *testing.T) {
	b := accounting.Book{Accounts: accounting.Usual()}
	z := journal.Z{Seq: 1, Taken: []journal.Taken{taken("qr", math.MaxInt64), taken("qr", math.MaxInt64)}}
	if all, err := b.Z(z); report.CodeOf(err) != report.CodeRange {
		t.Errorf("%+v, %v", all, err)
	}
}
