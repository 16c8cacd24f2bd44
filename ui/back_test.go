package ui

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till"
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
	r.says("1 sale checked: 1 paid, 0 not paid, 0 still open.")
	r.notice(sale(10, of(15250), at("14:20"), aside, version(2), state(core.StateFailed)))
	r.notice(sale(11, of(48000), at("14:29"), version(2), func(v *till.View) { v.Live.LastAnswer = r.now.Add(time.Second) }))
	r.picture("back-again")
	r.says("3 sales checked: 1 paid, 1 not paid, 1 still open.")
	r.pass(10 * time.Second)
	r.saysNot("answers again", "checked")
}

// TestASaleThatWasNotAnsweredIsNotChecked: what nobody said is not counted.
func TestASaleThatWasNotAnsweredIsNotChecked(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.linkDown(true)
	r.now = r.now.Add(time.Minute)
	r.linkDown(false)
	r.notice(sale(11, of(48000), at("14:29"), version(2), func(v *till.View) { v.Live.Unanswered = true }))
	r.notice(sale(11, of(48000), at("14:29"), version(3))) // an answer of before the silence
	r.says("The bank answers again.")
	r.saysNot("checked")
	r.linkDown(true)
	r.saysNot("answers again")
}
