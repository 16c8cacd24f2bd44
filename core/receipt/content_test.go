package receipt

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

func TestLinesStandInOrder(t *testing.T) {
	r := sample()
	r.Reference = "INV-7"
	c := NewContent(r, Copy{}, english{})
	want := []Line{
		{LineNumber, "Receipt", "T-0412"},
		{LineCashier, "Cashier", "Samira"},
		{LineTime, "Time", "20 Nov 2026, 14:31:20"},
		{LineSale, "Sale", "TILL-261120-012"},
		{LineTransaction, "Transaction", "8F2K-71QD-0446"},
		{LinePaidFrom, "Paid from", "•••• 4417"},
		{LineBank, "Bank", "First Practice Bank"},
		{LineReference, "Reference", "INV-7"},
	}
	if diff := cmp.Diff(want, c.Lines); diff != "" {
		t.Error(diff)
	}
	if want := (Sum{"12", ".500", "LYD"}); c.Sum != want {
		t.Errorf("sum %+v", c.Sum)
	}
	if c.Shop != "Al Noor Market" || c.Under != "Till 2, Tripoli" || c.Copy != "" {
		t.Errorf("heading %q, %q, copy %q", c.Shop, c.Under, c.Copy)
	}
}

func TestWhatAReceiptSaysOfEachCase(t *testing.T) {
	cases := []struct {
		name   string
		change func(*journal.Receipt)
		kind   Kind
		value  string
		there  bool
	}{
		{"no transaction yet", func(r *journal.Receipt) { r.TransactionID = "" }, LineTransaction, Blank, true},
		{"transaction of spaces", func(r *journal.Receipt) { r.TransactionID = " \n" }, LineTransaction, Blank, true},
		{"paid by QR", func(r *journal.Receipt) { r.Payer, r.Route = "", core.RouteQR }, LinePaidFrom, "QR", true},
		{"account unknown", func(r *journal.Receipt) { r.Payer = "" }, LinePaidFrom, Blank, true},
		{"no bank", func(r *journal.Receipt) { r.Institution = "" }, LineBank, "", false},
		{"no reference", func(*journal.Receipt) {}, LineReference, "", false},
		{"no cashier", func(r *journal.Receipt) { r.Cashier = "" }, LineCashier, "", false},
		{"large number", func(r *journal.Receipt) { r.Seq = 1234567 }, LineNumber, "T-1234567", true},
		{"line feed in a reference", func(r *journal.Receipt) { r.Reference = "A\nB\u202eC" }, LineReference, "A BC", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := sample()
			c.change(&r)
			got, ok := NewContent(r, Copy{}, english{}).Value(c.kind)
			if got != c.value || ok != c.there {
				t.Errorf("%s = %q, %v; want %q, %v", c.kind, got, ok, c.value, c.there)
			}
		})
	}
}

func TestOnlyLiveMoneyIsWithoutTheMark(t *testing.T) {
	for _, env := range []core.Environment{core.Sandbox, core.Live, "", "staging"} {
		r := sample()
		r.Environment = env
		c := NewContent(r, Copy{}, english{})
		marked := c.Mark == "TEST" && slices.Contains(c.Notes, "Practice: no money moved")
		if marked == (env == core.Live) {
			t.Errorf("%q: mark %q, notes %q", env, c.Mark, c.Notes)
		}
	}
}

func TestLateMoneyIsSaidToBeLate(t *testing.T) {
	r := sample()
	if c := NewContent(r, Copy{}, english{}); len(c.Notes) != 0 {
		t.Errorf("notes %q", c.Notes)
	}
	r.Late = true
	if c := NewContent(r, Copy{}, english{}); !slices.Equal(c.Notes, []string{"Paid late"}) {
		t.Errorf("notes %q", c.Notes)
	}
}

func TestCopyNamesWhoAndWhen(t *testing.T) {
	c := NewContent(sample(), Copy{Number: 2, By: "Samira", At: settled}, english{})
	if want := "COPY 2 · Samira · 20 Nov 2026, 14:31:20"; c.Copy != want {
		t.Errorf("got %q, want %q", c.Copy, want)
	}
	if c := NewContent(sample(), Copy{Number: 1}, english{}); c.Copy != "COPY 1" {
		t.Errorf("got %q", c.Copy)
	}
}

func TestTillIsCalledByItsNameOrNumber(t *testing.T) {
	cases := []struct{ till, place, want string }{
		{"2", "Tripoli", "Till 2, Tripoli"}, {"Front desk", "Tripoli", "Front desk, Tripoli"},
		{"2", "", "Till 2"}, {"٢", "", "Till ٢"}, {"", "Tripoli", "Tripoli"}, {"", "", ""},
	}
	for _, c := range cases {
		r := sample()
		r.Till, r.Place = c.till, c.place
		if got := NewContent(r, Copy{}, english{}).Under; got != c.want {
			t.Errorf("%q, %q: got %q, want %q", c.till, c.place, got, c.want)
		}
	}
}

func TestBriefLeavesTheProofAlone(t *testing.T) {
	whole := NewContent(sample(), Copy{}, english{})
	brief := whole.Brief()
	for _, k := range []Kind{LineTime, LineSale, LineTransaction, LinePaidFrom, LineBank} {
		a, _ := whole.Value(k)
		if b, ok := brief.Value(k); !ok || a != b {
			t.Errorf("%s: %q, %v", k, b, ok)
		}
	}
	if _, ok := brief.Value(LineNumber); ok {
		t.Error("the number is still there")
	}
	if _, ok := whole.Value(LineNumber); !ok {
		t.Error("Brief changed the content it was made from")
	}
}

func TestAmountKeepsEveryDigit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := sample()
		r.Amount = money.Amount{
			Minor:    rapid.Int64Min(1).Draw(t, "minor"),
			Currency: rapid.SampledFrom([]string{"LYD", "USD", "JPY"}).Draw(t, "currency"),
		}
		s := NewContent(r, Copy{}, english{}).Sum
		if got := strings.Join(groups(s.Whole), "") + s.Fraction; got != r.Amount.Major() {
			t.Fatalf("%s became %s", r.Amount.Major(), got)
		}
		for i, g := range groups(s.Whole) {
			if len(g) > 3 || i > 0 && len(g) != 3 {
				t.Fatalf("group %q", g)
			}
		}
	})
}

// commas is English that writes a comma before the fraction.
type commas struct{ english }

func (c commas) Say(key string, args ...any) string {
	if key == KeyPoint {
		return ","
	}
	return c.english.Say(key, args...)
}

// TestPaperWritesTheSignOfItsLanguage before a fraction: in the amount, in a line, in a table. A
// language without a word for it writes a point.
func TestPaperWritesTheSignOfItsLanguage(t *testing.T) {
	for _, c := range []struct {
		words Words
		want  string
	}{{english{}, "1250 .750; 1250.750 LYD; 1\u00a0250.750"}, {commas{}, "1250 ,750; 1250,750 LYD; 1\u00a0250,750"}} {
		a := money.Amount{Minor: 1250750, Currency: "LYD"}
		s := sumOf(a, c.words)
		if got := s.Whole + " " + s.Fraction + "; " + amountIn(a, c.words) + "; " + grouped(a.Minor, a.Currency, c.words); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
