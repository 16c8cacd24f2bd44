package table

import (
	"slices"
	"strings"
	"unicode"

	"sanduq/core/report/statement/values"
)

// ownHeads are what banks call the column of the account that a row is of. Some call the
// other side's account the same: a person says so once.
var ownHeads = func() (all []string) {
	for w := range strings.FieldsSeq("account accountno accountnumber accountnumbers accountid accountiban acctno acct bankaccount bankaccountnumber ownaccount myaccount iban compte numerocompte numerodecompte ncompte " +
		"konto kontonummer kontonr auftragskonto ibanauftragskonto rekening rekeningnummer cuenta conto رقمالحساب الحساب حساب رقمحساب") {
		all = append(all, values.Key(w))
	}
	return all
}()

// mostAccounts is how many accounts of its own a file has: a column with more is the other
// side's.
const mostAccounts = 12

// accountColumn is the column that may name the account of each row, -1 for none.
func (f *File) accountColumn(headRow int, at columns) int {
	for i, c := range f.heads(headRow) {
		whole, bare := headKeys(c)
		if (slices.Contains(ownHeads, whole) || slices.Contains(ownHeads, bare)) && !slices.Contains(at[:], i) {
			return i
		}
	}
	return -1
}

// AccountKey is how an account's number is compared; blank where a text holds none.
func AccountKey(text string) string {
	digits := 0
	key := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			digits++
			return r
		case unicode.IsLetter(r):
			return unicode.ToUpper(r)
		}
		return -1
	}, values.Western(text))
	if digits < 5 {
		return ""
	}
	return key
}

// Accounts are the accounts of which a table has movements, as it writes them, where it
// has those of more than one; none where a person said that all rows are of one.
func (f *File) Accounts(m Mapping) []string {
	at, err := f.columns(m)
	if err != nil {
		return nil
	}
	return f.survey(m, at).accounts()
}

func (v *view) accounts() (all []string) {
	if v.m.OneAccount || v.account < 0 {
		return nil
	}
	seen, rows := map[string]bool{}, 0
	for _, r := range v.f.rows {
		if !v.movement(r) || !v.summed(r) || v.account >= len(r.cells) {
			continue
		}
		key := AccountKey(r.cells[v.account])
		if key == "" {
			if r.cells[v.account] != "" {
				return nil // names of something else
			}
			continue
		}
		if rows++; !seen[key] {
			seen[key] = true
			all = append(all, r.cells[v.account])
		}
	}
	if len(all) < 2 || len(all) > mostAccounts || rows >= 10 && len(all)*2 > rows {
		return nil
	}
	return all
}

// summed reports whether a row has a sum.
func (v *view) summed(r row) bool {
	return v.cell(r, roleAmount) != "" || v.cell(r, roleCredit) != "" || v.cell(r, roleDebit) != ""
}

// another reports whether a row is of another account than the one that a person chose;
// silent says that it names none.
func (o *reader) another(r row) (other, silent bool) {
	if len(o.several) == 0 {
		return false, false
	}
	key := ""
	if o.account < len(r.cells) {
		key = AccountKey(r.cells[o.account])
	}
	return o.m.Account != "" && key != "" && key != AccountKey(o.m.Account), o.m.Account == "" || key == ""
}
