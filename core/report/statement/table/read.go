package table

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
)

// Read reads all rows by a mapping; times without an offset are of the zone.
// Errors: CodeMapping, CodeEmpty where there is not one row, CodeCancelled.
func (f *File) Read(ctx context.Context, m Mapping, zone *time.Location) (record.Statement, error) {
	at, err := f.columns(m)
	if err != nil {
		return record.Statement{}, err
	}
	v := f.survey(m, at)
	out := &reader{view: v, Builder: record.New(""), zone: zone}
	out.badDates, out.badSums = v.dates.Against(m.Layout), v.decimals.Against(m.Decimal)
	out.several, out.shared = v.accounts(), v.sharedNames()
	for i, r := range f.rows {
		if i%1024 == 0 && ctx.Err() != nil {
			return record.Statement{}, report.Refuse(report.CodeCancelled, ctx.Err())
		}
		out.row(r)
	}
	for _, r := range out.sums { // their currency may be that of a movement below them
		out.stated(r)
	}
	out.totals.compare(out.Builder)
	return out.Done()
}

// reader reads row by row.
type reader struct {
	*view
	*record.Builder
	zone              *time.Location
	several           []string        // the accounts, where they are more than one
	shared            map[string]bool // names that are of several movements
	badDates, badSums bool            // the column contradicts the mapping: none of it is read
	totals            totals
	sums              []row // that state balances and totals
	below             int   // the row right below a line and its words in a workbook; in a text any; 0 for none
}

func (o *reader) row(r row) {
	below := o.below
	o.below = 0
	switch {
	case r.code != "":
		o.Broken(r.number, r.code)
	case blank(r.cells) || o.headAgain(r):
	case o.phrase(r) != values.NoPhrase:
		if len(o.several) == 0 { // else nobody knows of which account
			o.sums = append(o.sums, r)
		}
	case r.number <= max(o.m.HeadRow, o.units):
	default:
		o.movementRow(r, below)
	}
}

// movementRow reads a row that may be a movement; below is reader.below as it was before.
func (o *reader) movementRow(r row, below int) {
	date := o.cell(r, roleDate)
	if !o.hasSum(r) {
		switch {
		case len(r.cells) <= o.at[roleDate] || o.f.dated(r, o.at[roleDate]) && len(r.cells) <= max(o.at[roleAmount], min(o.at[roleCredit], o.at[roleDebit])):
			o.Broken(r.number, report.CodeRowShort)
		case date == "" && below > 0 && (!o.f.Sheet || r.number == below):
			o.further(r)
		case date == "": // at the foot of the table, or of a row that is no line
		case o.f.dated(r, o.at[roleDate]):
			o.Broken(r.number, report.CodeRowAmount)
		}
		return // else words: it is no movement
	}
	l := record.Line{Row: r.number}
	amount, reversal, code := o.sum(r)
	l.Amount, l.Reversal = amount, reversal
	if other, silent := o.another(r); other {
		o.Skip(r.number, record.OtherAccount, amount)
		return
	} else if silent {
		o.Broken(r.number, report.CodeRowAccount)
		return
	}
	if values.StateOf(date) == values.Pending {
		o.Skip(r.number, record.Pending, amount)
		return
	}
	if status := o.cell(r, roleStatus); status != "" {
		switch values.StateOf(status) {
		case values.Pending:
			o.Skip(r.number, record.Pending, amount)
			return
		case values.Reversed:
			o.Skip(r.number, record.Reversed, amount)
			return
		case values.NoState:
			o.Broken(r.number, report.CodeRowStatus)
			return
		}
	}
	dateCode := o.moment(r, &l)
	if dateCode != "" {
		code = dateCode
	}
	if code != "" {
		o.Broken(r.number, code)
		return
	}
	l.IDs = record.Name(nil, o.cell(r, roleID))
	if id := o.cell(r, roleID); l.IDs == nil && id != "" {
		l.IDs = []string{id}
	}
	l.Text = core.NewSecret(o.cell(r, roleText))
	raw := ""
	if !o.shared[o.cell(r, roleID)] {
		raw = strings.Join(r.cells, "\x1f")
	}
	if o.Add(l, raw) {
		o.below = r.number + 1
		o.totals.line(l, o.balance(r, l.Amount.Currency))
	}
}

// sharedNames are the names that rows have which differ otherwise, such as that of a terminal: of
// rows that say the same in all, each is a movement then.
func (v *view) sharedNames() map[string]bool {
	first, shared := map[string]int{}, map[string]bool{}
	for i, r := range v.f.rows {
		id := v.cell(r, roleID)
		if id == "" || !v.movement(r) || !v.summed(r) {
			continue
		}
		if at, seen := first[id]; !seen {
			first[id] = i
		} else if !slices.Equal(v.f.rows[at].cells, r.cells) {
			shared[id] = true
		}
	}
	return shared
}

// hasSum reports whether a row has anything where its sum should be.
func (o *reader) hasSum(r row) bool {
	for _, who := range []role{roleAmount, roleCredit, roleDebit} {
		if cell := o.cell(r, who); strings.Trim(values.Western(cell), "-") != "" {
			return true
		}
	}
	return o.dashes(r)
}

// dashes is a dated row whose sum is a dash: nothing, and said so.
func (o *reader) dashes(r row) bool {
	return o.f.dated(r, o.at[roleDate]) && o.cell(r, roleAmount)+o.cell(r, roleCredit)+o.cell(r, roleDebit) != ""
}

// further adds what a bank writes below a movement to its words.
func (o *reader) further(r row) {
	l := o.Last()
	o.below = r.number + 1
	words := o.cell(r, roleText)
	if words == "" {
		words = strings.Join(r.cells, " ")
	}
	l.Text = core.NewSecret(record.Short(l.Text.Reveal() + " " + strings.Join(strings.Fields(words), " ")))
}

func (o *reader) moment(r row, l *record.Line) report.Code {
	d, ok := o.f.date(r, o.at[roleDate])
	if !ok {
		return report.CodeRowDate
	}
	if o.badDates {
		return report.CodeRowFormat
	}
	c, ok := o.clock(r)
	at, dated, reads := d.At(o.m.Layout, c, o.zone)
	if !ok || !reads {
		return report.CodeRowDate
	}
	l.At, l.Dated = at, dated
	if v, ok := o.f.date(r, o.at[roleValue]); ok {
		l.Value, _, _ = v.At(o.m.Layout, values.Date{}, o.zone)
	}
	return ""
}

// clock reads the time that has a column of its own: a sheet has it as a share of the
// day, or as a text.
func (o *reader) clock(r row) (values.Date, bool) {
	text := o.cell(r, roleTime)
	if o.numeric(r, o.at[roleTime]) {
		if c, ok := values.ParseShare(text); ok {
			return c, true
		}
	}
	return values.ParseClock(text)
}

// sum is a row's amount: money that went is negative.
func (o *reader) sum(r row) (a money.Amount, reversal bool, code report.Code) {
	if o.at[roleAmount] >= 0 {
		n, ok := values.ParseNumber(o.cell(r, roleAmount))
		if !ok {
			return a, false, report.CodeRowAmount
		}
		side, reversal, code := o.side(r, n)
		a, sumCode := o.amount(r, n, roleAmount)
		if sumCode != "" || code != "" {
			return money.Amount{}, false, cmp.Or(sumCode, code)
		}
		a.Minor *= int64(side)
		return a, reversal, ""
	}
	var sums [2]money.Amount
	var back [2]bool
	for i, who := range []role{roleCredit, roleDebit} {
		n, ok := values.ParseNumber(o.cell(r, who))
		if !ok {
			return a, false, report.CodeRowAmount
		}
		if n.Blank() {
			continue
		}
		side, code := o.columnSide(n, who)
		sum, sumCode := o.amount(r, n, who)
		if sumCode != "" || code != "" {
			return money.Amount{}, false, cmp.Or(sumCode, code)
		}
		sum.Minor *= int64(side)
		sums[i], back[i] = sum, n.Reversal || side != [2]values.Side{values.In, values.Out}[i]
	}
	switch {
	case sums[0].Minor != 0 && sums[1].Minor != 0:
		return money.Amount{}, false, report.CodeRowAmount
	case sums[1].Minor != 0 || sums[0].Currency == "":
		return sums[1], back[1] && sums[1].Minor != 0, ""
	}
	return sums[0], back[0] && sums[0].Minor != 0, ""
}

// side is which way an amount went, as the file says or a person said.
func (o *reader) side(r row, n values.Number) (side values.Side, reversal bool, code report.Code) {
	side, reversal = n.Side, n.Reversal
	if o.at[roleSign] >= 0 {
		if side, reversal = values.SideOf(o.cell(r, roleSign)); side != values.Unknown && n.Side != values.Unknown && n.Side != side {
			return 0, false, report.CodeRowSign
		}
	} else if side == values.Unknown {
		side = o.m.Plain.side()
	}
	if n.Clash || side == values.Unknown && !nothing(n.Text) {
		return 0, false, report.CodeRowSign
	}
	return side, reversal, ""
}

// columnSide is which way a sum went that stands in the column of one side.
func (o *reader) columnSide(n values.Number, who role) (values.Side, report.Code) {
	own := values.In
	if who == roleDebit {
		own = values.Out
	}
	switch {
	case n.Clash || n.Worded && n.Side != own:
		return 0, report.CodeRowSign
	case n.Minus && who == roleCredit:
		return values.Out, "" // it was taken back
	case n.Minus && who == roleDebit && o.m.Minus == "" && !nothing(n.Text):
		return 0, report.CodeRowSign
	case n.Minus && who == roleDebit:
		return o.m.Minus.side(), ""
	}
	return own, ""
}

// amount is a sum without its sign, in the currency that the file states or else
// the one that a person named.
func (o *reader) amount(r row, n values.Number, from role) (money.Amount, report.Code) {
	currency, code := o.currency(r, n, from)
	if code != "" {
		return money.Amount{}, code
	}
	if n.Blank() {
		return money.Amount{Currency: currency}, ""
	}
	if o.numeric(r, o.at[from]) {
		return fromSheet(n.Text, currency)
	}
	if o.badSums {
		return money.Amount{}, report.CodeRowFormat
	}
	literal, ok := values.Literal(n.Text, o.m.Decimal)
	if !ok {
		return money.Amount{}, report.CodeRowAmount
	}
	return record.Wire(literal, currency)
}

func (o *reader) currency(r row, n values.Number, from role) (string, report.Code) {
	allowed := o.money(r, n, from)
	if o.m.Currency != "" {
		allowed = values.Both(allowed, []string{o.m.Currency})
	}
	if len(allowed) != 1 {
		return "", report.CodeRowCurrency
	}
	if _, err := money.FractionDigits(allowed[0]); err != nil {
		return "", report.CodeRowCurrency
	}
	return allowed[0], ""
}

// fromSheet rounds what a spreadsheet holds to the currency's decimals, if it
// is that sum but for the error of its numbers. Its sign is left away.
func fromSheet(text, currency string) (money.Amount, report.Code) {
	digits, err := money.FractionDigits(currency)
	n, bad := decimal.NewFromString(text)
	if err != nil || bad != nil || len(text) > 32 || n.Exponent() > 20 || n.Exponent() < -40 {
		return money.Amount{}, report.CodeRowAmount
	}
	round := n.Round(int32(digits))
	if n.Sub(round).Abs().GreaterThan(decimal.New(1, int32(-digits-3))) {
		return money.Amount{}, report.CodeRowDigits
	}
	return record.Wire(round.StringFixed(int32(digits)), currency)
}
