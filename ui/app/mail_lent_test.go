package app

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/mailer"
	"sanduq/core/till"
	"sanduq/ui/words"
)

// TestATestLetterSpendsWhatWasLentForIt: who is at the till could make a recovery code with it, or restore a backup.
// The book has both names.
func TestATestLetterSpendsWhatWasLentForIt(t *testing.T) {
	shop, err := till.Open(t.Context(), till.Config{Store: storetest.NewMemory(), Environment: core.Sandbox, BaseURL: "not asked", Zone: time.UTC,
		Defaults: journal.Settings{Shop: "Al Noor", Till: "T", Currency: "LYD"}})
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	pin := core.NewSecret("2580")
	huda, err := shop.Staff.AddUser(t.Context(), "Huda", journal.RoleManager, pin)
	samira, err2 := shop.Staff.AddUser(t.Context(), "Samira", journal.RoleCashier, pin)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if err := shop.Staff.SignIn(t.Context(), samira.ID, pin); err != nil {
		t.Fatal(err)
	}
	m := &mail{app: &App{till: shop, words: words.MustLoad(words.English)}}
	c := mailer.Config{Server: "127.0.0.1", Port: "1", From: "till@shop.example", To: "owner@shop.example", User: "till"}
	if err := m.Test(t.Context(), c, core.NewSecret("password")); journal.CodeOf(err) != journal.CodeManager {
		t.Errorf("a letter goes out without the right: %v", err)
	}
	if _, err := shop.Staff.Delegate(t.Context(), huda.ID, pin, journal.RightRecover); err != nil {
		t.Fatal(err)
	}
	if err := m.Test(t.Context(), c, core.NewSecret("password")); err == nil || journal.CodeOf(err) != "" {
		t.Errorf("it was not tried: %v", err)
	}
	if shop.Staff.May(journal.RightRecover) {
		t.Error("what was lent for the test can be used for something else")
	}
	rows, err := shop.Audit(t.Context(), 0, 1)
	if err != nil || len(rows) != 1 || rows[0].By != "Samira" || rows[0].DelegatedBy != "Huda" {
		t.Errorf("written down %+v, %v", rows, err)
	}
}
