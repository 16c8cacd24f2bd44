package reconcile

import (
	"cmp"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// Input is what a statement was found to say, and what is known from before.
type Input struct {
	Statement journal.BankStatement
	Lines     []statement.Line
	Items     []statement.Item // of statement.Match over the same lines
	// Kept is what statements had of the sales before, and Statements are those.
	Kept       map[journal.SaleID]journal.Reconciled
	Statements []journal.BankStatement
	Currency   string // of the till
	// Beyond are payments of other days that no line has: one may be assigned to a row.
	Beyond []*statement.Entry
}

// Result is what a manager sees of a statement.
type Result struct {
	Rows []Row // what needs somebody first, the largest difference first, then what is folded
	Sums Sums
	in   Input
	keys map[*statement.Line]string
	own  map[string]bool            // the same keys
	had  map[string]map[string]bool // what other files of the account have, by the statement; see has
}

// Build makes the rows. It is a pure function of what it is given.
func Build(in Input) *Result {
	b := &builder{Result: Result{in: in, keys: map[*statement.Line]string{}, own: map[string]bool{}, had: in.listed()}, said: map[string]journal.BankAnswer{}}
	o := in.once()
	for i, key := range o.keys {
		b.keys[&in.Lines[i]], b.own[key] = key, true
	}
	for _, s := range in.Statements { // what was said of a line, or of a sale, holds in each file that has it
		for _, a := range s.Answers {
			if a.Answer != Tomorrow && s.ID != in.Statement.ID && !a.At.Before(b.said[a.Row].At) {
				b.said[a.Row] = a
			}
		}
	}
	for _, a := range in.Statement.Answers {
		b.said[a.Row] = a
	}
	b.returns()
	b.loose()
	for _, item := range in.Items {
		if !b.assignedBefore(item) {
			b.item(item)
		}
	}
	b.doubts(o)
	b.fold()
	b.Sums = Add(b.Rows)
	return &b.Result
}

// Single returns the rows of one finding of a row that is folded: the finding itself,
// or the sales of a deposit.
func (r *Result) Single(k Kind, item statement.Item) (rows []Row) {
	b := &builder{Result: *r, said: map[string]journal.BankAnswer{}}
	one := func(i statement.Item) {
		row := b.row(k, i)
		row.Key, row.Answer = "", journal.BankAnswer{}
		row.Kind = Matched
		if k.apart() {
			row.Kind = k
		}
		rows = append(rows, row)
	}
	if len(item.Group) == 0 {
		one(item)
	}
	for _, e := range item.Group {
		one(statement.Item{Class: item.Class, Entry: e})
	}
	return rows
}

type builder struct {
	Result
	said    map[string]journal.BankAnswer
	back    map[*statement.Entry][]statement.Item // returns that no second payment has yet
	free    map[journal.SaleID]*statement.Entry   // payments that no line has
	matched Row
	abroad  Row // matched in other currencies: it is in no sum
	folded  []Row
	gone    Row // returns that are found
	away    Row
}

// returns gathers what the bank took back, by the payment.
func (b *builder) returns() {
	b.back = map[*statement.Entry][]statement.Item{}
	for _, item := range b.in.Items {
		if item.Class == statement.Returned {
			b.back[item.Entry] = append(b.back[item.Entry], item)
		}
	}
}

// item makes the row of one finding.
func (b *builder) item(item statement.Item) {
	switch item.Class {
	case statement.Matched:
		if b.again(item) {
			b.twice(item)
			return
		}
		if item.Line.Amount.Currency != b.in.Currency {
			b.into(&b.abroad, Matched, item)
			return
		}
		b.into(&b.matched, Matched, item)
	case statement.Grouped:
		if item.Sure {
			b.deposit(item)
			return
		}
		b.guess(item)
	case statement.Assumed:
		b.guess(item)
	case statement.Unclear:
		b.choose(item)
	case statement.OtherAmount:
		if b.again(item) {
			b.twice(item)
			return
		}
		b.ask(OtherAmount, item)
	case statement.OnlyBank:
		b.ask(OnlyBank, item)
	case statement.OnlyTill:
		if !b.elsewhere(item.Entry.Sale) {
			b.ask(OnlyTill, item)
		}
	case statement.Twice:
		b.twice(item)
	case statement.BackMissing:
		b.ask(BackMissing, item)
	case statement.WentBack:
		b.into(&b.gone, WentBack, item)
	case statement.Outgoing:
		b.into(&b.away, Outgoing, item)
	}
}

// twice is a payment that is there once more, and was taken back or not.
func (b *builder) twice(item statement.Item) {
	if left := b.back[item.Entry]; len(left) > 0 && item.Line.Amount == item.Entry.Amount {
		b.back[item.Entry] = left[1:]
		b.ask(Returned, item, left[0])
		return
	}
	b.ask(Twice, item)
}

// guess is a row that a person says Yes or No to. No makes two rows of it.
func (b *builder) guess(item statement.Item) {
	r := b.row(Guess, item)
	if r.Answer.Answer != No {
		b.Rows = append(b.Rows, r)
		return
	}
	b.ask(OnlyBank, statement.Item{Class: statement.OnlyBank, Line: item.Line})
	for _, e := range append(slices.Clone(item.Group), item.Entry) {
		if e != nil {
			b.ask(OnlyTill, statement.Item{Class: statement.OnlyTill, Entry: e})
		}
	}
}

// choose is a row that may be several groups. The group that a person chose is a
// deposit; fold takes its payments from what is only at the till.
func (b *builder) choose(item statement.Item) {
	r := b.row(Choose, item)
	if c, ok := chosen(r); ok {
		item.Class, item.Group, item.Fee = statement.Grouped, c.Group, c.Fee
		of := b.row(Choose, item)
		r.Till, r.HasTill, r.Sales, r.Fee, r.Items = of.Till, true, of.Sales, c.Fee.Minor, of.Items
	}
	b.Rows = append(b.Rows, r)
}

// chosen is the group that a person chose.
func chosen(r Row) (statement.Choice, bool) {
	at := map[string]int{First: 1, Second: 2}[r.Answer.Answer]
	if r.Kind != Choose || at == 0 || at > len(r.Items[0].Choices) {
		return statement.Choice{}, false
	}
	return r.Items[0].Choices[at-1], true
}

// deposit is several sales in one sum.
func (b *builder) deposit(item statement.Item) {
	r := b.row(Deposit, item)
	r.Key, r.Answer = "", journal.BankAnswer{}
	b.folded = append(b.folded, r)
}

func (b *builder) ask(k Kind, items ...statement.Item) {
	r := b.row(k, items...)
	if k == OnlyBank {
		b.assign(&r)
	}
	if k == Twice {
		e := items[0].Entry
		r.Owed = items[0].Line.Amount == e.Amount && b.certainly(e) > 1
	}
	b.Rows = append(b.Rows, r)
}

// row makes a row of items.
func (b *builder) row(k Kind, items ...statement.Item) Row {
	r := Row{Kind: k}
	for _, item := range items {
		b.into(&r, k, item)
		if item.Line != nil {
			r.Key += b.keys[item.Line] + " "
		}
		if item.Entry != nil && k != Twice && k != Returned {
			r.Key += string(item.Entry.Sale) + " "
		}
		if k == BackMissing { // there may be several of one sale
			r.Key += item.Entry.TransactionID + " "
		}
	}
	r.Key = string(k) + " " + r.Key
	r.Answer = b.said[r.Key]
	return r
}

// into adds an item to a row.
func (b *builder) into(r *Row, k Kind, item statement.Item) {
	r.Kind = k
	r.Items = append(r.Items, item)
	if item.Line != nil {
		sum, same := minor(item.Line.Amount, b.in.Currency)
		r.HasBank, r.Lines = true, r.Lines+1
		if r.Foreign = r.Foreign || !same; same {
			r.Bank += sum
		}
	}
	entries := item.Group
	if item.Entry != nil && k != Twice && k != Returned && k != TakenBack {
		entries = []*statement.Entry{item.Entry}
	}
	for _, e := range entries {
		sum, same := minor(e.Amount, b.in.Currency)
		r.HasTill, r.Sales = true, r.Sales+1
		if r.Foreign = r.Foreign || !same; same {
			r.Till += sum
		}
	}
	if len(item.Group) > 0 {
		r.Fee += item.Fee.Minor
	}
}

// fold puts what needs nobody below what does, and what the bank took back of a payment
// that it had once among what does.
func (b *builder) fold() {
	for _, item := range b.in.Items { // in the order of the findings
		if left := b.back[item.Entry]; item.Class == statement.Returned && len(left) > 0 {
			b.back[item.Entry] = left[1:]
			b.ask(TakenBack, item)
		}
	}
	taken := map[*statement.Entry]bool{}
	for _, r := range b.Rows {
		if c, ok := chosen(r); ok {
			for _, e := range c.Group {
				taken[e] = true
			}
		}
		if r.Kind == OnlyBank && r.HasTill {
			taken[r.Items[0].Entry] = true
		}
	}
	b.Rows = slices.DeleteFunc(b.Rows, func(r Row) bool { return r.Kind == OnlyTill && taken[r.Items[0].Entry] })
	slices.SortStableFunc(b.Rows, func(x, y Row) int { return cmp.Compare(abs(y.Difference()), abs(x.Difference())) })
	for _, r := range slices.Concat([]Row{b.matched, b.abroad}, b.folded, []Row{b.gone, b.away}) {
		if r.Items != nil {
			b.Rows = append(b.Rows, r)
		}
	}
}

func abs(n int64) int64 { return max(n, -n) }
