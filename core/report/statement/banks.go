package statement

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sanduq/core/report/statement/values"
)

// Bank is how the files of one bank's account are read. A file is recognised by
// its heads and its account, of both of which only a digest is kept.
type Bank struct {
	Name    string  `json:"name"` // as a person calls it
	Heads   string  `json:"heads"`
	Account string  `json:"account,omitempty"` // blank where the file names none
	Mapping Mapping `json:"mapping"`
	Fee     Fee     `json:"fee,omitzero"` // as its files proved it
}

// Banks are those that are known, the one used last first. The zero value has
// none.
type Banks struct {
	Banks []Bank `json:"banks"`
}

// mostBanks is how many are kept.
const mostBanks = 40

// ParseBanks reads what String wrote; anything else gives none, so that all is
// asked again.
func ParseBanks(kept string) Banks {
	var b Banks
	if json.Unmarshal([]byte(kept), &b) != nil {
		return Banks{}
	}
	return b
}

// String is the banks as JSON.
func (b Banks) String() string {
	out, err := json.Marshal(b)
	if err != nil {
		return ""
	}
	return string(out)
}

// Find is the bank of a file: of the same heads and the same account, or else of
// the same heads where one of both names no account.
func (b Banks) Find(f *File) (Bank, bool) {
	heads, account := f.digests()
	for _, strict := range []bool{true, false} {
		for _, bank := range b.Banks {
			if bank.Heads == heads && (bank.Account == account || !strict && (bank.Account == "" || account == "")) {
				return bank, true
			}
		}
	}
	return Bank{}, false
}

// KeepFee adds what a bank keeps of its deposits to the one of a file, where it is known.
func (b Banks) KeepFee(f *File, fee Fee) Banks {
	all := slices.Clone(b.Banks)
	heads, account := f.digests()
	for i := range all {
		if all[i].Heads == heads && all[i].Account == account {
			all[i].Fee = fee
		}
	}
	return Banks{Banks: all}
}

// Add adds how a file was read, in place of what was kept of the same bank.
func (b Banks) Add(f *File, name string, m Mapping) Banks {
	one := Bank{Name: strings.TrimSpace(name), Mapping: m}
	one.Heads, one.Account = f.digests()
	for _, old := range b.Banks {
		if old.Heads == one.Heads && old.Account == one.Account {
			one.Fee = old.Fee
		}
	}
	rest := slices.DeleteFunc(slices.Clone(b.Banks), func(old Bank) bool { return old.Heads == one.Heads && old.Account == one.Account })
	rest = append([]Bank{one}, rest...)
	return Banks{Banks: rest[:min(len(rest), mostBanks)]}
}

// digests are what a file is recognised by.
func (f *File) digests() (heads, account string) {
	heads = string(f.Kind)
	if f.table == nil {
		return digest(heads), ""
	}
	m, _ := f.table.Guess()
	for i, row := range f.table.Raw(max(m.HeadRow, 1)) {
		switch {
		case i+1 == m.HeadRow:
			for _, c := range row {
				heads += "\x00" + values.Key(c)
			}
		case m.HeadRow == 0:
			heads += fmt.Sprint("\x00", len(row))
		default:
			if n := accountNumber(row); n != "" && account == "" {
				account = digest(n)
			}
		}
	}
	return digest(heads), account
}

// accountNumber is the first long number above the table.
func accountNumber(cells []string) string {
	for _, c := range cells {
		for word := range strings.FieldsFuncSeq(c, func(r rune) bool { return unicode.IsSpace(r) || r == ':' }) {
			digits := strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) {
					return r
				}
				return -1
			}, word)
			if len(digits) >= 8 && !strings.ContainsAny(word, "/.,") {
				return digits
			}
		}
	}
	return ""
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}
