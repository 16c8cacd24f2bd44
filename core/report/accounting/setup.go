package accounting

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sanduq/core/report"
)

// Setup is what a bookkeeper writes down once: what the shop's accounts are called, and
// what DATEV asks for beside them.
type Setup struct {
	Accounts Accounts `json:"accounts"`
	DATEV    struct {
		Adviser int `json:"adviser"` // the adviser's number, 1001 or more
		Client  int `json:"client"`  // the client's, 1 or more
		// Begins is the month in which the year of the books begins, 1 to 12; 0 is January.
		Begins int `json:"yearBeginsInMonth,omitempty"`
	} `json:"datev"`
}

// ParseSetup reads what a bookkeeper wrote; accounts that it does not name have their
// usual names. CodeAccounts for what is no such file, or names an account twice.
func ParseSetup(text []byte) (Setup, error) {
	s := Setup{Accounts: Usual()}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))) // editors of Windows write one
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Setup{}, report.Refuse(report.CodeAccounts, err)
	}
	seen := map[string]bool{}
	for _, name := range s.Accounts.all() {
		if name = plain(name); name == "" || seen[name] {
			return Setup{}, report.Refuse(report.CodeAccounts, fmt.Errorf("account %q is blank or named twice", name))
		}
		seen[name] = true
	}
	return s, nil
}

// Text is the setup as a file.
func (s Setup) Text() []byte {
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil { // of names and numbers: it cannot be
		return nil
	}
	return append(out, '\n')
}

func (a Accounts) all() []string {
	return []string{a.Sales, a.Cash, a.Safe, a.Clearing, a.Bank, a.Fees, a.Rounding, a.Difference, a.Owed, a.Second, a.Kept, a.Suspense, a.Transfer}
}

// Options are those of a file that is written now, whose first entry is of a day.
func (s Setup) Options(zone *time.Location, now, first time.Time) Options {
	o := Options{Accounts: s.Accounts, Zone: zone, Now: now, Adviser: s.DATEV.Adviser, Client: s.DATEV.Client}
	month := time.Month(min(max(s.DATEV.Begins, 1), 12))
	o.YearBegins = time.Date(first.In(zone).Year(), month, 1, 0, 0, 0, 0, zone)
	if first.Before(o.YearBegins) {
		o.YearBegins = o.YearBegins.AddDate(-1, 0, 0)
	}
	return o
}

// datevAccounts is how many digits the account numbers have, all the same: 4 to 8.
// CodeAccounts where they have not, or a number of the head lacks.
func datevAccounts(o Options) (digits int, err error) {
	all := o.Accounts.all()
	digits = len(all[0])
	if digits < 4 || digits > 8 || o.Adviser < 1001 || o.Client < 1 || slices.ContainsFunc(all, func(a string) bool { return len(a) != digits || strings.Trim(a, "0123456789") != "" }) {
		return 0, report.Refuse(report.CodeAccounts, fmt.Errorf("DATEV takes account numbers of one length, and the numbers of adviser and client"))
	}
	return digits, nil
}
