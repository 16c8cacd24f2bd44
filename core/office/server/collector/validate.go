package collector

import (
	"context"
	"fmt"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
)

// clockSlack is by how much a till's clock may differ.
const clockSlack = 10 * time.Minute

// validate compares a batch with what is held of its till. What is to be written goes
// into e, and h becomes what it will be; or the batch is refused.
func (c *Collector) validate(ctx context.Context, db querier, e *effects, h *held, j *job, old oldSales) (*office.Refusal, error) {
	b := j.batch
	switch {
	case b.Till != h.till:
		e.alarm(h, AlarmOtherTill, fmt.Sprint(b.Till), fmt.Sprintf("a batch of till %d came with this till's key", b.Till))
		return &office.Refusal{Code: office.CodeOtherTill, Message: "this batch is another till's"}, nil
	case b.Environment != h.environment():
		return &office.Refusal{Code: office.CodeEnvironment, Message: fmt.Sprintf("this till was enrolled for %s", h.environment())}, nil
	case b.Epoch != h.epoch:
		return stale(h), nil
	}
	for _, chain := range office.Chains() {
		if b.Chains[chain].Seq != h.chains[chain].Seq {
			return stale(h), nil
		}
	}
	for _, chain := range office.Chains() {
		at, has := b.Chains[chain], h.chains[chain]
		why := ""
		switch {
		case at.Newest < has.Seq:
			why = fmt.Sprintf("%s: the till went back to %d, the office has %d", chain, at.Newest, has.Seq)
		case at.Link != has.Link:
			why = fmt.Sprintf("%s: up to %d the till has other rows than it sent", chain, has.Seq)
		}
		if why != "" {
			return c.beginEpoch(ctx, db, e, h, why)
		}
	}
	if j.gap != nil {
		e.alarm(h, AlarmGap, "", j.gap.Error())
		return &office.Refusal{Code: office.CodeGap, Message: "rows are missing in this batch", Cursor: h.cursor()}, nil
	}
	e.clock(h, b.At)
	e.apply(h, b)
	e.amounts(h, b, c.cfg.Implausible)
	e.recordAlerts(h, b)
	if n := len(b.Rejected); n > 0 {
		e.alarm(h, AlarmRejected, e.now.UTC().Format(time.DateOnly), fmt.Sprintf("%d rows cannot be kept, the first: %s", n, b.Rejected[0]))
	}
	for i := range b.Sales {
		e.sale(h, &b.Sales[i], old)
	}
	h.spoken(b)
	for chain, end := range j.ends {
		if has := h.chains[chain]; end.Seq != has.Seq {
			h.chains[chain] = has.after(end)
		}
	}
	e.cursor(h, int64(b.At.Sub(e.now)/time.Second))
	if b.Size() > 0 {
		e.heard = append(e.heard, h.till)
	}
	return nil, nil
}

// beginEpoch lets a till begin again, beside what is there of it.
func (c *Collector) beginEpoch(ctx context.Context, db querier, e *effects, h *held, why string) (*office.Refusal, error) {
	var lately int
	if err := db.QueryRow(ctx, "SELECT count(*) FROM epochs WHERE till_id = $1 AND began_at > $2", h.till, e.now.Add(-24*time.Hour)).Scan(&lately); err != nil {
		return nil, err
	}
	if lately >= c.cfg.EpochsADay {
		e.alarm(h, AlarmHeld, "", why)
		return &office.Refusal{Code: office.CodeHeld, Message: "this till's history changed too often today; a person at the office must look: " + why}, nil
	}
	e.alarm(h, AlarmEpoch, "", why)
	for _, chain := range office.Chains() {
		e.past = append(e.past, chainRow{h.till, h.epoch, chain, h.chains[chain].End})
	}
	h.epoch++
	h.newest, h.chains, h.since = "", chainStates{}, nil
	e.epochs = append(e.epochs, epochRow{h.till, h.epoch, why})
	e.cursor(h, 0)
	e.heard = append(e.heard, h.till)
	return &office.Refusal{Code: office.CodeEpoch, Message: "an epoch begins, send everything: " + why, Cursor: h.cursor()}, nil
}

// clock raises an alarm, once a day, where a till's clock is wrong.
func (e *effects) clock(h *held, at time.Time) {
	off := at.Sub(e.now)
	why := fmt.Sprintf("the till's clock is wrong by %s", off.Round(time.Minute))
	if at.IsZero() {
		why = "the till's clock shows a year before 1970 or after 9998"
	}
	if off.Abs() > clockSlack {
		e.alarm(h, AlarmClock, e.now.UTC().Format(time.DateOnly), why)
	}
}

// amounts raises an alarm, once a day, where a till tells of more money than any shop
// takes. It is kept and added up as all is: a sum that is wrong names its cause.
func (e *effects) amounts(h *held, b *office.Batch, most int64) {
	look := func(what string, name any, minor int64, currency string) bool {
		if minor > most {
			e.alarm(h, AlarmAmount, e.now.UTC().Format(time.DateOnly), fmt.Sprintf("%s %v is of %s", what, name, money.Amount{Minor: minor, Currency: currency}))
		}
		return minor > most
	}
	for i := range b.Sales {
		if s := &b.Sales[i]; look("sale", s.ID, s.Minor, s.Currency) {
			return
		}
	}
	for i := range b.Receipts {
		if r := &b.Receipts[i]; look("receipt", r.Seq, r.Minor, r.Currency) {
			return
		}
	}
	for i := range b.Cash {
		if r := &b.Cash[i]; look("cash", r.Seq, r.Minor, r.Currency) {
			return
		}
	}
	for i := range b.Owed {
		if r := &b.Owed[i]; look("debt", r.Debt, max(r.Owed, r.Minor), r.Currency) {
			return
		}
	}
}

// apply takes the rows of chains.
func (e *effects) apply(h *held, b *office.Batch) {
	first, last := uint64(0), uint64(0)
	for i := range b.Receipts {
		r := &b.Receipts[i]
		e.rows.receipts.Add(h.keptAt(r.SettledAt, e.now), r)
		if r.LeftOut {
			if first == 0 {
				first = r.Seq
			}
			last = r.Seq
		}
	}
	if first != 0 {
		e.alarm(h, AlarmLeftOut, fmt.Sprint(first), fmt.Sprintf("receipts from %d to %d were never given out", first, last))
	}
	for i := range b.Audit {
		r := &b.Audit[i]
		e.rows.audit.Add(h.keptAt(r.At, e.now), r)
		if r.Action == journal.AuditRestored || r.Action == journal.AuditRolledBack {
			e.alarm(h, AlarmRestored, fmt.Sprint(r.Seq), r.Detail)
		}
	}
	for i := range b.Zs {
		e.rows.zs.Add(h.kept(), &b.Zs[i])
	}
	for i := range b.Cash {
		r := &b.Cash[i]
		e.rows.cash.Add(h.keptAt(r.TakenAt, e.now), r)
	}
	for i := range b.Owed {
		e.rows.owed.Add(h.kept(), &b.Owed[i])
		e.debts = append(e.debts, debtLine{h.kept(), &b.Owed[i]})
	}
}
