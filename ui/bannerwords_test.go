package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEveryAlarmHasRoomInTheBar: in every language, in every window and size of
// text each alarm says its fact whole; at the usual size of text, in the windows
// of most tills, also what to do.
func TestEveryAlarmHasRoomInTheBar(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1024, 640), fyne.NewSize(1280, 800), fyne.NewSize(1366, 768)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				r := newHarness(t, shopFloor, everything)
				r.wear(dress{size: size, lang: lang, text: text})
				shown := 0
				for _, a := range everyAlarm(r) {
					shown++
					widget := dialog.NewBanner(dialog.BannerSpec{Icon: a.Icon, Fact: a.Fact, Then: a.Then, Action: a.Button,
						More: r.shell.env.Words.T("banner.more", "count", "2"), OwnLine: true}, func() {}, func() {})
					widget.OnTapped = func() {}
					r.shell.bar.SetBanner(widget)
					name := fmt.Sprintf("%s, %.0f, %.0f%%, %q", lang, size.Width, text*100, a.Fact)
					r.picture(fmt.Sprintf("alarm-%s-%.0f-%.0f-%d", lang, size.Width, text*100, shown))
					for _, f := range append(laws.Targets(r.win.Canvas()), overflow.Faults(r.win.Canvas())...) {
						t.Errorf("%s: %s", name, f)
					}
					said := widget.Says()
					if !strings.Contains(said, a.Fact) {
						t.Errorf("%s: it says %q alone", name, said)
					}
					if text == 1 && size.Width > 1100 && len(a.Fact+a.Then) < 150 && !strings.Contains(said, a.Then) {
						t.Errorf("%s: what to do has no room", name)
					}
				}
				if shown < 10 {
					t.Errorf("%d alarms", shown)
				}
			}
		}
	}
}

// everyAlarm is every kind of alarm that there is.
func everyAlarm(r *harness) (all []alarm.Alarm) {
	twice := func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" }
	for _, code := range []string{"store", "corrupt", "diskFull", "slow", "replaced", "ownError"} {
		all = append(all, alarm.List(r.shell.env, alarm.State{Now: noon, StoreFault: &journal.StoreFault{Code: code}})...)
	}
	all = append(all, alarm.List(r.shell.env, alarm.State{Now: noon, Opening: true, Settings: true, Owed: true, Damage: "sales", Recovery: putBack(),
		Backup: &alarm.Backup{Since: noon, Code: "full"}, Failure: &journal.Error{Code: journal.CodeDiskFull},
		Missed: []alarm.Missed{{About: r.shell.env.Words.T("settings.recovery"), Said: r.shell.env.Words.T("settings.notSaved")}},
		Sales:  []journal.View{sale(12, paid, twice), sale(10, of(15250), at("14:20"), aside, paid), sale(9, capped, func(v *journal.View) { v.Session.Conflict = "amount" })},
		Link:   journal.Link{Down: true, LastAnswer: noon, Offset: 600e9}, Back: &alarm.Back{Found: []alarm.Found{{Key: "state.paid", N: 1}, {Key: "state.failed", N: 1}, {Key: "state.waiting", N: 1}}}})...)
	return all
}
