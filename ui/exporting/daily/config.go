package daily

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sanduq/ui/exporting"
)

// When is when files are written.
type When string

// The times.
const (
	Off    When = ""
	AfterZ When = "z"    // each day of a Z, once it is closed
	AtTime When = "time" // each day that is over and the present one, at the same time
)

// Config is what is written, where and when. The zero value writes nothing.
type Config struct {
	When   When   `json:"when,omitempty"`
	At     string `json:"at,omitempty"` // 22:30, of AtTime
	Folder string `json:"folder,omitempty"`
	Kinds  string `json:"kinds,omitempty"` // kinds with blanks between, each as Kind.String has it
}

// Kind is a kind of file.
type Kind struct {
	Of   exporting.Book
	Form exporting.Form
}

// String is "sales/xlsx".
func (k Kind) String() string { return cmp.Or(string(k.Of), "sales") + "/" + string(k.Form) }

// Kinds are all that there are, book by book.
func Kinds() (all []Kind) {
	for _, of := range []exporting.Book{exporting.OfSales, exporting.OfZs, exporting.OfZLines, exporting.OfOwed, exporting.OfAudit, exporting.OfAccounts} {
		for _, f := range exporting.Forms() {
			if f.Fits(of) {
				all = append(all, Kind{of, f})
			}
		}
	}
	return all
}

// Has reports whether a kind is written.
func (c Config) Has(k Kind) bool { return slices.Contains(strings.Fields(c.Kinds), k.String()) }

// Toggle is c with a kind that it had not, or without one that it had.
func (c Config) Toggle(k Kind) Config {
	var all []string
	for _, one := range Kinds() {
		if c.Has(one) != (one == k) {
			all = append(all, one.String())
		}
	}
	c.Kinds = strings.Join(all, " ")
	return c
}

// The fields of a Config, as Check names them.
const (
	FieldFolder = "folder"
	FieldAt     = "at"
	FieldKinds  = "kinds"
)

// Check returns the field that cannot be used, blank for none.
func (c Config) Check() string {
	_, err := time.Parse("15:04", c.At)
	switch {
	case c.When == Off:
	case c.Folder == "":
		return FieldFolder
	case c.When == AtTime && err != nil:
		return FieldAt
	case !slices.ContainsFunc(Kinds(), c.Has):
		return FieldKinds
	}
	return ""
}
