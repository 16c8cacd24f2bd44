package money

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFractionDigits(t *testing.T) {
	for currency, want := range map[string]int{
		"LYD": 3, "BHD": 3, "KWD": 3, "OMR": 3, "TND": 3, // named by the service
		"JPY": 0, "XOF": 0, "EUR": 2, "USD": 2, "EGP": 2, "IQD": 3, "CLF": 4,
	} {
		if got, err := FractionDigits(currency); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", currency, got, err, want)
		}
	}
	for _, unknown := range []string{"", "lyd", "XAU", "ZZZ", "LYD "} {
		if _, err := FractionDigits(unknown); !errors.Is(err, ErrCurrency) {
			t.Errorf("%q: %v", unknown, err)
		}
	}
}

func TestKnownIsSortedAndWithoutRepeats(t *testing.T) {
	codes := Known()
	if !slices.IsSorted(codes) || len(slices.Compact(slices.Clone(codes))) != len(codes) {
		t.Fatal("codes are not sorted and distinct")
	}
	listed := 0
	for _, row := range byDigits {
		listed += len(strings.Fields(row))
	}
	if listed != len(codes) {
		t.Fatalf("a code stands in the table twice: %d listed, %d known", listed, len(codes))
	}
	for _, code := range codes {
		if len(code) != 3 || strings.ToUpper(code) != code {
			t.Errorf("%q is no code", code)
		}
	}
}

func TestMajor(t *testing.T) {
	for _, c := range []struct {
		amount Amount
		want   string
	}{
		{Amount{12500, "LYD"}, "12.500"},
		{Amount{5, "LYD"}, "0.005"},
		{Amount{-5, "EUR"}, "-0.05"},
		{Amount{300, "JPY"}, "300"},
		{Amount{-300, "JPY"}, "-300"},
		{Amount{0, "KWD"}, "0.000"},
		{Amount{math.MaxInt64, "LYD"}, "9223372036854775.807"},
		{Amount{math.MinInt64, "LYD"}, "-9223372036854775.808"},
		{Amount{math.MinInt64, "JPY"}, "-9223372036854775808"},
		{Amount{1, "ZZZ"}, ""},
	} {
		if got := c.amount.Major(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.amount, got, c.want)
		}
	}
}

func TestString(t *testing.T) {
	if got := (Amount{12500, "LYD"}).String(); got != "12.500 LYD" {
		t.Error(got)
	}
	if got := (Amount{7, "?"}).String(); !strings.Contains(got, "7 minor units") {
		t.Error(got)
	}
}

func TestNew(t *testing.T) {
	if a, err := New(-7, "LYD"); err != nil || a != (Amount{-7, "LYD"}) {
		t.Errorf("%v, %v", a, err)
	}
	if a, err := New(7, "XXX"); !errors.Is(err, ErrCurrency) || a != (Amount{}) {
		t.Errorf("%v, %v", a, err)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		input, currency string
		want            int64
		err             error
	}{
		{"12.5", "LYD", 12500, nil},
		{"12,5", "LYD", 12500, nil},
		{"١٢٫٥", "LYD", 12500, nil},
		{"۱۲٫۵", "LYD", 12500, nil},
		{"١٢.500", "LYD", 12500, nil},
		{" 12.500\u200f", "LYD", 12500, nil},
		{"12", "LYD", 12000, nil},
		{"12.", "LYD", 12000, nil},
		{".5", "LYD", 500, nil},
		{"007", "JPY", 7, nil},
		{"7.", "JPY", 7, nil},
		{"0", "LYD", 0, nil},
		{"9223372036854775.807", "LYD", math.MaxInt64, nil},
		{"9223372036854775.808", "LYD", 0, ErrRange},
		{"99999999999999999999999", "LYD", 0, ErrRange},
		{"12.5000", "LYD", 0, ErrDigits},
		{"12.5", "JPY", 0, ErrDigits},
		{"-1", "LYD", 0, ErrNegative},
		{"\u2212١٫٥", "LYD", 0, ErrNegative},
		{"-", "LYD", 0, ErrSyntax},
		{"--1", "LYD", 0, ErrSyntax},
		{"", "LYD", 0, ErrSyntax},
		{".", "LYD", 0, ErrSyntax},
		{"1.2.3", "LYD", 0, ErrSyntax},
		{"1,250.5", "LYD", 0, ErrSyntax},
		{"1 250", "LYD", 0, ErrSyntax},
		{"1e3", "LYD", 0, ErrSyntax},
		{"+1", "LYD", 0, ErrSyntax},
		{"12 LYD", "LYD", 0, ErrSyntax},
		{"１２", "LYD", 0, ErrSyntax}, // full-width digits are on no till
		{"1", "ZZZ", 0, ErrCurrency},
	} {
		got, err := Parse(c.input, c.currency)
		if !errors.Is(err, c.err) || got.Minor != c.want {
			t.Errorf("%q %s: %d, %v; want %d, %v", c.input, c.currency, got.Minor, err, c.want, c.err)
		}
		if err == nil && got.Currency != c.currency || err != nil && got != (Amount{}) {
			t.Errorf("%q %s: %+v beside %v", c.input, c.currency, got, err)
		}
	}
}

func TestParseWire(t *testing.T) {
	for _, c := range []struct {
		literal, currency string
		want              int64
		err               error
	}{
		{"12.500", "LYD", 12500, nil},
		{"12.5", "LYD", 12500, nil},
		{"12.500000", "LYD", 12500, nil},
		{"1.25e1", "LYD", 12500, nil},
		{"1.25E+1", "LYD", 12500, nil},
		{"125000e-4", "LYD", 12500, nil},
		{"0", "LYD", 0, nil},
		{"-0.000", "LYD", 0, nil},
		{"0e999", "LYD", 0, nil},
		{"-9223372036854775.808", "LYD", math.MinInt64, nil},
		{"9223372036854775.808", "LYD", 0, ErrRange},
		{"1e999", "LYD", 0, ErrRange},
		{"1e17", "LYD", 0, ErrRange},
		{"100000000000000000000e-5", "LYD", 1e18, nil},
		{"12.5005", "LYD", 0, ErrDigits},
		{"1e-999", "LYD", 0, ErrDigits},
		{"1e1000", "LYD", 0, ErrSyntax},
		{"", "LYD", 0, ErrSyntax},
		{"-", "LYD", 0, ErrSyntax},
		{"1.", "LYD", 0, ErrSyntax},
		{".5", "LYD", 0, ErrSyntax},
		{"012", "LYD", 0, ErrSyntax},
		{"1,5", "LYD", 0, ErrSyntax},
		{"١", "LYD", 0, ErrSyntax},
		{"1e", "LYD", 0, ErrSyntax},
		{"1e+-2", "LYD", 0, ErrSyntax},
		{" 1", "LYD", 0, ErrSyntax},
		{"NaN", "LYD", 0, ErrSyntax},
		{"1", "ZZZ", 0, ErrCurrency},
	} {
		got, err := ParseWire(c.literal, c.currency)
		if !errors.Is(err, c.err) || got.Minor != c.want {
			t.Errorf("%q %s: %d, %v; want %d, %v", c.literal, c.currency, got.Minor, err, c.want, c.err)
		}
		if err != nil && got != (Amount{}) {
			t.Errorf("%q %s: %+v beside %v", c.literal, c.currency, got, err)
		}
	}
}

// Every amount of every currency survives the way to the wire and back.
func TestWireIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Amount{rapid.Int64().Draw(t, "minor"), rapid.SampledFrom(Known()).Draw(t, "currency")}
		major := want.Major()
		if !json.Valid([]byte(major)) {
			t.Fatalf("%q is no JSON number", major)
		}
		if got, err := ParseWire(major, want.Currency); err != nil || got != want {
			t.Fatalf("%q came back as %v, %v; want %v", major, got, err, want)
		}
	})
}

// What the till shows, a person may type in any digits and separator.
func TestParseReadsWhatMajorWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Amount{rapid.Int64Min(0).Draw(t, "minor"), rapid.SampledFrom(Known()).Draw(t, "currency")}
		zero := rapid.SampledFrom([]rune{'0', '٠', '۰'}).Draw(t, "digits")
		point := rapid.SampledFrom([]rune{'.', ',', '٫'}).Draw(t, "separator")
		typed := strings.Map(func(r rune) rune {
			if r == '.' {
				return point
			}
			return zero + r - '0'
		}, want.Major())
		if got, err := Parse(typed, want.Currency); err != nil || got != want {
			t.Fatalf("%q came back as %v, %v; want %v", typed, got, err, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"12.5", "12,5", "١٢٫٥", "۱۲٫۵", "-1", "", ".", "9223372036854775.808", "\u200f7"} {
		f.Add(seed, "LYD")
	}
	f.Add("7", "JPY")
	f.Fuzz(func(t *testing.T, input, currency string) {
		a, err := Parse(input, currency)
		if err != nil {
			return
		}
		if a.Minor < 0 {
			t.Fatalf("%q became negative: %v", input, a)
		}
		if back, err := Parse(a.Major(), currency); err != nil || back != a {
			t.Fatalf("%q: %v came back as %v, %v", input, a, back, err)
		}
	})
}

func FuzzParseWire(f *testing.F) {
	for _, seed := range []string{"12.500", "12.5", "1.25e1", "-0.001", "1e999", "0e-999", "9223372036854775.808"} {
		f.Add(seed, "LYD")
	}
	f.Fuzz(func(t *testing.T, literal, currency string) {
		a, err := ParseWire(literal, currency)
		if err != nil {
			return
		}
		if !json.Valid([]byte(literal)) {
			t.Fatalf("%q is no JSON number, yet it was read as %v", literal, a)
		}
		if back, err := ParseWire(a.Major(), currency); err != nil || back != a {
			t.Fatalf("%q: %v came back as %v, %v", literal, a, back, err)
		}
	})
}

// TestPlain: what is copied from a message or a paper in Arabic is the number alone.
func TestPlain(t *testing.T) {
	for _, c := range [][3]string{
		{"0020 4800-0020/4417", "-./", "0020480000204417"},
		{"\u2067٠٠٢٠ ٤٨٠٠\u2069", "", "00204800"},
		{"\u061c۰۰۲۰–4800\u20110020\t", "-", "002048000020"},
		{" amal.ben-ali_7@pay\u200f", "", "amal.ben-ali_7@pay"},
		{"1/2-3", "/", "12-3"},
	} {
		if got := Plain(c[0], c[1]); got != c[2] {
			t.Errorf("%q without %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
