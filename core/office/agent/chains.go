package agent

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// numbered reads rows after one number, limit at most, one by one. A number that
// the store has not was left out on purpose: it has no other gaps.
func numbered[T any](after, newest uint64, limit int, read func(uint64) (T, error), leftOut func(uint64) T) (out []T, err error) {
	for seq := after + 1; seq <= newest && len(out) < limit; seq++ {
		row, err := read(seq)
		if errors.Is(err, journal.ErrNotFound) {
			row, err = leftOut(seq), nil
		}
		if err != nil {
			return nil, fmt.Errorf("read number %d: %w", seq, err)
		}
		out = append(out, row)
	}
	return out, nil
}

// zs returns Zs after one number, limit at most.
func (r *reader) zs(after, newest uint64, limit int) ([]office.Z, error) {
	return numbered(after, newest, limit, func(seq uint64) (office.Z, error) {
		z, err := r.store.Z(r.ctx, seq)
		return sent(r, office.ChainZs, seq, office.ZOf(z)), err
	}, func(seq uint64) office.Z { return office.Z{Seq: seq, LeftOut: true} })
}

// cash returns records of cash after one number, limit at most.
func (r *reader) cash(after, newest uint64, limit int) ([]office.Cash, error) {
	return numbered(after, newest, limit, func(seq uint64) (office.Cash, error) {
		c, err := r.store.CashReceipt(r.ctx, seq)
		return sent(r, office.ChainCash, seq, office.CashOf(c)), err
	}, func(seq uint64) office.Cash { return office.Cash{Seq: seq, LeftOut: true} })
}

// owed returns lines of what is owed back after one number, limit at most. A till
// has few of them, and its store finds them by their debts.
func (r *reader) owed(after, newest uint64, limit int) (out []office.OwedRow, err error) {
	if after >= newest || limit <= 0 {
		return nil, nil
	}
	for q := (journal.DebtQuery{Limit: page}); ; {
		debts, err := r.store.Debts(r.ctx, q)
		if err != nil {
			return nil, fmt.Errorf("read what is owed: %w", err)
		}
		for _, d := range debts {
			q.Before = d.Number
			rows, err := r.store.DebtRows(r.ctx, d.Number)
			if err != nil {
				return nil, fmt.Errorf("read debt %d: %w", d.Number, err)
			}
			for _, row := range rows {
				if row.Seq > after && row.Seq <= newest {
					out = append(out, sent(r, office.ChainOwed, row.Seq, office.OwedRowOf(row, r.zone)))
				}
			}
		}
		if len(debts) < page {
			break
		}
	}
	slices.SortFunc(out, func(a, b office.OwedRow) int { return cmp.Compare(a.Seq, b.Seq) })
	out = out[:min(limit, len(out))]
	for i := range out {
		if out[i].Seq != after+uint64(i)+1 {
			return nil, fmt.Errorf("read what is owed from %d: %w", after+1, journal.ErrCorrupt)
		}
	}
	return out, nil
}

// follow walks a chain from one end to a number.
func (r *reader) follow(chain office.Chain, e office.End, to uint64) (office.End, error) {
	for e.Seq < to {
		was := e.Seq
		var err error
		switch chain {
		case office.ChainReceipts:
			e, err = step(r.receipts, e, to, office.End.Follow)
		case office.ChainAudit:
			e, err = step(r.audit, e, to, office.End.FollowAudit)
		case office.ChainZs:
			e, err = step(r.zs, e, to, office.End.FollowZs)
		case office.ChainCash:
			e, err = step(r.cash, e, to, office.End.FollowCash)
		case office.ChainOwed:
			e, err = step(r.owed, e, to, office.End.FollowOwed)
		}
		if err == nil && e.Seq == was {
			err = fmt.Errorf("read %s from %d: %w", chain, was+1, journal.ErrCorrupt)
		}
		if err != nil {
			return e, err
		}
	}
	return e, nil
}

// step walks one page of a chain.
func step[T any](read func(after, newest uint64, limit int) ([]T, error), e office.End, to uint64, follow func(office.End, ...T) (office.End, error)) (office.End, error) {
	rows, err := read(e.Seq, to, page)
	if err != nil {
		return e, err
	}
	return follow(e, rows...)
}

// newest are the newest numbers of all chains.
func newest(head journal.Head) map[office.Chain]uint64 {
	return map[office.Chain]uint64{office.ChainReceipts: head.Receipt, office.ChainAudit: head.Audit, office.ChainZs: head.Z, office.ChainCash: head.Cash,
		office.ChainOwed: head.DebtRow}
}

// chains fills in the positions of all chains, and rows of each that the office has
// not: of the rare kinds first, for the others room is left.
func (t *conversation) chains(r *reader, b *office.Batch, head journal.Head) (err error) {
	all := newest(head)
	for chain, newest := range all {
		if err := t.prove(r, b, chain, newest); err != nil {
			return err
		}
	}
	from := func(chain office.Chain) uint64 { return t.cursor.Chains[chain].Seq }
	to := func(chain office.Chain) uint64 { return t.withheld.newest(chain, all[chain]) }
	room := max(1, t.rows/2)
	if b.Zs, err = r.zs(from(office.ChainZs), to(office.ChainZs), min(room, mostZs)); err != nil {
		return err
	}
	room -= len(b.Zs)
	if b.Owed, err = r.owed(from(office.ChainOwed), to(office.ChainOwed), max(1, room/4)); err != nil {
		return err
	}
	room -= len(b.Owed)
	if b.Cash, err = r.cash(from(office.ChainCash), to(office.ChainCash), max(1, room/4)); err != nil {
		return err
	}
	room -= len(b.Cash)
	half := max(1, room/2)
	if b.Receipts, err = r.receipts(from(office.ChainReceipts), to(office.ChainReceipts), half); err != nil {
		return err
	}
	b.Audit, err = r.audit(from(office.ChainAudit), to(office.ChainAudit), half)
	return err
}

// mostZs is how many Zs go at once: each may be as large as hundreds of other rows.
const mostZs = 4
