package seller

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

// TestWhatACountryExpectsIsNamed: what it requires apart from what is usual, and nothing where no country is known.
func TestWhatACountryExpectsIsNamed(t *testing.T) {
	for _, c := range []struct {
		s               Seller
		required, usual []Field
	}{
		{Seller{}, nil, nil},
		{Seller{Country: "FR"}, nil, nil},
		{Seller{Country: "LY"}, nil, []Field{Name, Address, Tax, Register}},
		{Seller{Country: "TN", Name: "Nour SARL", Tax: " "}, []Field{Address, Tax}, []Field{Register}},
		{Seller{Country: "SA", Name: "Noor", Address: [AddressLines]string{"", "Riyadh"}, Tax: "300000000000003"}, nil, []Field{Register}},
		{Seller{Country: "KW", Tax: "1"}, []Field{Name, Register}, []Field{Address}},
	} {
		if required, usual := c.s.Missing(); !slices.Equal(required, c.required) || !slices.Equal(usual, c.usual) {
			t.Errorf("%+v misses %v and usually %v", c.s, required, usual)
		}
	}
}

// TestANumberOfAnotherFormIsOdd, in whatever digits and with whatever marks it is typed, and none is where no form is
// known.
func TestANumberOfAnotherFormIsOdd(t *testing.T) {
	for country, numbers := range map[string]struct{ right, odd []string }{
		"TN": {[]string{"1234567/M/A/E/001", "1282182 W", "121J", "1496298TPN000", "1234567/A/P/M/000"}, []string{"1219773U", "1234567/M/A/X/000", "12345678A", "300000000000003"}},
		"SA": {[]string{"300000000000003", "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣"}, []string{"100000000000003", "30000000000003", "300000000000004"}},
		"AE": {[]string{"100-0000-0000-0003"}, []string{"10000000000000", "300000000000003"}},
		"BH": {[]string{"200000000000002"}, []string{"20000000000002"}},
		"OM": {[]string{"OM1100000300", "om 1100000300"}, []string{"1100000300", "OM110000030"}},
		"QA": {[]string{"5234567894", "T32348"}, []string{"523456789"}},
		"KW": {[]string{"1", "anything"}, nil},
		"LY": {[]string{"1", "anything"}, nil},
		"":   {[]string{"1"}, nil},
	} {
		for _, n := range numbers.right {
			if odd := (Seller{Country: country, Tax: n}).Odds(); len(odd) > 0 {
				t.Errorf("%s: %s is %v", country, n, odd)
			}
		}
		for _, n := range numbers.odd {
			s := Seller{Country: country, Tax: n}
			odd := s.Odds()
			if len(odd) != 1 || odd[0].Field != Tax || len((Seller{Country: country, Tax: odd[0].Sample}).Odds()) != 0 {
				t.Errorf("%s: %s is %v", country, n, odd)
			}
		}
		if odd := (Seller{Country: country, Tax: " "}).Odds(); len(odd) > 0 {
			t.Errorf("%s: blank is %v", country, odd)
		}
	}
	for n, want := range map[string]int{"1010123456": 0, "101012345": 1, "\u2067١٠١٠١٢٣٤٥٦\u2069": 0, "۱۰۱۰\u202f۱۲۳\u2011۴۵۶": 0} {
		if odd := (Seller{Country: "SA", Register: n}).Odds(); len(odd) != want {
			t.Errorf("register %s: %v", n, odd)
		}
	}
}

// TestANumberIsCalledAsInItsCountry.
func TestANumberIsCalledAsInItsCountry(t *testing.T) {
	for want, got := range map[string]string{"seller.tax.TN": Seller{Country: "TN"}.Key(Tax), "seller.tax": Seller{Country: "XX"}.Key(Tax),
		"seller.register": Seller{}.Key(Register), "seller.register.QA": Seller{Country: "QA"}.Key(Register), "seller.name": Seller{Country: "QA"}.Key(Name)} {
		if got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestTheSellerIsTheOneOfItsMoment, also where the clock was set back between two changes.
func TestTheSellerIsTheOneOfItsMoment(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	one, two, three := Seller{Name: "one"}, Seller{Name: "two"}, Seller{Name: "three"}
	first := Past(nil).Add(one, noon)
	all := first.Add(two, noon.Add(-time.Hour))
	if len(first) != 1 || !all[1].Until.Equal(noon) {
		t.Fatalf("%+v, then %+v", first, all)
	}
	all = first.Add(two, noon.Add(time.Hour))
	for after, want := range map[time.Duration]Seller{-time.Hour: one, -1: one, 0: two, time.Hour - 1: two, time.Hour: three} {
		if got := all.At(three, noon.Add(after)); got != want {
			t.Errorf("%v after noon: %s, not %s", after, got.Name, want.Name)
		}
	}
}

// TestABlankSellerIsNotWritten: files of before read as before.
func TestABlankSellerIsNotWritten(t *testing.T) {
	data, err := json.Marshal(struct {
		S Seller `json:"s,omitzero"`
	}{})
	if err != nil || string(data) != "{}" {
		t.Errorf("%s, %v", data, err)
	}
	if got := (Seller{Name: " a ", Address: [AddressLines]string{" b"}, Footer: "c "}).Trimmed(); got != (Seller{Name: "a", Address: [AddressLines]string{"b"}, Footer: "c"}) {
		t.Errorf("%+v", got)
	}
}
