package collector

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// held is what the database has of a till.
type held struct {
	read     string // the version of its cursor's row
	till     int64
	shop     int64
	practice bool
	epoch    int
	newest   journal.SaleID
	chains   chainStates
	since    [][]uint64 // for each version from 2 on, for each chain: after which row it began
}

// environment is what the batches of the till must be of.
func (h *held) environment() core.Environment {
	if h.practice {
		return core.Sandbox
	}
	return core.Live
}

// cursor is what the till is told.
func (h *held) cursor() *office.Cursor {
	c := &office.Cursor{Version: office.Version, Till: h.till, Epoch: h.epoch, Newest: h.newest, Chains: map[office.Chain]office.Known{}}
	for i, chain := range office.Chains() {
		s := h.chains[chain]
		known := office.Known{Seq: s.Seq, Mark: s.mark}
		for _, began := range h.since {
			known.Since = append(known.Since, began[i])
		}
		c.Chains[chain] = known
	}
	return c
}

// spoken notes by which version a till sends. One that went back to an earlier version
// has proved that all its rows are the same in that one.
func (h *held) spoken(b *office.Batch) {
	h.since = h.since[:min(len(h.since), b.Version-1)]
	for len(h.since) < b.Version-1 {
		var began []uint64
		for _, chain := range office.Chains() {
			began = append(began, b.Chains[chain].Seq)
		}
		h.since = append(h.since, began)
	}
}

func (h *held) kept() keptOf { return keptOf{h.till, h.epoch} }

func (h *held) keptAt(at, now time.Time) keptAt { return keptAt{dayOf(at, now), h.till, h.epoch} }

func (h *held) keptSale(s *office.Sale, day time.Time, shop int64, counts bool) keptSale {
	return keptSale{day, h.till, s.ID.Number(), h.epoch, shop, h.practice, counts}
}

// dayOf is the day by which a row is kept; today's where the row has no moment.
func dayOf(at, now time.Time) time.Time {
	if at.IsZero() {
		at = now
	}
	y, m, d := at.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func stale(h *held) *office.Refusal {
	return &office.Refusal{Code: office.CodeStale, Message: "this batch was made for another cursor", Cursor: h.cursor()}
}

// querier is a connection, or a transaction on one.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// readTills reads what is known of the tills whose keys are good. lockTills keeps everybody
// else from them besides, until the transaction ends: of a row that it locks PostgreSQL
// reads what the holder of the lock has left, so that all of it stands in one row.
const (
	readTills = `SELECT k.hash, t.id, t.shop_id, t.practice, c.xmin::text, c.epoch, c.newest, c.places, c.since
	FROM keys k JOIN tills t ON t.id = k.till_id JOIN cursors c ON c.till_id = t.id
	WHERE k.hash = ANY($1) AND k.revoked_at IS NULL ORDER BY t.id`
	lockTills = readTills + " FOR UPDATE OF c"
)

// heldTills reads the rows of either.
func heldTills(rows pgx.Rows) (map[keyHash]*held, error) {
	tills := map[keyHash]*held{}
	var hash, places, since []byte
	var h held
	_, err := pgx.ForEachRow(rows, []any{&hash, &h.till, &h.shop, &h.practice, &h.read, &h.epoch, &h.newest, &places, &since}, func() error {
		known := h
		known.chains, known.since = unpackStates(places), unpackSince(since)
		tills[keyHash(hash)] = &known
		return nil
	})
	return tills, err
}
