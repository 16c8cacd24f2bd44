package practicephone

import (
	"errors"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

type fakePhone struct {
	asked   []string
	state   State
	code    string
	bank    Behaviour
	err     error
	watched int
	changed func()
}

func (p *fakePhone) Payment(order string) (Payment, bool) {
	return Payment{Payee: "Al Noor Market", Amount: harness.LYD(12500), Account: "•••• 4417", State: p.state, Code: core.NewSecret(p.code)}, order == "o12"
}
func (p *fakePhone) do(what, order string) error {
	p.asked = append(p.asked, what+" "+order)
	return p.err
}
func (p *fakePhone) Approve(order string) error { return p.do("approve", order) }
func (p *fakePhone) Decline(order string) error { return p.do("decline", order) }
func (p *fakePhone) Expire(order string) error  { return p.do("expire", order) }
func (p *fakePhone) Behaviour() Behaviour       { return p.bank }
func (p *fakePhone) SetBehaviour(b Behaviour)   { p.bank = b }
func (p *fakePhone) Watch(f func()) func() {
	p.watched, p.changed = p.watched+1, f
	return func() { p.watched-- }
}

func TestPhonePlaysTheCustomer(t *testing.T) {
	r := harness.New(t)
	bank := &fakePhone{state: Waiting, bank: BankAnswers}
	closed := 0
	p := New(r.Env, bank, func() { closed++ })
	if got := uitest.Words(p.Object()); !strings.Contains(got, "Nothing to pay") || strings.Contains(got, "Approve") {
		t.Errorf("without a payment it reads %q", got)
	}
	p.Open()
	p.Open()
	p.SetOrder("o12", false)
	if got := uitest.Words(p.Object()); !strings.Contains(got, "You pay Al Noor Market 12 .500 LYD from account •••• 4417") {
		t.Errorf("it reads %q", got)
	}
	for _, label := range []string{"Approve", "Decline", "Let it expire"} {
		if !harness.Tap(p.Object(), func(b *control.Button) bool { return b.Spec().Label == label }) {
			t.Errorf("no button %q", label)
		}
	}
	if got := strings.Join(bank.asked, "; "); got != "approve o12; decline o12; expire o12" {
		t.Errorf("the bank was asked %q", got)
	}
	bank.state = Approved
	bank.changed()
	if got := uitest.Words(p.Object()); !strings.Contains(got, "You approved") || strings.Contains(got, "Decline") {
		t.Errorf("after approving it reads %q", got)
	}
	p.SetOrder("o12", true)
	if got := uitest.Words(p.Object()); !strings.Contains(got, "You approved") || !strings.Contains(got, "The till has set this sale aside.") {
		t.Errorf("of a sale that was set aside it reads %q", got)
	}
	p.SetOrder("o12", false)
	if got := uitest.Words(p.Object()); strings.Contains(got, "aside") {
		t.Errorf("of one that was not it reads %q", got)
	}
	p.around.bankIs.OnSelected(2)
	if bank.bank != BankSilent {
		t.Errorf("the bank is %s", bank.bank)
	}
	harness.Tap(p.Object(), func(*control.Tool) bool { return true })
	p.Close()
	if closed != 1 || bank.watched != 0 {
		t.Errorf("closed %d, still watching %d", closed, bank.watched)
	}
}

func TestPhoneSaysWhenTheBankRefuses(t *testing.T) {
	r := harness.New(t)
	bank := &fakePhone{state: Waiting, bank: BankAnswers, err: harness.ErrBroken}
	p := New(r.Env, bank, nil)
	p.SetOrder("o12", false)
	p.shows.approve.Tapped(nil)
	if !strings.Contains(uitest.Words(p.Object()), "The bank did not accept that.") {
		t.Error("a refusal is not shown")
	}
}

func (p *fakePhone) Drills() []Drill                   { return []Drill{DrillWalksAway, DrillCalm} }
func (p *fakePhone) Drill(order string, d Drill) error { return p.do(string(d), order) }

func TestPhoneOffersDrills(t *testing.T) {
	r := harness.New(t)
	bank := &fakePhone{state: Waiting, bank: BankAnswers}
	p := New(r.Env, bank, func() {})
	p.Open()
	p.SetOrder("o12", false)
	press := func(label string) {
		t.Helper()
		if !harness.Tap(p.Object(), func(b *control.Button) bool { return b.Visible() && b.Spec().Label == label }) {
			t.Fatalf("no button %q in %q", label, uitest.Words(p.Object()))
		}
	}
	press("Drills")
	if got := uitest.Words(p.Object()); strings.Contains(got, "You pay") {
		t.Errorf("the list of drills reads %q", got)
	}
	press("The customer leaves")
	if got := uitest.Words(p.Object()); !strings.Contains(got, "Drill: the customer has left.") || !strings.Contains(got, "You pay") {
		t.Errorf("after a drill began it reads %q", got)
	}
	bank.err = errors.New("no payment waits")
	press("Drills")
	press("End all drills")
	if got := uitest.Words(p.Object()); !strings.Contains(got, "The bank did not accept that.") {
		t.Errorf("a refused drill reads %q", got)
	}
	p.SetOrder("o13", false)
	if got := uitest.Words(p.Object()); strings.Contains(got, "did not accept") {
		t.Errorf("what was said of another payment is still there: %q", got)
	}
	if got := strings.Join(bank.asked, "; "); got != "walksAway o12; calm o12" {
		t.Errorf("the bank was asked %q", got)
	}
}

func TestThePracticePhoneShowsTheCode(t *testing.T) {
	r := harness.New(t)
	p := New(r.Env, &fakePhone{state: Waiting, code: "481230"}, func() {})
	p.SetOrder("o12", false)
	if got := uitest.Words(p.Object()); !strings.Contains(got, "Your code 481230") || strings.Contains(got, "Approve") {
		t.Errorf("the phone shows %q", got)
	}
}
