package alarm

import (
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/words"
)

// storeFault tells that the store does not work. A code without a sentence of its
// own is fault of the disk.
func (l lister) storeFault() Alarm {
	key := "banner." + l.StoreFault.Code
	if !l.env.Words.Has(key) || !l.env.Words.Has(key+".do") {
		key = "banner.store"
	}
	return Alarm{Icon: "bell", Fact: l.env.Words.T(key), Then: l.env.Words.T(key + ".do")}
}

// damages are the parts of the records of which a sentence speaks.
var damages = []string{"damage.sales", "damage.receipts", "damage.audit", "damage.settings", "damage.index", "damage.totals", "damage.shifts", "damage.cash",
	"damage.owed"}

// damage tells what an examination of the records found.
func (l lister) damage() Alarm {
	key := "damage." + l.Damage
	if !slices.Contains(damages, key) {
		key = "banner.corrupt"
	}
	return Alarm{Icon: "bell", Fact: l.env.Words.T(key), Then: l.env.Words.T("damage.do")}
}

// recovery tells that the till was put back to an older state, and lets a
// manager end that once the bank was asked about everything.
func (l lister) recovery() Alarm {
	r := l.Recovery
	a := Alarm{Fact: l.env.Words.T("frozen.fact." + string(r.Cause))}
	if !r.Ready() {
		a.Then = l.env.Words.T("frozen.asking", "left", len(r.Waiting), "all", r.Open)
		return a
	}
	a.Then, a.Button, a.Action = l.env.Words.T("frozen.confirm"), l.env.Words.T("frozen.open"), Confirm
	return a
}

// backup tells that no copy could be made.
func (l lister) backup() Alarm {
	key := "backup.why." + l.Backup.Code
	if !l.env.Words.Has(key) {
		key = "backup.why.other"
	}
	a := Alarm{Fact: l.env.Words.T("backup.failing", "since", l.moment(l.Backup.Since)), Then: l.env.Words.T(key)}
	if l.Settings {
		a.Button, a.Action = l.env.Words.T("settings.title"), OpenSettings
	}
	return a
}

// failure tells that the till refused what a person wanted.
func (l lister) failure() Alarm {
	key := "error." + string(journal.CodeOf(l.Failure))
	if !l.env.Words.Has(key) {
		key = "banner.failed.do"
	}
	return Alarm{Fact: l.env.Words.T("banner.failed"), Then: l.env.Words.T(key)}
}

// missed tells what came of something that a person asked for and did not wait for.
func (l lister) missed(m Missed) Alarm {
	return Alarm{Fact: l.env.Words.T("banner.missed", "what", m.About), Then: m.Said, Button: l.env.Words.T("banner.read"), Action: Understood, Missed: m}
}

// clock tells both times, with the day where that differs.
func (l lister) clock() Alarm {
	now := l.State.Now.In(l.env.Zone)
	theirs := now.Add(l.Link.Offset)
	ours, bank := words.Time(now), words.Time(theirs)
	if now.Format(time.DateOnly) != theirs.Format(time.DateOnly) {
		ours, bank = l.moment(now), l.moment(theirs)
	}
	return Alarm{Icon: "clock", Fact: l.env.Words.T("banner.clock", "till", ours, "bank", bank), Then: l.env.Words.T("banner.clock.do")}
}

// silence tells that nothing is heard of the bank: since this computer has no
// network, or although it has one.
func (l lister) silence() Alarm {
	a := Alarm{Icon: "gateway-off", Fact: l.env.Words.T("banner.gateway"), Then: l.env.Words.T("banner.gateway.do")}
	if l.Offline {
		a = Alarm{Icon: "network-off", Fact: l.env.Words.T("banner.offline"), Then: l.env.Words.T("banner.offline.do")}
	}
	if last := l.Link.LastAnswer; !last.IsZero() {
		a.Fact += " " + l.env.Words.T("banner.heard", "time", words.Time(last.In(l.env.Zone)))
	}
	return a
}

// Back is what was found when the bank answered again: of each sale that was waited
// for, or of which nobody knew, how it stands since, once the bank spoke of it.
type Back struct{ Found []Found }

// Found is how many sales are called by a word of the sidebar, by its key.
type Found struct {
	Key string
	N   int
}

// back tells that the bank answers again, and what it said of the sales that it was
// asked about: each is counted once, under the word that stands on its tile.
func (l lister) back() Alarm {
	a := Alarm{Icon: "network", Fact: l.env.Words.T("banner.back")}
	checked, found := 0, []string{}
	for _, f := range l.Back.Found {
		checked += f.N
		found = append(found, l.env.Words.T("banner.back.found", "word", l.env.Words.T(f.Key), "n", f.N))
	}
	if checked > 0 {
		a.Then = l.env.Words.N("banner.back.checked", checked, "found", strings.Join(found, " · "))
	}
	return a
}

// moment is a day and a time.
func (l lister) moment(t time.Time) string { return l.env.Words.Moment(t.In(l.env.Zone)) }
