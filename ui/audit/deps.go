// Package audit shows the book of decisions and ends: who did what and when, and
// that no entry was changed or taken out. It changes nothing.
//
// Everything belongs on the UI goroutine. Questions to the book go through Env.Go
// and come back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package audit

import (
	"context"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/ui/exporting"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// Tab is the key of what the screen is called where it stands beside others.
const Tab = "audit.tab"

// Book is where the entries are. All may be slow.
type Book interface {
	// Audit returns up to limit entries before the number before (0: from the
	// newest), newest first.
	Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error)
}

// Checked is what a check of the whole chain came to.
type Checked struct {
	Entries uint64
	Since   time.Time // of the first entry; zero without any
	Broken  uint64    // the first entry that does not follow from the one before; 0 for none
}

// Deps is what the screen is built from.
type Deps struct {
	Book  Book
	Today func() journal.Day
	// Check walks the whole chain and tells how far it is, both off the UI
	// goroutine; nil where that cannot be done beside the till.
	Check func(ctx context.Context, progress func(done, all uint64)) (Checked, error)
	// Open shows the sale of an entry; nil where none can be shown.
	Open func(id journal.SaleID)
	// Export lets a person take along what the filter shows; nil where nothing is
	// exported.
	Export func(exporting.Request)
	Failed func(err error)
}

// Memory is what the screen remembers while it is away, or is built again.
type Memory struct {
	filter  filter
	checked *Checked // of the last check; nil before there was one
	// unchecked: the last check came to no end, until another does.
	unchecked bool
}

// span is which days are shown.
type span int

const (
	today span = iota
	yesterday
	week
	picked
)

// filter is what the chips and the search field say. The zero value is today, all
// of it.
type filter struct {
	span   span
	day    journal.Day // with picked
	by     string      // blank is anyone
	nobody bool        // only what the till did by itself
	kind   string      // blank is any
	search string
}

// days are the first and the last day that a filter shows.
func (f filter) days(now journal.Day) (from, to journal.Day) {
	back := func(n int) journal.Day {
		t := now.Time(time.UTC)
		if t.IsZero() {
			return now
		}
		return journal.DayOf(t.AddDate(0, 0, -n))
	}
	switch f.span {
	case yesterday:
		return back(1), back(1)
	case week:
		return back(6), now
	case picked:
		return f.day, f.day
	}
	return now, now
}

// PassphraseReplaced is the action of a person who had forgotten the passphrase of the
// data and chose a new one by their recovery code.
const PassphraseReplaced journal.AuditAction = "passphraseReplaced"

// kinds sort the actions into what people look for. An action that is not here is
// of any kind alone.
var kinds = map[string][]journal.AuditAction{
	"payments": {journal.AuditSettled, journal.AuditSettledLate, journal.AuditConflict, journal.AuditPaidTwice, journal.AuditMaybeTwice, journal.AuditSetAside, journal.AuditReplaced, journal.AuditToManager,
		journal.AuditResolvedOutside, journal.AuditCodeAgain, journal.AuditCopy, journal.AuditAlertRead, journal.AuditAmountAllowed},
	"day": {journal.AuditShiftOpened, journal.AuditFloat, journal.AuditShiftHanded, journal.AuditCounted, journal.AuditDrawer, journal.AuditShiftClosed, journal.AuditCash, journal.AuditCashReversed, journal.AuditCashIn,
		journal.AuditCashOut, journal.AuditCashAsked, journal.AuditClockBehind, journal.AuditClockAccepted, journal.AuditBookFrom},
	"owed": {journal.AuditOwed, journal.AuditOwedNoted, journal.AuditOwedReturned, journal.AuditOwedKept, journal.AuditAlone, journal.AuditReferenceAgain, journal.AuditPaidTwice, journal.AuditMaybeTwice, journal.AuditStatement},
	"people": {journal.AuditSignedIn, journal.AuditSignedOut, journal.AuditWrongPIN, journal.AuditAllowed, journal.AuditTakenOver, journal.AuditUserAdded, journal.AuditUserChanged,
		journal.AuditUserRemoved, journal.AuditPINChanged, journal.AuditStaffForgot, journal.AuditRights, journal.AuditSumsSeen},
	"shop": {journal.AuditSettings, journal.AuditGateway, journal.AuditRecoveryCode, journal.AuditRestored, journal.AuditRolledBack, journal.AuditReconciled, journal.AuditBackups,
		journal.AuditOffice, PassphraseReplaced, queries.AuditEntered, queries.AuditWithdrawn},
}

// kindOrder is how the kinds are offered.
var kindOrder = []string{"payments", "day", "owed", "people", "shop"}

// icons are those of the kinds; an action of none has the list's.
var icons = map[string]string{"payments": "receipt", "day": "drawer", "owed": "return", "people": "user", "shop": "settings"}

// own are the icons of actions that have one of their own.
var own = map[journal.AuditAction]string{journal.AuditCashIn: "cash-in", journal.AuditCashOut: "cash-out", journal.AuditCashAsked: "cash-out", journal.AuditCash: "cash", journal.AuditSetAside: "set-aside",
	journal.AuditCopy: "copy", journal.AuditResolvedOutside: "check", journal.AuditConflict: "question", journal.AuditSettledLate: "late"}

func icon(a journal.AuditAction) string {
	if i := own[a]; i != "" {
		return i
	}
	for _, k := range kindOrder {
		if slices.Contains(kinds[k], a) {
			return icons[k]
		}
	}
	return "list"
}

// said is an entry in words.
func said(env screen.Env, r journal.AuditRow) string {
	what, detail := present.Decision(env.Words, r)
	if detail != "" {
		what = env.Words.T("audit.with", "what", what, "detail", detail)
	}
	if r.DelegatedBy != "" {
		what = env.Words.T("audit.lent", "what", what, "name", r.DelegatedBy)
	}
	return what
}

// who is whose entry it is.
func who(env screen.Env, r journal.AuditRow) string {
	if r.By == "" {
		return env.Words.T("audit.nobody")
	}
	return r.By
}

// has reports whether an entry is one that a filter shows, whatever its day.
func has(env screen.Env, f filter, r journal.AuditRow) bool {
	switch {
	case f.by != "" && r.By != f.by && r.DelegatedBy != f.by, f.nobody && r.By != "":
		return false
	case f.kind != "" && !slices.Contains(kinds[f.kind], r.Action):
		return false
	}
	text := present.Sought(strings.Join([]string{said(env, r), who(env, r), r.SaleID.Paper(), number(r.SaleID)}, "\n"))
	for word := range strings.FieldsSeq(present.Sought(f.search)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// number is what people call the sale of an entry; blank for none.
func number(id journal.SaleID) string {
	if id == "" {
		return ""
	}
	return present.Number(id)
}
