package account

import (
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/preferences"
)

// Forms keeps what was typed into the form of a sale while the cashier looks
// at something else. It is never written down, and forgotten as soon as a code
// was sent or the sale has left its forms.
type Forms struct {
	open map[formKey]*form
	sent map[journal.SaleID]sentNumber
}

// sentNumber is what stays known of a number once a code was sent for it: what it
// was is forgotten.
type sentNumber struct {
	route  core.Route
	code   string // of the institution
	digits int
}

type formKey struct {
	sale  journal.SaleID
	route core.Route
}

// form is an account or wallet while it is typed.
type form struct {
	number      string
	institution option
	proposal    option // the only institution, or the one used last: somebody has yet to agree to it
	digit       rune   // which chose the institution before anything of the number was typed; 0 once somebody meant that choice
	before      string // digits that were typed before that one and that no institution has
}

// astray are the digits that may have been meant for the number and are not in it; blank where the institution was
// chosen in another way than by one.
func (f *form) astray() string {
	if f.digit == 0 {
		return ""
	}
	return f.before + string(f.digit)
}

// NewForms keeps nothing yet.
func NewForms() *Forms {
	return &Forms{open: map[formKey]*form{}, sent: map[journal.SaleID]sentNumber{}}
}

// of is the form of a sale for a route; a new one when there is none.
func (f *Forms) of(id journal.SaleID, route core.Route) *form {
	k := formKey{id, route}
	if f.open[k] == nil {
		f.open[k] = &form{}
	}
	return f.open[k]
}

// Sent notes that a code was sent for what was typed, forgets that, and remembers
// whose institution it was.
func (f *Forms) Sent(kept *preferences.Store, v journal.View) {
	p := v.Session
	if p.InstitutionCode != "" {
		kept.Update(func(v *preferences.Values) { v.Institutions.Used(p.Route, p.InstitutionCode) })
	}
	if typed := f.open[formKey{v.ID, p.Route}]; typed != nil && typed.institution.code == p.InstitutionCode && onlyDigits(typed.number) {
		f.sent[v.ID] = sentNumber{p.Route, p.InstitutionCode, len(typed.number)}
	}
	f.Forget(v.ID)
}

// Ended takes the length of the number that a paid sale was paid from; of any other
// end nothing is known about its number.
func (f *Forms) Ended(kept *preferences.Store, v journal.View) {
	n, known := f.sent[v.ID]
	delete(f.sent, v.ID)
	if known && v.Status() == journal.StatusPaid && v.Session.Route == n.route && v.Session.InstitutionCode == n.code {
		kept.Update(func(p *preferences.Values) { p.Institutions.LengthsOf(n.route).Learn(n.code, n.digits) })
	}
}

// Forget drops what was typed for a sale.
func (f *Forms) Forget(id journal.SaleID) {
	for _, route := range wire.Routes() {
		delete(f.open, formKey{id, route})
	}
}

// PracticeNumber is an account number or wallet ID for which the practice bank
// does something particular. Outcome is a key of the words catalogue below
// "outcome."; blank for one that simply pays.
type PracticeNumber struct {
	Number, Outcome string
}
