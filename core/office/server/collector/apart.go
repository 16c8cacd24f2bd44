package collector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"sanduq/core/office"
)

// blames reports whether an error may be the fault of rows, so that other rows could
// be taken. What speaks of the database itself is nobody's fault.
func blames(err error) bool {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok && len(said.Code) == 5 {
		if said.Routine == "exec_stmt_raise" && said.Code[:2] != "40" { // a function of the layout forbids what a row says, as sale_goes_on does
			return true
		}
		switch said.Code[:2] {
		case "08", "25", "28", "3D", "40", "42", "53", "55", "57", "58", "F0", "XX":
			return false // connection, read-only, rights, order, layout, room, locks, an operator, the machine
		}
		return true
	}
	_, network := errors.AsType[net.Error](err)
	return !network && !errors.Is(err, errGone) && !errors.Is(err, errDoubt) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) &&
		!errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF)
}

// maxApart is how many rows of a batch are found out one by one. A till that has more
// of them waits with what is left.
const maxApart = 5

// apart is a batch that the database refuses, on its way in parts.
type apart struct {
	c        *Collector
	job      *job
	at       map[office.Chain]office.Position // where the part that comes next stands
	broken   map[office.Chain]bool            // a row was rejected: those after it wait
	rejected []office.Rejected
	cursor   *office.Cursor
	refusal  *office.Refusal // of the batch as a whole: nothing more is taken
}

// takeApart takes all of a batch but the rows at fault, and says which those are.
func (c *Collector) takeApart(ctx context.Context, j *job) answer {
	a := &apart{c: c, job: j, at: j.batch.Chains, broken: map[office.Chain]bool{}}
	if size := j.batch.Size(); size < 2 {
		a.reject(j.batch, office.Rejected{Why: said(size)})
	} else {
		a.store(ctx, part(j.batch, 0, size/2))
		a.store(ctx, part(j.batch, size/2, size))
	}
	if a.refusal != nil {
		return answer{refusal: a.refusal}
	}
	last := part(j.batch, 0, 0) // for the alarm, and the cursor where nothing was taken
	last.Chains, last.Rejected = a.at, append(j.batch.Rejected, a.rejected...)
	if answers, err := c.storeGroup(ctx, []*job{a.part(last)}, lockTills); err == nil {
		return answers[0]
	}
	return answer{refusal: rejection(last.Rejected, a.cursor)}
}

func said(size int) string {
	if size == 0 {
		return "the office's database refuses this batch"
	}
	return "the office's database refuses it"
}

func (a *apart) part(b *office.Batch) *job {
	j := &job{key: a.job.key, batch: b}
	j.ends, j.gap = b.Ends()
	return j
}

// store takes a part, in halves where it is refused.
func (a *apart) store(ctx context.Context, b *office.Batch) {
	a.leaveBroken(b)
	size := b.Size()
	if a.refusal != nil || size == 0 {
		return
	}
	if len(a.rejected) >= maxApart {
		for chain := range b.Chains {
			a.broken[chain] = true
		}
		return
	}
	b.Chains = a.at
	j := a.part(b)
	answers, err := a.c.storeGroup(ctx, []*job{j}, lockTills)
	switch {
	case err == nil && answers[0].refusal != nil:
		a.refusal = answers[0].refusal
	case err == nil:
		a.cursor, a.at = answers[0].cursor, after(a.at, j.ends)
	case !blames(err):
		a.c.log.Error("a batch was not taken whole", "till", a.job.batch.Till, "err", err)
		a.refusal = &office.Refusal{Code: office.CodeBusy, Message: "the office's database does not answer"}
	case size == 1:
		a.c.log.Error("the database refuses a row", "till", a.job.batch.Till, "err", err)
		a.reject(b, office.Rejected{Why: said(size)})
	default:
		a.store(ctx, part(b, 0, size/2))
		a.store(ctx, part(b, size/2, size))
	}
}

// reject notes the one row of a part.
func (a *apart) reject(b *office.Batch, r office.Rejected) {
	switch {
	case len(b.Receipts) > 0:
		r.Chain, r.Seq = office.ChainReceipts, b.Receipts[0].Seq
	case len(b.Audit) > 0:
		r.Chain, r.Seq = office.ChainAudit, b.Audit[0].Seq
	case len(b.Zs) > 0:
		r.Chain, r.Seq = office.ChainZs, b.Zs[0].Seq
	case len(b.Cash) > 0:
		r.Chain, r.Seq = office.ChainCash, b.Cash[0].Seq
	case len(b.Owed) > 0:
		r.Chain, r.Seq = office.ChainOwed, b.Owed[0].Seq
	case len(b.Sales) > 0:
		r.Sale = b.Sales[0].ID
	}
	if r.Chain != "" {
		a.broken[r.Chain] = true
	}
	a.rejected = append(a.rejected, r)
}

// leaveBroken takes out the rows that wait for one that was rejected.
func (a *apart) leaveBroken(b *office.Batch) {
	for chain := range a.broken {
		switch chain {
		case office.ChainReceipts:
			b.Receipts = nil
		case office.ChainAudit:
			b.Audit = nil
		case office.ChainZs:
			b.Zs = nil
		case office.ChainCash:
			b.Cash = nil
		case office.ChainOwed:
			b.Owed = nil
		}
	}
}

func after(at map[office.Chain]office.Position, ends map[office.Chain]office.End) map[office.Chain]office.Position {
	out := map[office.Chain]office.Position{}
	for chain, p := range at {
		e := ends[chain]
		out[chain] = office.Position{Seq: e.Seq, Link: e.Link, Newest: p.Newest}
	}
	return out
}

// part is a batch of some rows of another, by their places among all of it. What
// stands in its head stays.
func part(b *office.Batch, from, to int) *office.Batch {
	out := &office.Batch{Head: b.Head}
	out.Receipts, from, to = cut(b.Receipts, from, to)
	out.Audit, from, to = cut(b.Audit, from, to)
	out.Zs, from, to = cut(b.Zs, from, to)
	out.Cash, from, to = cut(b.Cash, from, to)
	out.Owed, from, to = cut(b.Owed, from, to)
	out.Sales, _, _ = cut(b.Sales, from, to)
	return out
}

func cut[T any](rows []T, from, to int) (some []T, restFrom, restTo int) {
	n := len(rows)
	return rows[min(max(from, 0), n):min(max(to, 0), n)], from - n, to - n
}

// rejection says which rows are not kept; all others are.
func rejection(rows []office.Rejected, cursor *office.Cursor) *office.Refusal {
	return &office.Refusal{Code: office.CodeMalformed, Message: fmt.Sprintf("%d rows cannot be kept, all others are; the first: %s", len(rows), rows[0]),
		Cursor: cursor, Rejected: rows[:min(len(rows), office.MaxRejected)]}
}
