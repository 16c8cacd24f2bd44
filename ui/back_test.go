package ui

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestABankThatAnswersAgainSaysWhatWasFound, and nothing that it did not say.
func TestABankThatAnswersAgainSaysWhatWasFound(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.linkDown(true)
	r.says("The bank does not answer.")
	r.now = r.now.Add(time.Minute)
	r.linkDown(false)
	r.saysNot("The bank does not answer.", "checked")
	r.says("The bank answers again.")
	r.notice(sale(9, of(40000), at("14:12"), capped, version(2), paid))
	r.says("1 sale checked: Paid 1.")
	r.notice(sale(10, of(15250), at("14:20"), aside, version(2), state(core.StateFailed))) // it was shown as set aside: nobody waited for it
	r.says("1 sale checked: Paid 1.")
	r.notice(sale(11, of(48000), at("14:29"), version(2), func(v *journal.View) { v.Live.LastAnswer = r.now.Add(time.Second) }))
	r.picture("back-again")
	r.says("2 sales checked: Paid 1 · Waiting 1.")
	if word := r.tile("20261120-000011").Spec().Word; word != "Waiting" {
		t.Errorf("the tile says %q", word)
	}
	r.notice(sale(11, of(48000), at("14:29"), version(3), state(core.StateExpired)))
	r.says("2 sales checked: Paid 1 · Expired 1.")
	r.pass(10 * time.Second)
	r.saysNot("answers again", "checked")
}

// TestASaleThatWasNotAnsweredIsNotChecked: what nobody said is not counted.
func TestASaleThatWasNotAnsweredIsNotChecked(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.linkDown(true)
	r.now = r.now.Add(time.Minute)
	r.linkDown(false)
	r.notice(sale(11, of(48000), at("14:29"), version(2), func(v *journal.View) { v.Live.Unanswered = true }))
	r.notice(sale(11, of(48000), at("14:29"), version(3))) // an answer of before the silence
	r.says("The bank answers again.")
	r.saysNot("checked")
	r.linkDown(true)
	r.saysNot("answers again")
}

// TestWhatTheBankSaidIsCountedByTheWordsOfTheStrip: each sale that was shown as waiting or
// not known, once it was answered, in one bin; none that was shown as something else.
func TestWhatTheBankSaidIsCountedByTheWordsOfTheStrip(t *testing.T) {
	manager := func(v *journal.View) { v.WithManager = &journal.Decision{At: noon} }
	r := newHarness(t, allRoutes, everything, func(r *harness, _ *Options) {
		r.till.sales = []journal.View{sale(21, at("14:01")), sale(22, at("14:02")), sale(23, at("14:03"), capped), sale(24, at("14:04"), capped, manager),
			sale(25, at("14:05"), aside), sale(26, at("14:06"), state(core.StatePending)), sale(27, at("14:07")), sale(28, at("14:08"), paid)}
	})
	r.linkDown(true)
	r.now = r.now.Add(time.Minute)
	r.linkDown(false)
	answered := func(v *journal.View) { v.Live.LastAnswer = r.now.Add(time.Second) }
	for _, v := range []journal.View{sale(21, at("14:01"), version(2), paid), sale(22, at("14:02"), version(2), state(core.StateFailed)), sale(23, at("14:03"), version(2), capped, answered),
		sale(24, at("14:04"), version(2), capped, manager, answered), sale(25, at("14:05"), version(2), aside, answered), sale(26, at("14:06"), version(2), state(core.StatePending), answered),
		sale(28, at("14:08"), version(2), paid, answered)} {
		r.notice(v)
	}
	words := map[string]int{}
	for _, id := range []journal.SaleID{"20261120-000021", "20261120-000022", "20261120-000023", "20261120-000024"} {
		words[r.tile(id).Spec().Word]++
	}
	total := 0
	for _, f := range r.shell.feed.Alarms().Back.Found {
		if word := r.shell.env.Words.T(f.Key); words[word] != f.N {
			t.Errorf("%d are counted as %q, the strip shows %v", f.N, word, words)
		}
		total += f.N
	}
	if total != 4 {
		t.Errorf("%d are counted: %+v", total, r.shell.feed.Alarms().Back)
	}
	r.says("4 sales checked: Paid 1 · Not paid 1 · Manager 1 · Not known 1.")
}
