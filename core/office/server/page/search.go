package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
)

// A search is tried in three steps, of which the first that fills a page is enough. Most
// are for what one sale has, some for what all have, and nobody knows before which it is:
// what PostgreSQL guesses of the beginning of a text is often wrong. These are variables
// for tests.
var (
	newest = 1_000 // are looked at one by one: what one sale of twenty has is there
	window = 2     // days whose sales are looked for by the indexes next
	seldom = 1_000 // of all days before: as many are sorted to find the first of them
)

// searched reads the first sales that a search finds: among the newest, of the newest
// days, of all before.
func (db asked) searched(who Person, q office.Question, within conditions, limit int) ([]office.Listing, error) {
	last, err := db.months(q)
	if err != nil || len(last) == 0 {
		return []office.Listing{}, err
	}
	late, early := q, q
	late.To, late.From = journal.DayOf(last[0]), max(q.From, journal.DayOf(last[0].AddDate(0, 0, 1-window)))
	early.To = journal.DayOf(last[0].AddDate(0, 0, -window))
	out, err := db.peek(who, q, within(late, nil), limit)
	if err != nil || len(out) == limit {
		return out, err
	}
	out, err = db.indexed(who, late, within, few, limit)
	if err != nil || len(out) == limit || early.To < q.From {
		return out, err
	}
	older, err := db.indexed(who, early, within, seldom, limit-len(out))
	return append(out, older...), err
}

// indexed reads the first sales that a search finds between the question's days: by
// sorting what each way finds, where that is no more than so many; else month by month.
func (db asked) indexed(who Person, q office.Question, within conditions, most, limit int) ([]office.Listing, error) {
	out, often, err := db.sorted(within(q, nil), most, limit)
	if err != nil {
		return nil, err
	}
	if len(often) > 0 {
		many, err := db.monthly(who, q, within, often, limit)
		if err != nil {
			return nil, err
		}
		out = append(out, many...)
	}
	slices.SortFunc(out, newestFirst)
	out = slices.CompactFunc(out, func(a, b office.Listing) bool { return newestFirst(a, b) == 0 }) // found in two ways
	return out[:min(limit, len(out))], nil
}

// peek looks at the newest sales one by one, where they stand beside each other: of all
// shops or of one, with no other filter.
func (db asked) peek(who Person, q office.Question, w *where, limit int) ([]office.Listing, error) {
	alone := office.Question{Practice: q.Practice, Shop: q.Shop, From: q.From, To: q.To, Booked: q.Booked, Before: q.Before, Limit: q.Limit, Search: q.Search, Currency: q.Currency}
	if !who.All && q.Shop == 0 || q != alone {
		return nil, nil
	}
	first := order + strconv.Itoa(newest)
	return db.listings(fmt.Sprintf("SELECT %s FROM (SELECT x.* FROM %s x%s) x WHERE %s%s", columns, ordered(strings.Join(w.all, " AND "), first), first, w.any(), order), limit, w.values)
}

// sorted reads the first sales of each way that finds no more than so many, of all days
// at once: each index is looked into once, and the question planned once, however many
// months there are. It returns the ways that find more, and nothing of those.
func (db asked) sorted(w *where, most, limit int) (out []office.Listing, often []int, err error) {
	var found, firsts []string
	for i, one := range w.each() {
		if !one.begins { // an index has them in order
			firsts = append(firsts, fmt.Sprintf("(SELECT %d, 0, %s FROM sales x WHERE NOT x.open AND %s%s%d)", i, columns, one.condition, order, limit))
			continue
		}
		found = append(found, fmt.Sprintf("f%d AS MATERIALIZED (SELECT x.* FROM sales x WHERE NOT x.open AND %s LIMIT %d)", i, one.condition, most+1))
		firsts = append(firsts, fmt.Sprintf("(SELECT %[1]d, (SELECT count(*) FROM f%[1]d), %[2]s FROM f%[1]d x%[3]s%[4]d)", i, columns, order, limit))
	}
	firsts = append(firsts, fmt.Sprintf("(SELECT -1, 0, %s FROM sales x WHERE x.open AND %s%s%d)", columns, w, order, limit)) // few: all ways at once
	rows, err := db.tx.Query(db.ctx, "WITH "+strings.Join(found, ", ")+" "+strings.Join(firsts, " UNION ALL "), w.values...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var i, has int
		l, err := listing(rows, &i, &has)
		switch {
		case err != nil:
			return nil, nil, err
		case has <= most:
			out = append(out, l)
		case !slices.Contains(often, i):
			often = append(often, i)
		}
	}
	return out, often, rows.Err()
}

// search looks for what people read from paper or a telephone. Each part of it is
// spelt as an index of its own is (see the migration 00022).
func (w *where) search(q office.Question) {
	text := strings.ToLower(strings.TrimSpace(strings.Map(func(r rune) rune {
		if digit, ok := money.Digit(r); ok {
			return digit
		}
		return r
	}, money.Copied(q.Search))))
	if n, found := strings.CutPrefix(text, "#"); found {
		number, err := strconv.ParseInt(n, 10, 32)
		if err != nil {
			number = -1
		}
		w.and("x.number = %s", int(number))
		return
	}
	begins := literally.Replace(text) + "%"
	w.or(true, "(x.transaction_id <> '' AND lower(x.transaction_id) LIKE %s)", begins)
	w.or(true, "lower(left(x.order_id, 18)) LIKE %s AND lower(x.order_id) LIKE %s", literally.Replace(string([]rune(text)[:min(len([]rune(text)), 18)]))+"%", begins)
	w.or(true, "(x.reference <> '' AND lower(x.reference) LIKE %s)", begins)
	if seq, err := strconv.ParseInt(strings.TrimPrefix(text, "t-"), 10, 64); err == nil {
		w.or(false, "(x.receipt_seq <> 0 AND x.receipt_seq = %s)", seq)
	}
	if number, err := strconv.ParseInt(text, 10, 32); err == nil && number > 0 {
		w.or(false, "x.number = %s", int(number))
	}
	if a, err := money.Parse(text, cmp.Or(q.Currency, "LYD")); err == nil {
		w.or(false, "(x.minor = %s AND x.currency = %s)", a.Minor, a.Currency)
	}
	if len(text) >= 3 {
		w.or(true, "(x.payer <> '' AND reverse(x.payer) LIKE %s)", literally.Replace(backwards(text))+"%")
	}
}

// literally takes what LIKE would understand for itself.
var literally = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

func backwards(text string) string {
	runes := []rune(text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}
