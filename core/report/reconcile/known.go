package reconcile

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// shortKey is how much of a line's key a statement keeps: 64 bits.
const shortKey = 16

func short(key string) string { return key[:min(len(key), shortKey)] }

// Known is what statement.Options ask for: the sales that a line was found to be when it
// was read before, in any file of the account, and those that are lines of other files of
// the account, which this one does not have.
func Known(in Input) (known map[string][]journal.SaleID, elsewhere map[journal.SaleID]bool) {
	known, elsewhere = map[string][]journal.SaleID{}, map[journal.SaleID]bool{}
	of := map[string]journal.BankStatement{}
	for _, s := range in.Statements {
		of[s.ID] = s
	}
	own := map[string]bool{}
	for _, key := range Keys(in) {
		own[key] = true
	}
	for _, r := range in.Kept {
		here, there := false, false
		for _, l := range r.Lines {
			s, kept := of[l.Statement]
			same := !kept || statement.SameAccount(s, in.Statement)
			if !l.Back && same && !slices.Contains(known[l.Line], r.Sale) {
				known[l.Line] = append(known[l.Line], r.Sale)
			}
			here = here || own[l.Line] && same
			there = there || kept && same && s.Account == in.Statement.Account // in one format a line has one key
		}
		if r.Reconciles() && there && !here {
			elsewhere[r.Sale] = true
		}
	}
	for _, sales := range known {
		slices.Sort(sales)
	}
	return known, elsewhere
}

// listed are the lines of the other statements that say which they have, in the account
// and the format of this one: a line of both has one key.
func (in Input) listed() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, s := range in.Statements {
		if !in.near(s) {
			continue
		}
		keys, _, _ := parsed(s.Lines)
		all[s.ID] = setOf(keys)
	}
	return all
}

// apart reports whether a line of another file is another movement than one of this: they
// have keys of their own in one account and format, or neither file speaks of the other's
// day. A bank that words a movement anew is asked about: see whollyApart.
func (r *Result) apart(old, fresh journal.BankLine) bool {
	return r.had[old.Statement] != nil || r.daysApart(old, fresh)
}

// whollyApart is apart where no wording can be the reason: one of the files has both.
func (r *Result) whollyApart(old, fresh journal.BankLine) bool {
	return r.own[old.Line] || r.had[old.Statement][short(fresh.Line)] || r.daysApart(old, fresh)
}

// daysApart reports whether both files are of one account in one format, and neither
// speaks of the other's day.
func (r *Result) daysApart(old, fresh journal.BankLine) bool {
	at := slices.IndexFunc(r.in.Statements, func(s journal.BankStatement) bool { return s.ID == old.Statement })
	if at < 0 {
		return false
	}
	s, now := r.in.Statements[at], r.in.Statement
	return s.Account == now.Account && (old.Day < now.From || old.Day > now.To) && (fresh.Day < s.From || fresh.Day > s.To)
}

// elsewhere reports whether another statement has a payment: this one need not.
func (b *builder) elsewhere(sale journal.SaleID) bool {
	r := b.in.Kept[sale]
	return r.Reconciles() && !slices.ContainsFunc(r.Lines, func(l journal.BankLine) bool { return l.Statement == b.in.Statement.ID })
}
