package account

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

// manyBanks is more than digits can choose.
func manyBanks() []core.Institution {
	var all []core.Institution
	for _, n := range []string{"First Practice", "Harbour", "Old Town", "Palm", "Garden", "Lighthouse", "Market", "Desert", "Coast", "Mountain", "River"} {
		all = append(all, core.Institution{Code: strings.ToUpper(n[:3]), Name: n + " Bank", Rail: core.RailBank})
	}
	return all
}

// formIn is the form in a window of its own.
func formIn(r *fixture) (*Account, fyne.Window) {
	a := New(r.Env, r.deps, harness.Sale(harness.Entry), core.RouteAccount)
	return a, r.Window(a)
}

// caps are the key caps that can be seen in the list.
func caps(a *Account) int { return len(uitest.All[*typeset.KeyCap](a.list.root)) }

// TestABankIsChosenByItsNumber, and what is typed next is the number.
func TestABankIsChosenByItsNumber(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a, w := formIn(r)
	uitest.Picture(t, w, "banks-numbered")
	harness.Mentions(t, a, "Search 11 banks")
	if caps(a) == 0 {
		t.Error("the list does not say which number chooses what")
	}
	harness.Keys(a, "2")
	if a.form.institution.text != "Harbour Bank" || a.form.number != "" || caps(a) != 0 {
		t.Fatalf("2 chose %q and typed %q, with %d caps", a.form.institution.text, a.form.number, caps(a))
	}
	harness.Keys(a, "0123")
	harness.Mentions(t, a, "0123", "2. Account number at  Harbour Bank", "Send code")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked("validate #12 account 0123 HAR at Harbour Bank")
}

// TestADigitMeansTheSameEachTime: whatever was used last, or is the only one, the
// first digit on this form chooses what its number says. Only one that no bank has
// begins the account number, of the bank that is proposed: none is ever lost.
func TestADigitMeansTheSameEachTime(t *testing.T) {
	for _, c := range []struct {
		name, last string
		banks      []core.Institution
		keys       string
		want       string
	}{
		{"nothing used yet", "", manyBanks(), "2", "Harbour Bank"},
		{"used last", "HAR", manyBanks(), "2", "Harbour Bank"},
		{"another used last", "RIV", manyBanks(), "2", "Harbour Bank"},
		{"used last has no digit", "RIV", manyBanks(), "\n", "River Bank"},
		{"agreed to", "HAR", manyBanks(), "\n", "Harbour Bank"},
		{"the only one", "", manyBanks()[:1], "1", "First Practice Bank"},
		{"the only one agreed to", "", manyBanks()[:1], "\n", "First Practice Bank"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Till.Banks = c.banks
			if c.last != "" {
				r.Remember(core.RouteAccount, c.last)
			}
			for again := range 2 { // the form that was left and opened again keeps its habit
				a := newAccount(r)
				if again == 0 {
					a.Hidden()
					continue
				}
				for _, k := range c.keys {
					if k == '\n' {
						a.primary.Tapped(nil)
						continue
					}
					harness.Keys(a, string(k))
				}
				if a.form.institution.text != c.want || a.form.number != "" || a.onList {
					t.Fatalf("%q chose %q and typed %q; still at the banks: %v", c.keys, a.form.institution.text, a.form.number, a.onList)
				}
				harness.Keys(a, "0123")
				a.Press(harness.Name(fyne.KeyReturn))
				r.Asked("validate #12 account 0123 " + a.form.institution.code + " at " + c.want)
			}
		})
	}
}

// TestWhatIsTypedBeforeTheBanksComeIsMeantForThem: it waits for the list, and
// nothing of it is sent unseen.
func TestWhatIsTypedBeforeTheBanksComeIsMeantForThem(t *testing.T) {
	for _, c := range []struct{ name, keys, bank, number string }{
		{"a choice and its number", "2012", "Harbour Bank", "012"},
		{"taken back", "3\b2012", "Harbour Bank", "012"},
		{"taken back at once", "37\x7f2012", "Harbour Bank", "012"},
		{"agreed to, and Enter once too often", "\n0123\n", "Palm Bank", "0123"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Till.Banks = manyBanks()
			r.Remember(core.RouteAccount, "PAL")
			var arrive func()
			r.Env.Go = func(f func()) { arrive = f }
			a := newAccount(r)
			for _, k := range c.keys {
				switch k {
				case '\n':
					a.Press(harness.Name(fyne.KeyReturn))
				case '\b':
					a.Press(harness.Name(fyne.KeyBackspace))
				case '\x7f':
					a.Press(harness.Name(fyne.KeyDelete))
				default:
					harness.Keys(a, string(k))
				}
			}
			if a.form.number != "" {
				t.Errorf("before the banks came, %q was taken for a number", a.form.number)
			}
			arrive()
			if a.form.institution.text != c.bank || a.form.number != c.number {
				t.Errorf("%q chose %q and typed %q", c.keys, a.form.institution.text, a.form.number)
			}
			r.Asked()
		})
	}
}

// TestADigitOfNoBankIsNotLost: it begins the number where a bank is proposed, and asks
// for the bank where none is.
func TestADigitOfNoBankIsNotLost(t *testing.T) {
	for _, keys := range []string{"0912", "7312"} {
		r := newFixture(t)
		r.Till.Banks = manyBanks()[:3]
		r.Remember(core.RouteAccount, "HAR")
		a := newAccount(r)
		if strings.Contains(uitest.Words(a.Root), "Account number at") {
			t.Error("the proposal looks as if it was chosen")
		}
		harness.Keys(a, keys)
		if a.form.institution.text != "Harbour Bank" || a.form.number != keys {
			t.Errorf("%q: typed %q at %q", keys, a.form.number, a.form.institution.text)
		}
		r = newFixture(t)
		r.Till.Banks = manyBanks()[:3]
		a = newAccount(r)
		harness.Keys(a, keys[:1])
		harness.Mentions(t, a, "Which bank? Press its number")
		if a.form.number != "" || !a.onList {
			t.Errorf("%q without a bank was typed as %q", keys[:1], a.form.number)
		}
	}
}

// TestEnterTakesTheOneThatIsShown of a search, which the primary names.
func TestEnterTakesTheOneThatIsShown(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	r.Remember(core.RouteAccount, "RIV")
	a := newAccount(r)
	harness.Keys(a, "oas")
	ticked := func() (all []string) {
		for i, row := range a.list.rows {
			if row.chosen {
				all = append(all, a.list.shown[i].text)
			}
		}
		return all
	}
	if got := ticked(); len(got) != 1 || got[0] != "Coast Bank" || a.primary.Spec().Label != "Coast Bank" || a.primary.Disabled() {
		t.Errorf("ticked %q, the primary says %q", got, a.primary.Spec().Label)
	}
	a.seek(" ")
	a.primary.Tapped(nil)
	if a.form.institution.text != "River Bank" {
		t.Errorf("a space leads to %q", a.form.institution.text)
	}
}

// TestANumberAloneAgreesToNoBank: it was pasted, scanned, tapped on the pad or taken
// from the practice numbers, and the bank is proposed only. The primary names it, one
// Enter agrees, the next one sends.
func TestANumberAloneAgreesToNoBank(t *testing.T) {
	for what, enter := range map[string]func(*Account){
		"tapped": func(a *Account) {
			for range 4 {
				a.pressed(control.PadKey("5"))
			}
		},
		"pasted":   func(a *Account) { a.Paste("5555") },
		"scanned":  func(a *Account) { harness.Keys(a, "5555"); a.Press(screen.KeyPress{Scan: "5555", Taken: 4}) },
		"practice": func(a *Account) { a.pickPractice("5555") },
	} {
		t.Run(what, func(t *testing.T) {
			r := newFixture(t)
			r.Till.Banks = manyBanks()
			r.Remember(core.RouteAccount, "PAL")
			a := newAccount(r)
			enter(a)
			if a.form.institution.code != "" || a.form.number != "5555" {
				t.Fatalf("%q at %q before anybody agreed", a.form.number, a.form.institution.text)
			}
			harness.Mentions(t, a, "Palm Bank, as last time")
			a.Press(harness.Name(fyne.KeyReturn))
			r.Asked()
			harness.Mentions(t, a, "2. Account number at  Palm Bank", "Send code")
			a.Press(harness.Name(fyne.KeyReturn))
			r.Asked("validate #12 account 5555 PAL at Palm Bank")
		})
	}
}

// TestANumberToCorrectKeepsItsBank.
func TestANumberToCorrectKeepsItsBank(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a := newAccount(r, func(v *journal.View) { v.Session.InstitutionCode = "GAR" })
	harness.Keys(a, "2222")
	if a.form.institution.code != "GAR" || a.form.number != "2222" {
		t.Errorf("a number to correct: %q at %q", a.form.number, a.form.institution.code)
	}
}

// TestLettersFilterTheBanks, the numbers are those of what is left, and Enter
// takes the first.
func TestLettersFilterTheBanks(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a := newAccount(r)
	harness.Keys(a, "oasx")
	a.Press(harness.Name(fyne.KeyBackspace))
	if len(a.list.shown) != 1 || a.list.shown[0].text != "Coast Bank" {
		t.Fatalf("found %v", a.list.shown)
	}
	a.Press(harness.Name(fyne.KeyReturn))
	if a.form.institution.text != "Coast Bank" || a.list.sought() != "" || len(a.list.shown) != 11 {
		t.Errorf("chosen %q, the list still shows %d for %q", a.form.institution.text, len(a.list.shown), a.list.sought())
	}
	a.toList()
	harness.Keys(a, "r1")
	if got := a.form.institution.text; got != "First Practice Bank" {
		t.Errorf("the first with an r is %q", got)
	}
	a.list.search.Focus()
	a.list.search.SetText("moun")
	a.list.search.Focusable().TypedRune('1')
	if got := a.form.institution.text; got != "Mountain Bank" || a.list.sought() != "" {
		t.Errorf("a digit in the search line chose %q, and %q is left in it", got, a.list.sought())
	}
}

// TestEnterGoesToWhatIsMissing and says so, on both sides of the form.
func TestEnterGoesToWhatIsMissing(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a, w := formIn(r)
	a.number.Tapped(nil)
	harness.Keys(a, "012345678901")
	a.Press(harness.Name(fyne.KeyReturn))
	uitest.Picture(t, w, "bank-missing")
	harness.Mentions(t, a, "Which bank? Press its number", "The bank is missing")
	if !a.primary.Disabled() || !a.onList {
		t.Error("Enter without a bank did not go to the banks")
	}
	harness.Keys(a, "2")
	uitest.Picture(t, w, "bank-chosen")
	if strings.Contains(uitest.Words(a.Root), "Which bank") {
		t.Error("the question stays")
	}
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked("validate #12 account 012345678901 HAR at Harbour Bank")

	r = newFixture(t)
	r.Till.Banks = manyBanks()
	a = newAccount(r)
	harness.Keys(a, "3")
	a.toList()
	a.Press(harness.Name(fyne.KeyReturn))
	harness.Mentions(t, a, "Which account? Type its number", "The account number is missing")
	if a.onList {
		t.Error("Enter without a number stayed at the banks")
	}
	r.Asked()
}

// TestOneRingStandsWhereTheFocusIs, however the focus got there.
func TestOneRingStandsWhereTheFocusIs(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	r.deps.Numbers = func(core.Route) []PracticeNumber { return []PracticeNumber{{Number: "1234567890"}} }
	a, w := formIn(r)
	rings := func() (list, number bool) {
		return a.list.stop.ring.Visible(), a.number.stop.ring.Visible()
	}
	for at, do := range map[string]func(){
		"list": a.toList, "number": a.toNumber, "search": a.list.search.Focus, "pad": func() { a.pressed(control.PadKey("1")) },
		"Tab": func() { a.toList(); w.Canvas().(interface{ FocusNext() }).FocusNext() },
	} {
		do()
		list, number := rings()
		if list == number || w.Canvas().Focused() == nil {
			t.Errorf("%s: a ring around the list %v, around the number %v", at, list, number)
		}
	}
	a.practice.open.FocusGained()
	w.Canvas().Focus(a.practice.open)
	if list, number := rings(); list || number {
		t.Error("a button has the focus, and the form shows another ring")
	}
	a.togglePractice()
	harness.Keys(a, "1")
	if a.form.number != "1234567890" || a.practice.on {
		t.Errorf("the first practice number fills in %q", a.form.number)
	}
}

// TestTheOrderOfFocusIsTheOrderOfWork: from the banks one Tab leads to the
// number.
func TestTheOrderOfFocusIsTheOrderOfWork(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a, w := formIn(r)
	a.list.search.Focus()
	w.Canvas().(interface{ FocusNext() }).FocusNext()
	if w.Canvas().Focused() != fyne.Focusable(a.number.stop) {
		t.Errorf("after the search line comes %T", w.Canvas().Focused())
	}
}

// TestAScannedNumberChoosesNoBank: a scanner types faster than it can be known
// for one.
func TestAScannedNumberChoosesNoBank(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a := newAccount(r)
	harness.Keys(a, "20123456")
	a.Press(screen.KeyPress{Scan: "20123456", Taken: 8})
	if a.form.institution.code != "" || a.form.number != "20123456" {
		t.Errorf("the scan chose %q and typed %q", a.form.institution.text, a.form.number)
	}
}

// TestKeysReachTheScreenWhereverTheFocusIs.
func TestKeysReachTheScreenWhereverTheFocusIs(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a, w := formIn(r)
	c := w.Canvas()
	c.SetOnTypedRune(func(ch rune) { a.Press(screen.KeyPress{Rune: ch}) })
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { a.Press(harness.Name(e.Name)) })
	c.Focused().TypedRune('4')
	for _, d := range "7007" {
		c.Focused().TypedRune(d)
	}
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	r.Asked("validate #12 account 7007 PAL at Palm Bank")
}
