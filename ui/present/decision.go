package present

import (
	"strings"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/ui/words"
)

// Decision is what an entry of the book of decisions says: what was done, and what
// belongs to it. An action that the catalogue does not know stands as it is: it
// happened.
func Decision(w *words.Catalogue, r journal.AuditRow) (what, detail string) {
	what, detail = string(r.Action), r.Detail
	if key := "audit." + what; w.Has(key) {
		what = w.T(key)
	}
	if key := "reason." + detail; w.Has(key) {
		detail = w.T(key)
	}
	if r.Action == queries.AuditEntered || r.Action == queries.AuditWithdrawn {
		if i := strings.LastIndex(detail, "; shift "); i >= 0 { // the last: a person may have written the words before
			detail = detail[:i] // what follows is for the till alone
		}
	}
	return what, detail
}
