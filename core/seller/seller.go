// Package seller is who sells, as slips name it: legal name, address, the numbers of the tax office and of the
// commercial register, the kind of document and a line at its foot; which of it a country expects; and what of it held
// at which moment, so that a slip that is printed again names what held when it was issued.
//
// It knows nothing of tills, screens or paper, imports no other package of ours, and holds no lock: everything in it is
// a value.
package seller

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// AddressLines is how many lines an address has.
const AddressLines = 3

// Seller is what slips name of who sells. All of it may be blank. Two are compared with ==.
type Seller struct {
	Country  string               `json:"country,omitempty"` // two letters of ISO 3166; blank for none of Countries
	Name     string               `json:"name,omitempty"`    // the legal one
	Address  [AddressLines]string `json:"address,omitzero"`
	Tax      string               `json:"tax,omitempty"`      // the number by which the tax office knows it
	Register string               `json:"register,omitempty"` // the number in the commercial register
	Document Document             `json:"document,omitempty"`
	Footer   string               `json:"foot,omitempty"`
}

// Document is the kind of document that a receipt calls itself.
type Document string

// The kinds. None of them says that a tax is stated: the till computes none.
const (
	Unnamed    Document = ""
	Receipt    Document = "receipt"
	Invoice    Document = "invoice"
	Simplified Document = "simplified" // a simplified invoice
)

// Documents are all kinds, the one that is no heading first.
func Documents() []Document { return []Document{Unnamed, Receipt, Invoice, Simplified} }

// Field is one of the facts that a country may expect. Its text is the name by which pages know it.
type Field string

// The fields.
const (
	Name     Field = "name"
	Address  Field = "address"
	Tax      Field = "tax"
	Register Field = "register"
)

// countries are what each country expects on a slip of sale, the fields that its rules require first.
var countries = []struct {
	code              string
	required, usually []Field
}{
	{"LY", nil, []Field{Name, Address, Tax, Register}},
	{"TN", []Field{Name, Address, Tax}, []Field{Register}},
	{"SA", []Field{Name, Address, Tax}, []Field{Register}},
	{"AE", []Field{Name, Address, Tax}, []Field{Register}},
	{"BH", []Field{Name, Address, Tax}, []Field{Register}},
	{"KW", []Field{Name, Register}, []Field{Address}},
	{"OM", []Field{Name, Address, Tax}, []Field{Register}},
	{"QA", []Field{Name, Register}, []Field{Address, Tax}},
}

// shapes are the forms that numbers have in a country, by what is left of them without blanks and marks between their
// parts, and an example of each. Where no form is known, none is asked for.
var shapes = map[string]map[Field]shape{
	"TN": {Tax: {regexp.MustCompile(`^[0-9]{1,7}[A-HJ-NP-TV-Z]([ABDNP][CEMNP][0-9]{3})?$`), "1234567/A/P/M/000"}},
	"SA": {Tax: {regexp.MustCompile(`^3[0-9]{13}3$`), "300000000000003"}, Register: {regexp.MustCompile(`^[0-9]{10}$`), "1010000000"}},
	"AE": {Tax: {regexp.MustCompile(`^1[0-9]{14}$`), "100000000000003"}},
	"BH": {Tax: {regexp.MustCompile(`^[0-9]{15}$`), "200000000000002"}},
	"OM": {Tax: {regexp.MustCompile(`^OM[0-9]{10}$`), "OM1100000000"}},
	"QA": {Tax: {regexp.MustCompile(`^([0-9]{10}|T?[0-9]{5})$`), "5000000000"}},
}

type shape struct {
	form   *regexp.Regexp
	sample string
}

// Odd is a number that has not the form that it has in its country, and an example of that form.
type Odd struct {
	Field  Field
	Sample string
}

// Odds are the numbers to be checked: those of another form than the country's. A reminder, as Missing: no sale waits
// for it, and no number is refused.
func (s Seller) Odds() (odd []Odd) {
	for _, one := range []struct {
		field  Field
		number string
	}{{Tax, s.Tax}, {Register, s.Register}} {
		known, ok := shapes[s.Country][one.field]
		if number := bare(one.number); ok && number != "" && !known.form.MatchString(number) {
			odd = append(odd, Odd{one.field, known.sample})
		}
	}
	return odd
}

// bare is a number in capital letters and digits of ASCII, without what parts them.
func bare(number string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return r - '٠' + '0'
		case r >= '۰' && r <= '۹':
			return r - '۰' + '0'
		case r == '/' || r == '.' || unicode.In(r, unicode.Pd, unicode.Cf, unicode.White_Space): // marks of direction among them
			return -1
		}
		return unicode.ToUpper(r)
	}, number)
}

// Countries are the codes of those whose expectations are known.
func Countries() []string {
	var all []string
	for _, c := range countries {
		all = append(all, c.code)
	}
	return all
}

// Missing are the fields that are blank though the country expects them: those that it requires, and those that are
// usual there. Both are reminders: no sale waits for them.
func (s Seller) Missing() (required, usual []Field) {
	for _, c := range countries {
		if c.code == s.Country {
			return s.blank(c.required), s.blank(c.usually)
		}
	}
	return nil, nil
}

func (s Seller) blank(all []Field) (missing []Field) {
	for _, f := range all {
		if strings.TrimSpace(map[Field]string{Name: s.Name, Address: strings.Join(s.Address[:], ""), Tax: s.Tax, Register: s.Register}[f]) == "" {
			missing = append(missing, f)
		}
	}
	return missing
}

// Key is the key of the catalogue by which a number is called in the seller's country: "seller.tax.TN"; without a
// country "seller.tax".
func (s Seller) Key(f Field) string {
	key := "seller." + string(f)
	if slices.Contains(Countries(), s.Country) && (f == Tax || f == Register) {
		key += "." + s.Country
	}
	return key
}

// Trimmed is the seller without blanks around its texts.
func (s Seller) Trimmed() Seller {
	for _, text := range []*string{&s.Name, &s.Address[0], &s.Address[1], &s.Address[2], &s.Tax, &s.Register, &s.Footer} {
		*text = strings.TrimSpace(*text)
	}
	return s
}

// Past is what slips named before, the oldest first.
type Past []Former

// Former is a seller as it was named on what was issued before a moment.
type Former struct {
	Seller Seller    `json:"seller"`
	Until  time.Time `json:"until"`
}

// Add returns the past with a seller that was named until at. Where the clock was set back it counts as named until
// the moment at which the one before it ended.
func (p Past) Add(before Seller, at time.Time) Past {
	if n := len(p); n > 0 && at.Before(p[n-1].Until) {
		at = p[n-1].Until
	}
	return append(slices.Clone(p), Former{before, at})
}

// Since is the past once now takes the place of before at a moment: the same where nothing changes. nil is nobody.
func (p *Past) Since(before, now Seller, at time.Time) *Past {
	if now == before {
		return p
	}
	var all Past
	if p != nil {
		all = *p
	}
	all = all.Add(before, at)
	return &all
}

// At is who was named at a moment; now is who is named today.
func (p *Past) At(now Seller, at time.Time) Seller {
	if p != nil {
		for _, f := range *p {
			if at.Before(f.Until) {
				return f.Seller
			}
		}
	}
	return now
}
