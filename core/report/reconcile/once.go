package reconcile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement"
)

// A movement that two files have counts once, and two movements that say the same count
// twice. A line with a name, or with a time of the day, is one movement in all files. For
// any other line the order tells: each file is a part of the account's history, without a
// gap, so the lines that two files share are the end of one and the beginning of the other,
// or the whole of one. Balances tell which of the possible places is the right one. Where
// more than one is possible, the line is taken for the same movement and a person is asked.

// once is what each line is beside those of the files that were read before.
type once struct {
	keys   []string // of the lines, in their order
	doubt  []string // the name of the file that may have the line; a person is asked
	base   []string // by which it is asked
	former bool     // a key is one of an older version
}

// Keys returns the keys of the lines, in their order, for statement.Options: a line that an
// earlier file of the account has keeps its key, and one that only says the same has
// another.
func Keys(in Input) []string { return in.once().keys }

// Listed is what a statement keeps of its lines, for BankStatement.Lines: of each line the
// beginning of its key, then the balances before and after all of them where the file
// states them, behind a mark that is in no key.
func Listed(in Input) string {
	var b strings.Builder
	o := in.once()
	for _, key := range o.keys {
		b.WriteString(short(key))
	}
	if !o.former {
		b.WriteString(dayMark)
	}
	if opening, closing, _, ok := statement.Edges(in.Lines); ok {
		b.WriteString(openingMark + mark(opening) + closingMark + mark(closing))
	}
	return b.String()
}

const openingMark, closingMark = "<", ">"

// mark is a balance as it is kept: it says nothing, but is compared.
func mark(a money.Amount) string {
	sum := sha256.Sum256([]byte(fmt.Sprint(a.Minor, a.Currency)))
	return hex.EncodeToString(sum[:8])[:shortKey-1]
}

// parsed is what is kept of a statement's lines: the beginnings of their keys, and the
// marks of both balances, blank where they are not known.
func parsed(lines string) (keys []string, opening, closing string) {
	for at := 0; at+shortKey <= len(lines); at += shortKey {
		switch one := lines[at : at+shortKey]; one[:1] {
		case openingMark:
			opening = one[1:]
		case closingMark:
			closing = one[1:]
		case dayMark[:1]:
		default:
			keys = append(keys, one)
		}
	}
	return keys, opening, closing
}

// Named is the ID of a statement among those that were read before: two files whose lines
// say the same in all are two statements where their accounts or their balances are others.
func Named(now journal.BankStatement, lines []statement.Line, all []journal.BankStatement) string {
	id := now.ID
	find := func() int { return slices.IndexFunc(all, func(s journal.BankStatement) bool { return s.ID == id }) }
	at := find()
	if at < 0 {
		id = formerID(now, statement.Texts(lines), all)
		at = find()
	}
	if at >= 0 && now.Number != "" && all[at].Number != "" && !statement.SameAccount(all[at], now) {
		id += short(now.Number)
		at = find()
	}
	opening, closing, _, ok := statement.Edges(lines)
	if !ok || at < 0 {
		return id
	}
	_, from, to := parsed(all[at].Lines)
	if from == "" || from == mark(opening) && to == mark(closing) {
		return id
	}
	return id + mark(opening)
}

// doubts asks of each line that an earlier file may have whether it is the same movement.
// The answer makes other keys: the lines are then matched again.
func (b *builder) doubts(o once) {
	for i, key := range o.base {
		if o.doubt[i] != "" {
			r := Row{Also: o.doubt[i]}
			b.into(&r, Again, statement.Item{Line: &b.in.Lines[i]})
			r.Key = b.in.again(key)
			r.Answer = b.said[r.Key]
			b.Rows = append(b.Rows, r)
		}
	}
}

// again is the key of the question about a line: another file asks its own.
func (in Input) again(key string) string { return string(Again) + " " + key + " " + in.Statement.ID }

// once finds the keys of the lines. What was signed keeps those that it had.
func (in Input) once() once {
	texts := statement.Texts(in.Lines)
	o := once{keys: statement.Keys(in.Lines), doubt: make([]string, len(texts))}
	mine, _ := former(texts, formers(in.Statement)) // of the very statement, by an older version
	for i, key := range mine {
		o.keys[i] = cmp.Or(key, o.keys[i])
	}
	o.base = slices.Clone(o.keys)
	var earlier []journal.BankStatement
	used, old := map[string]bool{}, map[string]bool{} // by other files
	for _, s := range in.Statements {
		if !in.near(s) {
			continue
		}
		keys, _, _ := parsed(s.Lines)
		for _, k := range keys {
			used[k] = true
		}
		maps.Copy(old, formers(s))
		if in.Statement.At.IsZero() || !s.At.After(in.Statement.At) {
			earlier = append(earlier, s)
		}
	}
	if in.Statement.Signed != nil {
		had, _, _ := parsed(in.Statement.Lines)
		o.take(texts, mine, had)
		return o
	}
	slices.SortStableFunc(earlier, func(a, b journal.BankStatement) int { return a.At.Compare(b.At) })
	elsewhere := keysOf(texts, used, old)
	same, maybe := make([][]string, len(texts)), make([][]string, len(texts)) // keys of earlier files
	for _, s := range earlier {
		f := in.beside(s, texts, elsewhere)
		for i, keys := range f.same {
			switch {
			case len(keys) == 0:
			case f.doubt[i]:
				maybe[i] = append(maybe[i], keys...)
				o.doubt[i] = cmp.Or(o.doubt[i], s.File, s.Bank, "–")
			default:
				same[i] = append(same[i], keys...)
			}
		}
	}
	said := map[string]string{}
	for _, a := range in.Statement.Answers {
		said[a.Row] = a.Answer
	}
	o.keys = make([]string, len(texts))
	own := map[string]int{} // each key is of one line
	for i, keys := range same {
		for _, key := range keys {
			if _, taken := own[key]; !taken {
				o.keys[i], own[key] = key, i
				break
			}
		}
	}
	yes := make([][]string, len(texts))
	for i := range maybe {
		if len(same[i]) > 0 {
			o.doubt[i] = ""
		} else if said[in.again(o.base[i])] != No {
			yes[i] = maybe[i]
		}
	}
	for i := range yes {
		o.find(i, yes, own, map[string]bool{})
	}
	for i, text := range texts {
		if _, taken := own[mine[i]]; mine[i] != "" && o.keys[i] == "" && !taken && !used[short(mine[i])] {
			o.keys[i], own[mine[i]] = mine[i], i
		}
		for n := 1; o.keys[i] == ""; n++ {
			key := statement.Key(text, n)
			if _, taken := own[key]; !taken && !used[short(key)] {
				o.keys[i], own[key] = key, i
			}
		}
	}
	for i, key := range o.keys {
		o.former = o.former || key == mine[i] || old[short(key)]
	}
	return o
}

// keysOf are the keys in use for what each line says, at the first line that says it. A
// person's answer may leave a number out.
func keysOf(texts []string, used, old map[string]bool) [][]string {
	all, seen := make([][]string, len(texts)), map[string]bool{}
	if len(used) == 0 {
		return all
	}
	find := func(i int, text string, among map[string]bool) {
		for n, missed := 1, 0; missed < 3; n++ {
			if key := statement.Key(text, n); among[short(key)] {
				all[i] = append(all[i], key)
			} else {
				missed++
			}
		}
	}
	zones := zonesOf(texts, old)
	for i, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		if find(i, text, used); len(zones) == 0 {
			continue
		}
		for zone, former := range statement.Former(text) {
			if zones[zone] {
				find(i, former, old)
			}
		}
	}
	return all
}

// find gives a line one of the keys that it may have, and the line that has it another one.
func (o *once) find(i int, keys [][]string, own map[string]int, tried map[string]bool) bool {
	for _, key := range keys[i] {
		if tried[key] {
			continue
		}
		tried[key] = true
		if k, taken := own[key]; !taken || len(keys[k]) > 0 && o.find(k, keys, own, tried) {
			o.keys[i], own[key] = key, i
			return true
		}
	}
	return false
}

// take gives the lines the keys that were kept of them.
func (o *once) take(texts, former, had []string) {
	left := map[string]bool{}
	for _, k := range had {
		left[k] = true
	}
	from := map[string]int{}
	for i, text := range texts {
		if former[i] != "" {
			continue // it has it
		}
		for n := from[text] + 1; n <= from[text]+len(had); n++ {
			if key := statement.Key(text, n); left[short(key)] {
				o.keys[i], from[text] = key, n
				break
			}
		}
	}
}

// near reports whether a statement may have lines of this one: of the account, in its
// format and of its days.
func (in Input) near(s journal.BankStatement) bool {
	now := in.Statement
	return s.Lines != "" && s.ID != now.ID && s.Account == now.Account && statement.SameAccount(s, now) &&
		s.To >= now.From && now.To >= s.From
}
