package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/words"
)

func putBack(waiting ...journal.SaleID) *journal.Recovery {
	return &journal.Recovery{Freeze: journal.Freeze{Cause: journal.FreezeRestored, Since: noon.Add(-3 * time.Hour), At: noon, Number: 300, Receipt: 140},
		Open: 3, Waiting: waiting, Unasked: []journal.SaleID{"20261120-000009"}}
}

func TestATillThatWasPutBackSaysSoUntilAManagerConfirms(t *testing.T) {
	r := newHarness(t, func(r *harness, _ *Options) { r.till.put = putBack("20261120-000010", "20261120-000011") })
	r.says("This till was restored from a backup.", "2 of 3 to go")
	r.saysNot("Read and confirm")
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeRecovery, Recovery: putBack()})
	r.says("No new payments until a manager confirms", "Read and confirm")
	r.shell.banner.Act()
	r.says("between 20 Nov 2026, 11:31 and 20 Nov 2026, 14:31", "Compare the bank’s statement", "that were open in it: 3",
		"could not be asked about TILL-261120-009", "the next sale is #301, the next receipt 141")
	r.keys(fyne.KeyReturn)
	r.asked() // a name is needed
	r.runesIn("Huda")
	r.keys(fyne.KeyReturn)
	r.asked("recovered by Huda")
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeRecovery})
	r.saysNot("put back", "Read and confirm")
}

func TestARefusedChargeSaysThatTheTillIsFrozen(t *testing.T) {
	r := newHarness(t)
	r.till.err = &journal.Error{Code: journal.CodeFrozen}
	r.charge()
	r.says("A manager must confirm first.")
	r.saysNot("could not record")
	r.till.err = &journal.Error{Code: journal.CodeDiskFull}
	r.pass(time.Minute)
	r.keys(fyne.KeyReturn)
	r.says("The disk is full. Nothing was sent. Make room, then try again.")
}

func TestTheClocksAreCompared(t *testing.T) {
	r := newHarness(t)
	r.saysNot("clock is wrong")
	for offset, want := range map[time.Duration]string{time.Hour: "the till has 14:31, the bank 15:31.",
		-24 * time.Hour: "the till has 20 Nov 2026, 14:31, the bank 19 Nov 2026, 14:31."} {
		r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: noon, Offset: offset}})
		r.says("The clock is wrong: " + want)
	}
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: noon, Offset: time.Minute}})
	r.saysNot("clock is wrong")
}

func TestABackupThatFailsIsSaid(t *testing.T) {
	var trouble *alarm.Backup
	r := newHarness(t, func(_ *harness, o *Options) { o.Health = fakeHealth{backup: func() *alarm.Backup { return trouble }} })
	r.saysNot("backup")
	trouble = &alarm.Backup{Since: noon.Add(-time.Hour), Code: "STORE_FULL"}
	r.pass(time.Second)
	r.says("No backup has worked since 20 Nov 2026, 13:31.", "The disk is full.")
	trouble = &alarm.Backup{Since: noon, Code: "something new"}
	r.pass(time.Second)
	r.says("The copy could not be made.")
	trouble = nil
	r.pass(time.Second)
	r.saysNot("backup")
}

func TestDamageFoundMeanwhileIsSaid(t *testing.T) {
	part := ""
	r := newHarness(t, func(_ *harness, o *Options) { o.Health = fakeHealth{damage: func() string { return part }} })
	r.saysNot("damaged")
	for name, want := range map[string]string{"receipts": "Some of this till’s receipts are damaged.",
		"index": "a search may miss some", "something new": "The till’s records are damaged."} {
		part = name
		r.pass(time.Second)
		r.says(want, "call the manager: restore the newest good backup")
	}
	part = ""
	r.pass(time.Second)
	r.saysNot("damaged")
}

// TestTheWeightOfAlarms: what stands in the way of every sale goes before what
// concerns one, and the clock before the network.
func TestTheWeightOfAlarms(t *testing.T) {
	r := newHarness(t, shopFloor, func(r *harness, o *Options) {
		r.till.put = putBack()
		o.Health = fakeHealth{backup: func() *alarm.Backup { return &alarm.Backup{Since: noon, Code: "STORE_FULL"} }}
	})
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: &journal.StoreFault{Code: "store"}})
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: noon, Offset: time.Hour, Down: true}})
	var facts []string
	for _, a := range r.shell.banner.Alarms() {
		facts = append(facts, a.Fact)
	}
	w := words.MustLoad(words.English)
	want := []string{w.T("banner.store"), w.T("frozen.fact.restored"), w.T("backup.failing", "since", "20 Nov 2026, 14:31")}
	for i, one := range want {
		if i >= len(facts) || facts[i] != one {
			t.Fatalf("alarms %q, want first %q", facts, want)
		}
	}
	if n := len(facts); facts[n-1] != w.T("banner.gateway")+" "+w.T("banner.heard", "time", "14:31") || facts[n-2] != w.T("banner.clock", "till", "14:31", "bank", "15:31") {
		t.Errorf("alarms end with %q", facts[n-2:])
	}
}
