package harness

import (
	"context"
	"fmt"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
)

// Till writes down what it was asked.
type Till struct {
	Asked []string
	Err   error
	Next  journal.SaleID
	View  journal.View
	Draft journal.Draft

	Printed bool // the printer confirms what it is sent

	Banks   []core.Institution
	NoBanks error
	Listed  int // how often the institutions were asked for
}

func (d *Till) record(format string, args ...any) error {
	d.Asked = append(d.Asked, fmt.Sprintf(format, args...))
	return d.Err
}

func (d *Till) Charge(_ context.Context, draft journal.Draft) (journal.View, error) {
	d.Draft = draft
	return d.View, d.record("charge %s %s %s", draft.Amount.Major(), draft.Route, draft.Reference)
}
func (d *Till) TakeCash(_ context.Context, draft journal.Draft, Given int64) (journal.View, error) {
	d.Draft = draft
	return d.View, d.record("cash %s given %d", draft.Amount.Major(), Given)
}
func (d *Till) DueInCash(a money.Amount) (journal.CashDue, error) {
	return journal.DueInCash(a, 250)
}
func (d *Till) OfferQR(_ context.Context, id journal.SaleID) error {
	return d.record("offer %s", present.Number(id))
}
func (d *Till) PickRoute(_ context.Context, id journal.SaleID, r core.Route) error {
	return d.record("pick %s %s", present.Number(id), r)
}
func (d *Till) Institutions(_ context.Context, id journal.SaleID, r core.Route) ([]core.Institution, error) {
	d.Listed++
	return d.Banks, d.NoBanks
}
func (d *Till) Validate(_ context.Context, id journal.SaleID, e journal.AccountEntry) error {
	return d.record("validate %s %s %s %s at %s", present.Number(id), e.Route, e.Account.Reveal(), e.InstitutionCode, e.InstitutionName)
}
func (d *Till) SendCodeAgain(_ context.Context, id journal.SaleID) error {
	return d.record("again %s", present.Number(id))
}
func (d *Till) SubmitOTP(_ context.Context, id journal.SaleID, otp core.Secret, again bool) error {
	return d.record("code %s %s %v", present.Number(id), otp.Reveal(), again)
}
func (d *Till) RepeatOTP(_ context.Context, id journal.SaleID, otp core.Secret, by string) error {
	return d.record("repeat %s %s by %s", present.Number(id), otp.Reveal(), by)
}
func (d *Till) Check(_ context.Context, id journal.SaleID) error {
	return d.record("check %s", present.Number(id))
}
func (d *Till) SetAside(_ context.Context, id journal.SaleID, why string) error {
	return d.record("aside %s %s", present.Number(id), why)
}
func (d *Till) ToManager(_ context.Context, id journal.SaleID, why string) error {
	return d.record("manager %s %s", present.Number(id), why)
}
func (d *Till) ReadLate(_ context.Context, id journal.SaleID, by string) error {
	return d.record("late read %s by %s", present.Number(id), by)
}
func (d *Till) OweLate(_ context.Context, id journal.SaleID, by, why string) error {
	return d.record("owe late %s by %s: %s", present.Number(id), by, why)
}
func (d *Till) ResolveOutside(_ context.Context, id journal.SaleID, why, by string) error {
	return d.record("resolve %s %s by %s", present.Number(id), why, by)
}
func (d *Till) ReadLateAlert(_ context.Context, id journal.SaleID) error {
	return d.record("read %s", present.Number(id))
}
func (d *Till) Acknowledge(_ context.Context, id journal.SaleID) error {
	return d.record("acknowledge %s", present.Number(id))
}
func (d *Till) PrintUnknown(_ context.Context, id journal.SaleID, by string) (bool, error) {
	return d.Printed, d.record("print unknown %s by %s", present.Number(id), by)
}
func (d *Till) Print(_ context.Context, id journal.SaleID, by string) error {
	return d.record("print %s by %s", present.Number(id), by)
}
func (d *Till) NextID() journal.SaleID { return d.Next }
