package receipt

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/seller"
)

// Again is who prints a Z once more, and when; the zero Again is the first print.
type Again struct {
	By string
	At time.Time
}

// DayPaper is what the slip of an X or of a Z is made of: the record itself and, beside it, what went into the drawer
// and out of it and how it was counted, oldest first, and what came before its shift and stands in no Z.
type DayPaper struct {
	Z         journal.Z
	Movements []journal.Movement
	Counts    []journal.ShiftCount // asked for where its drawer was counted more than once
	Before    BeforeShift
	Again     Again
	Seller    seller.Seller // whom slips of its time name
}

// The lines of an X or a Z that stand alone, and those of its tables.
const (
	LineShift    Kind = "shift"
	LineOpened   Kind = "opened"
	LineClosed   Kind = "closed"
	LineRoute    Kind = "route"
	LineTaken    Kind = "taken"
	LineReturned Kind = "returned"
	LineLate     Kind = "late"
	LineFloat    Kind = "float"
	LineIn       Kind = "in"
	LineOut      Kind = "out"
	LineExpected Kind = "expected"
	LinePieces   Kind = "pieces"
	LineCounted  Kind = "counted"
	LineDiffers  Kind = "difference"
	LineReason   Kind = "reason"
	LineMoved    Kind = "movement"
	LineOpen     Kind = "open"
	LineOwed     Kind = "owed"
	LineReceipts Kind = "receipts"
	LineNote     Kind = "note"
)

// keyZ is the beginning of the keys of the catalogue that only slips of an X or a Z use.
const keyZ = "slip.z."

// NewDayPaper says what an X or a Z holds, all of it and nothing else. An X says at its top and at its foot that it
// closes nothing. Error: journal.ErrSum.
func NewDayPaper(d DayPaper, w Words) (Slip, error) {
	p := dayPaper{DayPaper: d, w: w}
	s := Slip{RTL: w.RTL()}
	if (journal.CashReceipt{Environment: d.Z.Environment}).Test() {
		s.Mark = w.Say(KeyTest)
		p.add(TableRow{Kind: LineNote, Text: w.Say(KeyTestNote)})
		p.end()
	}
	p.whole()
	s.Parts = append([]Part{Heading{clean(d.Z.Shop), under(d.Z.Till, d.Z.Place, w), NamesOf(d.Seller, w)}, Fact{p.name()}}, p.parts...)
	s.Parts = append(s.Parts, Rule{}, Text{p.footer()})
	if a := d.Again; !a.At.IsZero() {
		s.Parts = append(s.Parts, Footer{strings.Join([]string{w.Say(keyZ + "again"), clean(a.By), w.DateTime(a.At)}, partBreak)})
	}
	return s, p.err
}

// dayPaper writes the tables of a slip, one after the other.
type dayPaper struct {
	DayPaper
	w     Words
	rows  []TableRow
	parts []Part
	err   error
}

func (p *dayPaper) add(r TableRow) { p.rows = append(p.rows, r) }

// end ends a table; one without rows is none.
func (p *dayPaper) end() {
	if len(p.rows) > 0 {
		p.parts = append(p.parts, Table{p.rows})
	}
	p.rows = nil
}

func (p *dayPaper) addText(key string, args ...any) string { return p.w.Say(keyZ+key, args...) }

// row adds a name and its sum, with how many it is made of where that is said.
func (p *dayPaper) row(k Kind, text string, t journal.Tally, currency string) {
	p.add(TableRow{Kind: k, Text: text, Number: strconv.FormatInt(t.Number, 10), Sum: grouped(t.Minor, currency, p.w)})
}

func (p *dayPaper) sum(k Kind, key string, minor int64, currency string, bold bool) {
	p.add(TableRow{Kind: k, Text: p.addText(key), Sum: grouped(minor, currency, p.w), Bold: bold})
}

func (p *dayPaper) addNote(text string) { p.add(TableRow{Kind: LineNote, Text: text}) }

func (p *dayPaper) name() string {
	if p.Z.Seq == 0 {
		return p.w.Say("slip.x")
	}
	return journal.ZNumber(p.Z.Seq)
}

func (p *dayPaper) whole() {
	p.when()
	p.taken()
	p.late()
	p.cashiers()
	p.before()
	if p.Z.Drawer != nil {
		p.drawer(*p.Z.Drawer)
	}
	p.movements()
	p.carried()
	p.ranges()
}

// lines takes the answer of a Z about its own figures.
func (p *dayPaper) lines(all []journal.Line, err error) []journal.Line {
	if err != nil && p.err == nil {
		p.err = err
	}
	return all
}

// when is who opened the shift and who closed it.
func (p *dayPaper) when() {
	z, person := p.Z, p.person
	if z.Seq == 0 || z.Seq != z.Shift {
		p.add(TableRow{Kind: LineShift, Text: p.addText("shift"), Sum: strconv.FormatUint(z.Shift, 10)})
	}
	if z.Opened == nil {
		p.add(TableRow{Kind: LineOpened, Text: p.addText("begun"), Sum: person(z.Begun, "")})
		p.addNote(p.addText("notOpened"))
	} else {
		p.add(TableRow{Kind: LineOpened, Text: p.addText("opened"), Sum: person(z.Opened.At, z.Opened.By)})
	}
	key := "closed"
	if z.Seq == 0 {
		key = "made"
	}
	p.add(TableRow{Kind: LineClosed, Text: p.addText(key), Sum: person(z.At, z.By)})
	if z.SetBack {
		p.addNote(p.addText("setBack"))
	}
	if z.Seq != 0 && z.Seq != z.Shift {
		p.addNote(p.addText("putBack", "z", journal.ZNumber(z.Shift)))
	}
	p.end()
}

// person is when somebody did something, and who, where a name is known.
func (p *dayPaper) person(at time.Time, name string) string {
	if name = clean(name); name == "" {
		return p.w.DateTime(at)
	}
	return p.addText("by", "time", p.w.DateTime(at), "name", name)
}

// taken is what came by each route, and what that adds up to, one table for each currency.
func (p *dayPaper) taken() {
	routes, sums := p.lines(p.Z.ByRoute()), p.lines(SumsOf(p.Z))
	if cash := p.Z.Blind && p.Z.Drawer != nil && p.Z.Drawer.Sales.Number > 0; len(sums) == 0 && !cash { // its sums are not told
		p.addNote(p.addText("nothing"))
	}
	for _, sum := range sums {
		for _, l := range routes {
			if l.Currency == sum.Currency {
				p.row(LineRoute, p.w.Say("receipts.route."+string(l.Route)), l.Tally, l.Currency)
			}
		}
		taken := "taken"
		if p.Z.Blind {
			taken = "takenBank"
		}
		back := p.Z.Returned(sum.Currency)
		if back != 0 {
			p.add(TableRow{Kind: LineReturned, Text: p.addText("returned"), Sum: "\u200e− " + grouped(back, sum.Currency, p.w)})
		}
		p.add(TableRow{Kind: LineTaken, Text: p.addText(taken, "currency", clean(p.w.Currency(sum.Currency))), Number: strconv.FormatInt(sum.Number, 10),
			Sum: grouped(sum.Minor-back, sum.Currency, p.w), Bold: true})
		p.end()
	}
	p.end()
}

// late is what came for sales of earlier shifts; it is part of what was taken.
func (p *dayPaper) late() {
	for _, l := range p.lines(p.Z.Late()) {
		text := p.addText("lateBefore")
		if l.Opened != 0 {
			text = p.addText("late", "z", journal.ZNumber(l.Opened))
		}
		p.row(LineLate, p.among(text, l.Currency), l.Tally, l.Currency)
	}
	p.end()
}

func (p *dayPaper) cashiers() {
	for _, l := range p.lines(p.Z.ByCashier()) {
		name := clean(l.Cashier)
		if name == "" {
			name = p.addText("nobody")
		}
		p.row(LineCashier, p.among(name, l.Currency), l.Tally, l.Currency)
	}
	p.end()
}

// before is what was taken while shifts were off: no part of the sums above it.
func (p *dayPaper) before() {
	for _, sentence := range p.Before.Sentences(p.w) {
		p.addNote(sentence)
	}
	p.end()
}

// SumsOf adds up what an X or a Z took, by currency: nought where money was given back and none came.
func SumsOf(z journal.Z) ([]journal.Line, error) {
	sums, err := z.Sums()
	for _, o := range z.Owed {
		if z.Returned(o.Currency) != 0 && !slices.ContainsFunc(sums, func(l journal.Line) bool { return l.Currency == o.Currency }) {
			sums = append(sums, journal.Line{Currency: o.Currency})
		}
	}
	slices.SortFunc(sums, journal.ByCurrency)
	return sums, err
}

// among names the currency of a row where there is more than one.
func (p *dayPaper) among(name, currency string) string {
	other := p.Z.Drawer != nil && p.Z.Drawer.Currency != currency || slices.ContainsFunc(p.Z.Taken, func(t journal.Taken) bool { return t.Currency != currency }) ||
		slices.ContainsFunc(p.Z.Owed, func(o journal.OwedSum) bool { return o.Currency != currency })
	for one := range p.Z.Open.Sums {
		other = other || one != currency
	}
	if !other {
		return name
	}
	return p.addText("in", "name", name, "currency", clean(p.w.Currency(currency)))
}

// names lists sales by what they are called on paper, a few on each row so that none is cut; all is how many there are,
// 0 where that is not known.
func (p *dayPaper) names(ids []journal.SaleID, all int64) {
	const each = 3
	for some := range slices.Chunk(ids, each) {
		var names []string
		for _, id := range some {
			names = append(names, id.Paper())
		}
		p.addNote(strings.Join(names, ", "))
	}
	if more := all - int64(len(ids)); more > 0 {
		p.addNote(p.addText("more", "n", strconv.FormatInt(more, 10)))
	}
}

// ranges are the first and the last paper of the shift.
func (p *dayPaper) ranges() {
	span := func(key string, r journal.SeqRange, name func(uint64) string) {
		switch {
		case r == journal.SeqRange{}:
		case r.First == r.Last:
			p.add(TableRow{Kind: LineReceipts, Text: p.addText(key), Sum: name(r.First)})
		default:
			p.add(TableRow{Kind: LineReceipts, Text: p.addText(key), Sum: p.addText("range", "first", name(r.First), "last", name(r.Last))})
		}
	}
	span("receipts", p.Z.Receipts, Number)
	span("cashReceipts", p.Z.Cash, CashNumber)
	p.end()
}

// footer says where in the row of Zs this one stands.
func (p *dayPaper) footer() string {
	z := p.Z
	switch {
	case z.Seq == 0:
		return p.w.Say("slip.x.note")
	case z.Before == 0:
		return p.addText("first", "z", journal.ZNumber(z.Seq))
	}
	return p.addText("follows", "z", journal.ZNumber(z.Seq), "before", journal.ZNumber(z.Before))
}

// grouped is a sum without its currency, its thousands parted so that no line breaks within it.
func grouped(minor int64, currency string, w Words) string {
	text := money.Amount{Minor: minor, Currency: currency}.Major()
	whole, fraction, has := strings.Cut(text, ".")
	whole = strings.Join(groups(whole), "\u00a0")
	if has {
		return whole + point(w) + fraction
	}
	return whole
}

// currencies are those of sums, in order.
func currencies(sums map[string]journal.Tally) (all []string) {
	return slices.Sorted(maps.Keys(sums))
}
