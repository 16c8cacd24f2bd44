package commit

import (
	"context"
	"errors"

	"sanduq/core/journal"
	"sanduq/core/till/internal/invariants"
)

// lawful refuses a change that breaks an invariant. Invented sales, whole lives in one
// change each, do not come by here: see UpdateAll. The caller holds mu.
func (w *Writer) lawful(ctx context.Context, has journal.Head, day journal.Day, c *journal.Change) error {
	if c.Sale == nil {
		return nil
	}
	was, err := w.newestOf(ctx, c.Sale)
	if err != nil {
		return err
	}
	v := invariants.Of(&invariants.Given{Sale: was, Day: day, Last: has.Number}, c)
	if v == nil {
		return nil
	}
	w.breaks(v)
	return journal.Refuse(journal.CodeOwnError, v)
}

// mostKnown is far more than the sales that are in hand on a busy day.
const mostKnown = 256

// newestOf is the record of a sale that a change of it is made from, zero for a new one.
// It is seldom read: the Writer has written it itself, and its version tells that nobody
// else has since.
func (w *Writer) newestOf(ctx context.Context, s *journal.Sale) (journal.Sale, error) {
	if was, there := w.known[s.ID]; there && was.Version+1 == s.Version || s.Version == 1 {
		return was, nil
	}
	was, err := w.cfg.Store.Sale(ctx, s.ID)
	if errors.Is(err, journal.ErrNotFound) { // the commit says that there is none
		return journal.Sale{}, nil
	}
	return was, err
}

// remember keeps a record that is durable now.
func (w *Writer) remember(s *journal.Sale) {
	if s == nil {
		return
	}
	if w.known == nil || len(w.known) >= mostKnown {
		w.known = make(map[journal.SaleID]journal.Sale)
	}
	w.known[s.ID] = *s
}

// breaks tells everyone of the first violation, and the log of each. The caller holds mu.
func (w *Writer) breaks(v *invariants.Violation) {
	w.cfg.Logger.Error("the till's own error: nothing of this change was written, and no payment is taken until a restart",
		"invariant", v.Code, "sale", v.Sale)
	if w.Broken() != nil {
		return
	}
	w.broken.Store(&journal.StoreFault{Since: w.cfg.Now(), Code: string(journal.CodeOwnError), Err: v})
	w.cfg.Publish(journal.Notice{Kind: journal.NoticeStoreFault, StoreFault: w.Broken()})
}

// Broken returns why the till takes and gives no money until it is started again: a change
// of its own broke an invariant. Nil while none did. Lawful changes are written all the
// same, so that what the gateway says of other sales is kept. It never waits for the disk.
func (w *Writer) Broken() *journal.StoreFault { return w.broken.Load() }

// Refusal refuses with CodeOwnError once the till is Broken; nil before. It waits for
// nothing, not for a lock either.
func (w *Writer) Refusal() error {
	if broken := w.Broken(); broken != nil {
		return journal.Refuse(journal.CodeOwnError, broken.Err)
	}
	return nil
}
