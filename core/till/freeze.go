package till

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Freeze is the store's word that the journal was put back to an older state:
// a backup was restored, or the file is older than what was last seen of it.
// Sales made after Since are missing. Until a manager has confirmed that, the
// till opens no new payment. A confirmed freeze stays on record, since its
// numbers are never given out again.
type Freeze struct {
	Cause FreezeCause `json:"cause"`
	Since time.Time   `json:"since,omitzero"` // the newest commit that the journal knows; zero when not known
	At    time.Time   `json:"at"`             // when it was put back, or when that was noticed

	// TakenUp is when the till first opened the journal that was put back. It
	// then leaves a gap: the next sale of Day comes after Number, the next
	// receipt after Receipt.
	TakenUp time.Time `json:"takenUp,omitzero"`
	Day     Day       `json:"day,omitempty"`
	Number  int       `json:"number,omitempty"`
	Receipt uint64    `json:"receipt,omitempty"`
	Z       uint64    `json:"z,omitempty"`    // the next Z comes after it
	Cash    uint64    `json:"cash,omitempty"` // and the next cash receipt after this

	// Confirmed is who ended it; nil while it lasts.
	Confirmed *Decision `json:"confirmed,omitempty"`
}

// FreezeCause is why a journal is older than it was.
type FreezeCause string

// The causes.
const (
	FreezeRestored   FreezeCause = "restored"   // someone restored a backup
	FreezeRolledBack FreezeCause = "rolledBack" // the file is older than its checkpoint
)

// The actions by which a freeze enters the book.
const (
	AuditRestored   AuditAction = "restored"
	AuditRolledBack AuditAction = "rolledBack"
	AuditReconciled AuditAction = "reconciled"
)

// Recovery is how far a till has come with a journal that was put back: which
// of its open sales the gateway was asked about again.
type Recovery struct {
	Freeze
	Open    int      // sales that were open in the journal
	Waiting []SaleID // not answered for yet; none may be before the freeze ends
	Unasked []SaleID // cannot be asked about: a manager must ask the bank
}

// Ready reports whether a manager may end the freeze.
func (r *Recovery) Ready() bool { return len(r.Waiting) == 0 }

// fastestTill is how many sales a till can open in a minute at the very most.
const fastestTill = 6

// missed is how many sales may have been opened between two moments, up to
// whole hundreds. Where the clock makes no sense of them it is a whole day's.
func missed(since, until time.Time) int {
	between := until.Sub(since)
	if since.IsZero() || between < 0 {
		between = 24 * time.Hour
	}
	n := int(between/time.Minute)*fastestTill + 1
	return (n + 99) / 100 * 100
}

// loadRecovery reads whether the journal was put back. If so, and if nobody has done
// it yet, it leaves the gap in the numbers and writes that down.
func (t *Till) loadRecovery(ctx context.Context) error {
	f, err := t.cfg.Store.Freeze(ctx)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("read freeze: %w", err)
	case f.Confirmed != nil:
		return nil
	}
	if f.TakenUp.IsZero() {
		if err := t.committer.commit(func(h *Head) Change {
			now := t.Now()
			since := f.Since
			if begin := t.committer.day.Time(t.cfg.Zone); since.Before(begin) && !since.IsZero() {
				since = begin
			}
			f.TakenUp, f.Day = now, t.committer.day
			f.Number, f.Receipt = h.Number+missed(since, now), h.Receipt+uint64(missed(f.Since, now))
			leaveOut(&f, *h, now)
			h.Audit++
			return Change{Freeze: &f, Audit: []AuditRow{{Seq: h.Audit, At: now, Action: AuditAction(f.Cause), Detail: f.gap()}}}
		}); err != nil {
			return fmt.Errorf("take up freeze: %w", err)
		}
	}
	t.log.Warn("journal was put back: no new payments until a manager confirms", "cause", f.Cause, "since", f.Since, "gap", f.gap())
	t.recovery = &Recovery{Freeze: f}
	return nil
}

// gap says which numbers are left out.
func (f Freeze) gap() string {
	since := "an unknown time"
	if !f.Since.IsZero() {
		since = f.Since.UTC().Format(time.RFC3339)
	}
	text := fmt.Sprintf("missing since %s; sales of %s go on after #%d, receipts after %d", since, f.Day, f.Number, f.Receipt)
	if f.Cash != 0 {
		text += fmt.Sprintf(", cash receipts after %d", f.Cash)
	}
	if f.Z != 0 {
		text += fmt.Sprintf(", Zs after %d", f.Z)
	}
	return text
}

// behind marks a sale of a journal that was put back: what became of it since
// is not in its record.
func (t *Till) behind(s *Sale) error {
	if s.Behind {
		return nil
	}
	next := *s
	next.Behind = true
	next.Version++
	next.record(t.Now(), HistoryBehind, "")
	if next.Watchable() { // what was done with it since, nobody here knows: a QR may be out
		next.renewWatch()
		startWatch(&next, time.Time{}, t.Now())
	}
	if err := t.committer.commit(func(*Head) Change { next.UpdatedAt = t.Now(); return Change{Sale: &next} }); err != nil {
		return err
	}
	*s = next
	return nil
}

// Recovery returns how far the till has come with a journal that was put back;
// nil while it charges as usual.
func (t *Till) Recovery() *Recovery {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recovery == nil {
		return nil
	}
	r := *t.recovery
	return &r
}

// frozen refuses what could create or move money while the journal is in
// doubt.
func (t *Till) frozen() error {
	if r := t.Recovery(); r != nil {
		return refuse(CodeFrozen, fmt.Errorf("journal was put back at %s", r.At.Format(time.RFC3339)))
	}
	return nil
}

// ConfirmRecovery ends the freeze after a journal was put back: by is who knows
// what may be missing, and may RightRecover. Errors: CodeStep when nothing is
// frozen, CodeManager without such a name, CodeFrozen while the gateway has not
// answered for every open sale, CodeStore.
func (t *Till) ConfirmRecovery(_ context.Context, by string) (err error) {
	r := t.Recovery()
	if r == nil {
		return refuse(CodeStep, errors.New("nothing is frozen"))
	}
	g, err := t.claimNamed(actConfirmRecovery, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	if !r.Ready() {
		return refuse(CodeFrozen, fmt.Errorf("%d sales are not answered for", len(r.Waiting)))
	}
	f := r.Freeze
	err = t.committer.commit(func(h *Head) Change {
		now := t.Now()
		f.Confirmed = &Decision{At: now, By: g.word(), Reason: string(f.Cause)}
		return Change{Freeze: &f, Audit: t.rows(h, []AuditRow{g.row(AuditReconciled,
			strconv.Itoa(r.Open)+" open, "+strconv.Itoa(len(r.Unasked))+" could not be asked about")})}
	})
	if err != nil {
		return refuse(CodeStore, err)
	}
	t.setRecovery(nil)
	return nil
}

func (t *Till) setRecovery(r *Recovery) {
	t.mu.Lock()
	t.recovery = r
	t.mu.Unlock()
	t.hub.Publish(Notice{Kind: NoticeRecovery, Recovery: r})
}
