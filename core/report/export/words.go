package export

import (
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report"
	"sanduq/core/seller"
)

// Words gives the sentences of one language. Implementations must be safe for
// concurrent use.
type Words interface {
	receipt.Words
	// Day returns a day as it stands on paper.
	Day(day journal.Day) string
}

// The keys of the catalogue that an export uses. Column labels are keyColumn
// and the column's name.
const (
	KeyAsked    = "report.asked"    // the filter, in words
	KeyPeriod   = "report.period"   // the label
	KeyCompared = "report.compared" // the label
	KeySpan     = "report.span"     // {from}, {to}
	KeyMade     = "report.made"     // when the file was written
	KeyZone     = "report.zone"     // of its times
	KeyBy       = "report.by"       // by whom
	KeyShop     = "report.shop"     // the label
	KeySummary  = "report.summary"  // the name of the first sheet
	KeySales    = "report.sales"    // the name of the sheet of sales
	KeyRows     = "report.rows"     // number of rows
	KeySum      = "report.sum"      // before a currency
	KeyPage     = "report.page"     // {page}
	KeyHours    = "report.hours"    // by hour
	KeyDays     = "report.days"     // by day
	KeyKept     = "report.kept"     // of what was owed back, what became income
	KeyAlone    = "report.alone"    // of what was returned and kept, what one person recorded alone
	KeyLost     = "report.lost"     // what did not become money
	KeyUnsure   = "report.unsure"   // and of what nobody knows
	KeyNobody   = "report.nobody"   // no cashier
	KeyHour     = "report.hour"     // {from}, {to}: 11 to 12
	KeyMatch    = "report.match"    // a statement held against the till
	KeyZs       = "report.zs"       // the name of the sheet of Zs
	KeyZLines   = "report.zLines"   // and of their lines
	KeyZDrawers = "report.zDrawers" // and of their drawers
	KeyOwed     = "report.owed"     // and of what is owed back
	KeyAudit    = "report.audit"    // and of the book of decisions
	KeyRule     = "report.rule"     // when returned money counts
	KeyNoShift  = "report.noShift"  // in place of a Z's number, from before there were shifts
	keyTable    = "report.table."   // and a report.Dimension
	keyColumn   = "report.column."
)

// rowName is what a row of a dimension is called.
func rowName(d report.Dimension, row string, w Words) string {
	switch {
	case d == report.ByRoute:
		return w.Say(routeKey(core.Route(row)))
	case row == "":
		return w.Say(KeyNobody)
	}
	return row
}

func statusKey(s journal.Status) string {
	if s == journal.StatusSetAside {
		return "state.aside"
	}
	return "state." + string(s)
}

// The states of a list that are more than a status, as screens have them.
const (
	stateOwed     = "state.owed"
	stateReturned = "state.returned"
	stateReversed = "state.reversed" // of cash
)

// stateKey is what a list calls the state of a sale. Where somebody told what was given
// back, a sale is returned of which all was, up to the end of what was asked for: of two
// payments of one order the sale itself does not tell whose money it was.
func stateKey(s *journal.Sale, back Returned) string {
	switch {
	case s.Owed():
		return stateOwed
	case back == nil && s.Returned(), back != nil && back[s.ID] == s.Amount.Minor:
		if s.Reversed != nil {
			return stateReversed
		}
		return stateReturned
	}
	return statusKey(s.Status())
}

func typeKey(t string) string { return "report.type." + t }

func routeKey(r core.Route) string { return "receipts.route." + string(r) }

// said remembers sentences, since an export says the same few a million times.
type said struct {
	words Words
	known map[string]string
}

func newSaid(w Words) *said { return &said{w, map[string]string{}} }

func (s *said) text(key string) string {
	text, ok := s.known[key]
	if !ok {
		text = s.words.Say(key)
		s.known[key] = text
	}
	return text
}

func (s *said) route(v core.Route) string {
	if v == "" {
		return ""
	}
	return s.text(routeKey(v))
}

// About is what an export says of itself.
type About struct {
	Title    string // the whole document's, in words
	Shop     string
	Till     string
	Asked    string // the filter in words, as the screen says it
	Period   report.Period
	Compared report.Period // what a report is held against; zero without
	By       string
	At       time.Time     // in the shop's zone
	Practice bool          // no money moved
	Seller   seller.Seller // of today; paper and workbooks name it and its numbers at their head
	// Notes are further labels and values, in words.
	Notes   [][2]string
	Returns bool // there are figures of what was returned: the rule by which is said
}

// facts are labels and values, in the order in which they stand.
func (a About) facts(w Words, zone *time.Location) [][2]string {
	out := [][2]string{}
	add := func(key, value string) {
		if value = clean(value); value != "" {
			out = append(out, [2]string{w.Say(key), value})
		}
	}
	shop := a.Shop
	if till := receipt.TillName(a.Till, w); till != "" {
		shop = w.Say(receipt.KeyTillPlace, "till", a.Shop, "place", till)
	}
	add(KeyShop, shop)
	add("seller.name", a.Seller.Name)
	for _, one := range []struct {
		field  seller.Field
		number string
	}{{seller.Tax, a.Seller.Tax}, {seller.Register, a.Seller.Register}} {
		if number := clean(one.number); number != "" {
			add(a.Seller.Key(one.field), "\u200e"+number) // parts between slashes keep their order
		}
	}
	add(KeyAsked, a.Asked)
	add(KeyPeriod, periodText(a.Period, w))
	add(KeyCompared, periodText(a.Compared, w))
	if a.Returns {
		add(keyColumn+"returned", w.Say(KeyRule))
	}
	add(KeyMade, w.DateTime(a.At))
	add(KeyZone, zoneText(a.At.In(zone)))
	add(KeyBy, a.By)
	for _, n := range a.Notes {
		out = append(out, [2]string{n[0], clean(n[1])})
	}
	return out
}

// zoneText is the zone of the times in a file: its name where it has one, and how far it
// is from UTC at the time of writing.
func zoneText(at time.Time) string {
	name := at.Location().String()
	if name == "Local" {
		name, _ = at.Zone()
	}
	offset := "UTC" + at.Format("-07:00")
	if name == "" || strings.ContainsAny(name, "+-") || name == "UTC" {
		return offset
	}
	return name + ", " + offset
}

func periodText(p report.Period, w Words) string {
	switch {
	case p == report.Period{}:
		return ""
	case p.From == p.To:
		return w.Day(p.From)
	}
	return w.Say(KeySpan, "from", w.Day(p.From), "to", w.Day(p.To))
}

// footer is what each page says in one line. Between the parts stand marks, so
// that a number never joins the word before it in another direction.
func (a About) footer(w Words) string {
	mark := "\u200e"
	if w.RTL() {
		mark = "\u200f"
	}
	parts := []string{}
	if a.Practice {
		parts = append(parts, w.Say(receipt.KeyTest))
	}
	for _, part := range []string{a.Shop, periodText(a.Period, w), a.By, w.DateTime(a.At)} {
		if part = clean(part); part != "" {
			parts = append(parts, part)
		}
	}
	return mark + strings.Join(parts, mark+" | "+mark)
}

// line is all of it in one cell, for files whose first row must be the head.
func (a About) line() string {
	text := "Sanduq"
	for _, part := range []string{a.Shop, a.Till, a.Asked, string(a.Period.From) + "-" + string(a.Period.To), a.By, a.At.Format(time.RFC3339)} {
		if part != "" && part != "-" {
			text += "; " + part
		}
	}
	if a.Practice {
		text = "TEST; " + text
	}
	return clean(text)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
