package interleavings

import (
	"fmt"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// plain are the scenarios on a disk that works.
var plain = slices.Concat(linked, alone)

// failing are scenarios on a disk that fails once, at each commit in turn,
// whether the change has reached it or not.
var failing = slices.Concat(
	doubtful("both settle", 2),
	doubtful("replaced while it settles", 4),
	doubtful("acknowledged while it is replaced", 3),
	doubtful("resolved outside while it settles", 2),
	reopened(),
)

// reopening is when the till opens its disk again after a failed commit.
const reopening = 250 * time.Millisecond

// reopened are scenarios in which somebody begins in the moment in which the
// disk is opened again, since the settlement of a sale has failed.
func reopened() (out []scene) {
	for _, word := range []string{"lost", "kept"} {
		for _, what := range []struct {
			name  string
			setup func(*world)
			begin func(*world)
			paid  []journal.SaleID
		}{
			{"charged", opened, func(w *world) { _, _ = w.till.Charge(w.t.Context(), w.draft(journal.Draft{})) }, []journal.SaleID{saleA}},
			{"replaced", opened, func(w *world) { _, _ = w.till.Charge(w.t.Context(), w.draft(journal.Draft{Replaces: saleA})) }, []journal.SaleID{saleA}},
			{"checked", pair, func(w *world) {
				w.bank.says(saleB, "SUCCESS")
				_ = w.till.Check(w.t.Context(), saleB)
			}, []journal.SaleID{saleA, saleB}},
		} {
			out = append(out, scene{
				name:     what.name + " while the disk is opened again, after a settlement was " + word,
				long:     word == "lost",
				patience: 5 * time.Second,
				calm:     pollEvery + time.Minute,
				setup: func(w *world) {
					paying(what.setup, saleA)(w)
					w.disk.fail[0] = outcomes[word]
				},
				acts: func(w *world) {
					w.check("check A", saleA)
					w.act("begin", func() {
						time.Sleep(reopening)
						w.Point("the disk may be opened again")
						what.begin(w)
					})
				},
				ends: allPaid(what.paid...),
			})
		}
	}
	return out
}

var outcomes = map[string]storetest.Outcome{"lost": storetest.Lost, "kept": storetest.Kept}

// doubtful makes scenarios of a plain one in which one commit fails.
func doubtful(name string, commits int) (out []scene) {
	for k := range commits {
		for _, word := range []string{"lost", "kept"} {
			s := plain[slices.IndexFunc(plain, func(s scene) bool { return s.name == name })]
			s.name = fmt.Sprintf("%s, commit %d fails and is %s", name, k+1, word)
			s.small, s.long, s.patience = false, word == "lost", 5*time.Second
			s.calm = pollEvery + time.Minute // what is answered while the disk is in doubt is asked again
			acts := s.acts
			s.acts = func(w *world) {
				w.disk.fail[k] = outcomes[word]
				acts(w)
			}
			out = append(out, s)
		}
	}
	return out
}

// sceneNamed returns a scenario.
func sceneNamed(name string) scene {
	for _, s := range slices.Concat(plain, failing) {
		if s.name == name {
			return s
		}
	}
	panic("no scenario " + name)
}

// allPaid: these sales are paid at the end.
func allPaid(ids ...journal.SaleID) func(*world) {
	return func(w *world) {
		for _, id := range ids {
			if s, _ := w.law.Sale(id); !paid(s) {
				w.breaks("%s is %s at the end, want paid", id, s.Status())
			}
		}
	}
}
