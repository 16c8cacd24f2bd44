package statement

import (
	"regexp"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/table"
)

// numbers are where formats say of which account they are, for certain.
var numbers = map[Kind]*regexp.Regexp{
	KindMT: regexp.MustCompile(`(?m)^:25P?:[ \t]*(\S+)`), KindOFX: regexp.MustCompile(`<ACCTID>\s*([^<\r\n]*)`),
	KindBAI2: regexp.MustCompile(`(?m)^03,([^,/]+)`),
	KindCAMT: camtNumber, KindCAMT052: camtNumber, KindCAMT054: camtNumber,
}

var camtNumber = regexp.MustCompile(`<(?:\w+:)?Acct>\s*<(?:\w+:)?Id>\s*` +
	`(?:<(?:\w+:)?Othr>\s*<(?:\w+:)?Id>|<(?:\w+:)?IBAN>)\s*([^<]*)`)

// ibanMark stands behind the digests of a number that is written as an international one.
const ibanMark = "iban"

// Number are digests of the number of the account that the file is of, between blanks: of
// the number as the file writes it, then of the other forms that record.Forms knows. The
// account is the one that was chosen of a file that has several, or else the one of its
// rows. Blank where its format names none for certain.
func (f *File) Number(chosen string) string {
	switch key := table.AccountKey(chosen); {
	case key != "" && f.table != nil:
		return digests(chosen, key)
	case chosen != "":
		return digests(chosen, record.Normal(chosen))
	}
	at := numbers[f.Kind]
	if at == nil {
		return ""
	}
	if all := f.accounts(); len(all) > 0 {
		return digests(all[0], record.Normal(all[0]))
	}
	if m := at.FindStringSubmatch(f.text); m != nil { // it has no row
		return digests(m[1], record.Normal(m[1]))
	}
	return ""
}

// digests has the form first under which older versions kept a number.
func digests(number, first string) string {
	if first == "" {
		return ""
	}
	forms, iban := record.Forms(number)
	all := []string{digest(first)}
	for _, form := range forms {
		if one := digest(form); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	if iban {
		all = append(all, ibanMark)
	}
	return strings.Join(all, " ")
}

// named are the kinds whose files have one BankStatement.Account each, by that; see ID.
var named = func() map[string]Kind {
	all := map[string]Kind{}
	for kind := range numbers {
		all[digest(digest(string(kind)))] = kind
	}
	return all
}()

// SameAccount reports whether two statements are of one account, as far as they say: by
// their numbers, or else by what a person calls their bank. Where one file writes the
// international number and the other one that is no part of it, they may be one account.
func SameAccount(s, o journal.BankStatement) bool {
	a, b := strings.Fields(s.Number), strings.Fields(o.Number)
	if len(a) > 0 && len(b) > 0 {
		if slices.ContainsFunc(a, func(one string) bool { return one != ibanMark && slices.Contains(b, one) }) {
			return true
		}
		if s.Account == o.Account || named[s.Account] == "" && named[o.Account] == "" || international(s, a) == international(o, b) {
			return false
		}
	}
	return s.Account == o.Account || s.Bank != "" && s.Bank == o.Bank
}

// international reports whether a statement's number is an international one. Older
// versions did not say so: camt has hardly any other.
func international(s journal.BankStatement, number []string) bool {
	return slices.Contains(number, ibanMark) || len(number) == 1 && strings.HasPrefix(string(named[s.Account]), "camt")
}
