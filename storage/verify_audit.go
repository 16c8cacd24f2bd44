package storage

import (
	"bytes"
	"context"
	"errors"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// AuditCheck is what a check of the book of decisions came to.
type AuditCheck struct {
	Rows   uint64
	Since  time.Time // of the first row; zero without any
	Broken uint64    // the first row that does not follow from the one before, or is not there; 0 for none
}

// rowsBetween is after how many rows somebody is told how far it is.
const rowsBetween = 1 << 10

// VerifyAudit follows the chain of the book of decisions from its first row to its
// newest, and names the first that was changed, exchanged or taken out. It holds up
// no commit. progress may be nil.
func (s *Store) VerifyAudit(ctx context.Context, progress func(done, total uint64)) (check AuditCheck, err error) {
	ctx, done := s.long.begin(ctx)
	defer done()
	err = s.view(ctx, func(t record.Tx) error {
		check = AuditCheck{}
		h, err := t.Manifest()
		if err != nil {
			return err
		}
		check.Rows = h.Audit.Seq
		var link record.Digest
		for seq := uint64(1); seq <= h.Audit.Seq; seq++ {
			if seq%rowsBetween == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if progress != nil {
					progress(seq, h.Audit.Seq)
				}
			}
			var row journal.AuditRow
			payload, err := t.Row(record.AuditBucket, seq, &row)
			switch {
			case errors.Is(err, journal.ErrCorrupt), err == nil && (row.Seq != seq || !bytes.Equal(payload[:record.MacSize], link[:])):
				check.Broken = seq
				return nil
			case err != nil:
				return err
			}
			if seq == 1 {
				check.Since = row.At
			}
			link = t.Seal.Link(record.AuditBucket, record.SeqKey(seq), payload)
		}
		if link != h.Audit.Link {
			check.Broken = h.Audit.Seq
		}
		return nil
	})
	return check, err
}
