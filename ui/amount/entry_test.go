package amount

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/money"
)

func keyed(currency, keys string) Entry {
	e := NewEntry(currency)
	for _, r := range keys {
		e.Type(r)
	}
	return e
}

func TestEntryShowsWhatWouldBeCharged(t *testing.T) {
	for _, c := range []struct {
		currency, keys, want string
		untyped              int
	}{
		{"LYD", "", "0.000", 5},
		{"LYD", "12", "12.000", 4},
		{"LYD", "12.", "12.000", 3},
		{"LYD", "12.5", "12.500", 2},
		{"LYD", "12,5", "12.500", 2},
		{"LYD", "١٢٫٥", "12.500", 2},
		{"LYD", "۱۲.۵", "12.500", 2},
		{"LYD", "12.5.5", "12.550", 1},
		{"LYD", "12.5009", "12.500", 0},
		{"LYD", ".5", "0.500", 2},
		{"LYD", "007", "7.000", 4},
		{"LYD", "0.05", "0.050", 1},
		{"LYD", "1234567890", "123456789.000", 4},
		{"LYD", "1x2", "12.000", 4},
		{"EUR", "3.999", "3.99", 0},
		{"JPY", "300.5", "3005", 0},
		{"???", "12", "", 0},
	} {
		e := keyed(c.currency, c.keys)
		if got := e.Text(); got != c.want || e.Untyped() != c.untyped {
			t.Errorf("%s %q: %q with %d untyped, want %q with %d", c.currency, c.keys, got, e.Untyped(), c.want, c.untyped)
		}
	}
}

func TestThousandIsWholeOrNothing(t *testing.T) {
	for _, c := range []struct {
		keys string
		ok   bool
		want string
	}{
		{"12", true, "12000.000"},
		{"", false, "0.000"},
		{"1234567", false, "1234567.000"},
		{"5.", true, "5.000"},
		{"5.1", false, "5.100"},
	} {
		e := keyed("LYD", c.keys)
		before := e
		if e.Thousand(); (e != before) != c.ok || e.Text() != c.want {
			t.Errorf("%q: %v %q, want %v %q", c.keys, e != before, e.Text(), c.ok, c.want)
		}
	}
}

func TestEntryHoldsAnAmount(t *testing.T) {
	for minor, want := range map[int64]string{12500: "12.5", 12000: "12", 5: "0.005", 0: "", -5: ""} {
		e := EntryOf(money.Amount{Minor: minor, Currency: "LYD"})
		got := e.whole
		if e.point {
			got += "." + e.fraction
		}
		if got != want {
			t.Errorf("%d: holds %q, want %q", minor, got, want)
		}
	}
}

func TestBackspaceUndoesEachKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.StringOfN(rapid.RuneFrom([]rune("0123456789.,٣")), 0, 16, -1).Draw(t, "keys")
		e := NewEntry("LYD")
		for _, r := range keys {
			before := e
			taken := e.Type(r)
			if !taken && e != before {
				t.Fatalf("%q was refused and yet changed the entry", r)
			}
			if taken {
				undone := e
				if undone.Backspace(); undone == e || (undone != before && before.whole != "0") {
					t.Fatalf("backspace after %q: %+v, want %+v", r, undone, before)
				}
			}
			if whole, _, _ := strings.Cut(e.Text(), "."); len(whole) > maxWhole {
				t.Fatalf("%d digits before the point", len(whole))
			}
			parsed, err := money.Parse(e.Text(), "LYD")
			if err != nil || parsed != e.Amount() {
				t.Fatalf("%s reads back as %v, %v", e.Text(), parsed, err)
			}
		}
	})
}
