package till_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// TestWhatAPersonWantsIsKept: over a restart, another PIN and another name.
func TestWhatAPersonWantsIsKept(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		ctx := t.Context()
		want := journal.UserPreferences{Language: "ar", TextPercent: 150}
		before := d.actions(1)
		d.must(d.Staff.SetUserPreferences(ctx, samira.ID, want))
		if got := d.actions(1); got != before {
			t.Errorf("what Samira chose for herself is in the audit: %s", got)
		}
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		d.must(d.another(samira, "87654321"))
		d.must(d.Staff.ChangeUser(ctx, samira.ID, "Samira K.", journal.RoleManager, core.Secret{}))
		d.must(d.Staff.SignIn(ctx, samira.ID, pin("87654321")))
		d.Close()
		again := open(t, d.store.Crash(), d.gate)
		defer again.Close()
		again.must(again.Staff.SignIn(ctx, samira.ID, pin("87654321")))
		if got, _ := again.Staff.Present(); got.UserPreferences != want || got.Name != "Samira K." {
			t.Errorf("after the restart %+v", got)
		}
		if got := again.Staff.Users()[0].UserPreferences; got != (journal.UserPreferences{}) {
			t.Errorf("Huda wants %+v and never chose", got)
		}
	})
}

// TestWhoMayChooseForWhom: everyone for themselves, a manager for all, and that is
// written down.
func TestWhoMayChooseForWhom(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		ctx := t.Context()
		french := journal.UserPreferences{Language: "fr"}
		d.refused("another's", d.Staff.SetUserPreferences(ctx, huda.ID, french), journal.CodeManager)
		d.refused("nobody's", d.Staff.SetUserPreferences(ctx, "", french), journal.CodeNoUser)
		d.must(d.Staff.SetUserPreferences(ctx, samira.ID, french))
		d.Staff.SignOut(ctx)
		d.refused("one's own, signed out", d.Staff.SetUserPreferences(ctx, samira.ID, journal.UserPreferences{}), journal.CodeManager)
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		d.must(d.Staff.SetUserPreferences(ctx, samira.ID, journal.UserPreferences{TextPercent: 200}))
		if got := d.actions(1); got != "userChanged Huda Samira, language the shop's, text 200 %" {
			t.Errorf("audit %s", got)
		}
		if got := d.Staff.Users()[1].UserPreferences; got != (journal.UserPreferences{TextPercent: 200}) {
			t.Errorf("Samira wants %+v", got)
		}
		for sent, kept := range map[journal.UserPreferences]journal.UserPreferences{
			{Language: strings.Repeat("x", 17), TextPercent: 20}: {TextPercent: 100},
			{Language: "de", TextPercent: 1000}:                  {Language: "de", TextPercent: 200},
			{}:                                                   {},
		} {
			d.must(d.Staff.SetUserPreferences(ctx, huda.ID, sent))
			if got, _ := d.Staff.Present(); got.UserPreferences != kept {
				t.Errorf("%+v is kept as %+v", sent, got.UserPreferences)
			}
		}
		before, _ := d.Staff.Present()
		d.store.FailNext(storetest.Lost)
		d.refused("on a disk that takes nothing", d.Staff.SetUserPreferences(ctx, huda.ID, french), journal.CodeStore)
		if got, _ := d.Staff.Present(); got != before {
			t.Errorf("what the disk did not take holds: %+v", got.UserPreferences)
		}
	})
}

// TestAListOfBeforeReadsUnchanged: the list as it was sealed before people could
// choose, and one where nobody has, are the same to the byte.
func TestAListOfBeforeReadsUnchanged(t *testing.T) {
	bubble(t, func(d *desk) {
		_, samira := d.hire()
		ctx := t.Context()
		sealed := func() string {
			s, err := d.store.Staff(ctx)
			d.must(err)
			return string(s.Reveal())
		}
		before := sealed()
		for _, name := range []string{"language", "textPercent", "UserPreferences"} {
			if strings.Contains(before, name) {
				t.Errorf("a list in which nobody chose has %s: %s", name, before)
			}
		}
		var list struct{ Users []map[string]any }
		d.must(json.Unmarshal([]byte(before), &list))
		if len(list.Users) != 2 {
			t.Errorf("%d people are on the list", len(list.Users))
		}
		for _, m := range list.Users {
			for _, name := range []string{"id", "name", "role", "digits", "pin"} {
				if _, is := m[name]; !is {
					t.Errorf("%s is not where it was: %v", name, m)
				}
			}
		}
		d.must(d.Staff.SetUserPreferences(ctx, samira.ID, journal.UserPreferences{Language: "ar"}))
		if after := sealed(); !strings.Contains(after, `"language":"ar"`) {
			t.Errorf("kept as %s", after)
		}
		d.must(d.Staff.SetUserPreferences(ctx, samira.ID, journal.UserPreferences{}))
		if after := sealed(); after != before {
			t.Errorf("chosen and taken back, the list is\n%s\nand was\n%s", after, before)
		}
	})
}

// TestAPINCostsEnough: anyone who reads the list of users must not try out its
// PINs in no time.
func TestAPINCostsEnough(t *testing.T) {
	if least := [2]uint32{2, 19 << 10}; till.PINCost[0] < least[0] || till.PINCost[1] < least[1] {
		t.Errorf("a PIN costs %v passes and KiB, want at least %v", till.PINCost, least)
	}
}
