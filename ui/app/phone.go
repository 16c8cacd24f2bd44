package app

import (
	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/tables"
	"sanduq/ui/cashier"
	"sanduq/ui/practicephone"
)

// phone is the customer's side of the embedded practice bank.
type phone struct{ *bank.Bank }

func (p phone) Payment(order string) (practicephone.Payment, bool) {
	h, shown := p.Handset(order)
	return practicephone.Payment{Payee: h.Payee, Amount: money.Amount{Minor: h.AmountMinor, Currency: h.Currency},
		Account: h.Holder, State: practicephone.State(h.State), Code: core.NewSecret(h.Code.Reveal())}, shown
}

func (p phone) Approve(order string) error { return p.Press(order, p.Bank.Approve) }
func (p phone) Decline(order string) error { return p.Press(order, p.Bank.Decline) }
func (p phone) Expire(order string) error  { return p.Press(order, p.Bank.Expire) }
func (p phone) Behaviour() practicephone.Behaviour {
	return practicephone.Behaviour(p.Bank.Behaviour().String())
}
func (p phone) SetBehaviour(b practicephone.Behaviour) {
	p.Bank.SetBehaviour(faults.BehaviourNamed(string(b)))
}
func (p phone) Drills() []practicephone.Drill {
	return []practicephone.Drill{practicephone.DrillWalksAway, practicephone.DrillPaysLate, practicephone.DrillWrongCode, practicephone.DrillNoNetwork, practicephone.DrillCalm}
}
func (p phone) Drill(order string, d practicephone.Drill) error {
	drill := map[practicephone.Drill]bank.Drill{practicephone.DrillWalksAway: bank.DrillWalksAway, practicephone.DrillPaysLate: bank.DrillPaysLate,
		practicephone.DrillWrongCode: bank.DrillWrongCode, practicephone.DrillNoNetwork: bank.DrillNoNetwork, practicephone.DrillCalm: bank.DrillCalm}[d]
	if d == practicephone.DrillWalksAway || d == practicephone.DrillPaysLate {
		return p.Press(order, func(id string) error { return p.DrillPayment(id, drill) })
	}
	return p.Bank.Drill(drill)
}
func (p phone) Watch(changed func()) (stop func()) { return p.Subscribe(changed) }

// practiceNumbers are an ordinary number and those for which the practice bank
// does something particular.
func practiceNumbers(route core.Route) (all []cashier.PracticeNumber) {
	for _, n := range tables.Numbers(string(route.Rail())) {
		all = append(all, cashier.PracticeNumber(n))
	}
	return all
}
