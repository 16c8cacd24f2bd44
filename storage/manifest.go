package storage

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// The keys of the meta bucket. Schema and key check stand there in the clear
// and twice, since they are read before anything can be authenticated.
var (
	schemaKeys  = [2][]byte{[]byte("schema"), []byte("schema again")}
	checkKeys   = [2][]byte{[]byte("key check"), []byte("key check again")}
	manifestKey = []byte("head")
)

// manifest is what the file as a whole must add up to. It is replaced by every
// commit, in the same transaction.
type manifest struct {
	Schema uint64 `json:"schema"`
	// Environment is the one whose sales it holds; blank until a store of an
	// earlier version was opened once.
	Environment core.Environment `json:"environment,omitempty"`
	Commits     uint64           `json:"commits"`
	Open        uint64           `json:"open"`    // entries of the open bucket
	Entries     uint64           `json:"entries"` // sales of each term of the index, added up
	Sales       counted          `json:"sales"`
	Secrets     counted          `json:"secrets"`
	Settings    counted          `json:"settings"`
	Totals      counted          `json:"totals"`
	Hours       counted          `json:"hours,omitzero"`
	Journal     counted          `json:"journal,omitzero"`
	Receipts    chained          `json:"receipts"`
	Audit       chained          `json:"audit"`
	// What follows is not there while a shop uses none of it.
	Present present `json:"present,omitzero"`
	Shifts  counted `json:"shifts,omitzero"`
	Debts   counted `json:"debts,omitzero"`  // numbered without a gap: as many as the newest's number
	Owing   uint64  `json:"owing,omitempty"` // debts of which something is open
	Zs      chained `json:"zs,omitzero"`
	Cash    chained `json:"cash,omitzero"`
	Drawer  chained `json:"drawer,omitzero"`
	Owed    chained `json:"owed,omitzero"`
	// Rekeyed is the count of commits at which the file was sealed with its
	// present key; 0 when it never had another.
	Rekeyed uint64 `json:"rekeyed,omitempty"`
	// At is when the newest commit was made.
	At time.Time `json:"at,omitzero"`
	// Freeze is set when the file was put back to an older state; Gaps are the
	// receipt numbers that were left out because of it, oldest first, and so are
	// the others of Zs and of cash receipts.
	Freeze   *journal.Freeze `json:"freeze,omitempty"`
	Gaps     []gap           `json:"gaps,omitempty"`
	ZGaps    []gap           `json:"zGaps,omitempty"`
	CashGaps []gap           `json:"cashGaps,omitempty"`
	// Figures counts the sales of each status and route, whatever their day.
	Figures map[string]uint64 `json:"figures,omitempty"`
}

// recount moves one sale from one figure to another; either may be blank.
func (h *manifest) recount(from, to string) {
	if from == to {
		return
	}
	if h.Figures == nil {
		h.Figures = map[string]uint64{}
	}
	if from != "" {
		if h.Figures[from]--; h.Figures[from] == 0 {
			delete(h.Figures, from)
		}
	}
	if to != "" {
		h.Figures[to]++
	}
}

// sales returns how many sales have a status and a route; blank is any.
func (h *manifest) sales(status journal.Status, route core.Route) (n uint64) {
	for figure, count := range h.Figures {
		itsStatus, itsRoute, _ := strings.Cut(figure, "/")
		if (status == "" || itsStatus == string(status)) && (route == "" || itsRoute == string(route)) {
			n += count
		}
	}
	return n
}

// counted sums up a bucket whose records change.
type counted struct {
	Count  uint64 `json:"count"`
	Digest digest `json:"digest"`
}

// replace takes the step from a record to its successor; either may be absent.
func (c *counted) replace(hadOld bool, old digest, hasNew bool, fresh digest) {
	if hadOld {
		c.Count--
		c.Digest.mix(old)
	}
	if hasNew {
		c.Count++
		c.Digest.mix(fresh)
	}
}

// chained sums up a bucket whose rows never change.
type chained struct {
	Seq  uint64 `json:"seq"`
	Link digest `json:"link"`
}

// present names the shift that is not over, and the newest record of it: an
// older one put back is not summed up.
type present struct {
	Number uint64 `json:"number"`
	MAC    digest `json:"mac"`
}

// manifest returns the manifest. Outside a writing transaction it is shared: nobody may
// change what it points to.
func (t tx) manifest() (manifest, error) {
	k, err := t.known()
	if err != nil {
		return manifest{}, err
	}
	h := k.manifest
	if t.Writable() { // a writer changes what it was given
		h = h.own()
	}
	return h, nil
}

// own returns a copy that shares nothing which a writer changes.
func (h manifest) own() manifest {
	h.Figures, h.Gaps, h.ZGaps, h.CashGaps = maps.Clone(h.Figures), slices.Clone(h.Gaps), slices.Clone(h.ZGaps), slices.Clone(h.CashGaps)
	return h
}

// known reads the manifest, or finds it among what was read before.
func (t tx) known() (*knownState, error) {
	meta, err := t.in(metaBucket)
	if err != nil {
		return nil, err
	}
	payload, mac, err := meta.get(manifestKey)
	if err != nil {
		return nil, err
	}
	if payload == nil {
		return nil, corrupt("the manifest is missing")
	}
	if k := t.seal.known(); k != nil && k.mac == mac {
		return k, nil
	}
	k := &knownState{mac: mac}
	if err := json.Unmarshal(payload, &k.manifest); err != nil {
		return nil, corrupt("manifest: %w", err)
	}
	return k, nil
}

func (t tx) putManifest(h manifest) error {
	_, err := t.writeManifest(h)
	return err
}

// writeManifest is putManifest; it returns the record's MAC.
func (t tx) writeManifest(h manifest) (mac digest, err error) {
	meta, err := t.in(metaBucket)
	if err != nil {
		return mac, err
	}
	payload, err := json.Marshal(h)
	if err != nil {
		return mac, err
	}
	return meta.put(manifestKey, payload)
}

// gap is a run of numbers that were left out.
type gap struct {
	After uint64 `json:"after"` // the newest row before it
	Next  uint64 `json:"next"`  // the first one after it
}

// numbered is a chain whose numbers stand on paper, so that a freeze leaves some
// of them out.
type numbered struct {
	name string
	end  *chained
	gaps *[]gap
	left uint64 // the newest number that was left out
}

func (h *manifest) receipts() numbered {
	return numbered{receiptsBucket, &h.Receipts, &h.Gaps, h.frozen().Receipt}
}

func (h *manifest) zs() numbered { return numbered{zsBucket, &h.Zs, &h.ZGaps, h.frozen().Z} }

func (h *manifest) cash() numbered {
	return numbered{cashBucket, &h.Cash, &h.CashGaps, h.frozen().Cash}
}

// frozen is the freeze, or one that leaves nothing out.
func (h *manifest) frozen() journal.Freeze {
	if h.Freeze == nil {
		return journal.Freeze{}
	}
	return *h.Freeze
}

// newest is the newest number that was given out or left out.
func (n numbered) newest() uint64 { return max(n.end.Seq, n.left) }

// there reports whether there is a row of this number.
func (n numbered) there(seq uint64) bool {
	return seq > 0 && seq <= n.end.Seq && !leftOut(*n.gaps, seq)
}

// leftOut reports whether there is no row of this number on purpose.
func leftOut(gaps []gap, seq uint64) bool {
	return slices.ContainsFunc(gaps, func(g gap) bool { return seq > g.After && seq < g.Next })
}

func (h *manifest) freeze(f journal.Freeze) error {
	if old := h.frozen(); f.Receipt < old.Receipt || f.Z < old.Z || f.Cash < old.Cash {
		return refused("numbers were left out up to receipt %d, Z %d and cash %d, not %d, %d and %d", old.Receipt, old.Z, old.Cash, f.Receipt, f.Z,
			f.Cash)
	}
	h.Freeze = &f
	return nil
}

// putBack notes that the file is older than its newest state. What an earlier
// freeze left out stays left out.
func (h *manifest) putBack(cause journal.FreezeCause, now time.Time) {
	f := journal.Freeze{Cause: cause, Since: h.At, At: now.UTC()}
	if cause == journal.FreezeRolledBack && h.Commits == 0 {
		f.Since = time.Time{} // made anew where a file was: that one's age is not known
	}
	if old := h.Freeze; old != nil {
		f.Day, f.Number, f.Receipt, f.Z, f.Cash = old.Day, old.Number, old.Receipt, old.Z, old.Cash
		if old.Confirmed == nil && old.Since.Before(f.Since) {
			f.Since = old.Since // what was missing then is missing still
		}
	}
	h.Freeze = &f
	h.At = f.At
}

// sums are all that a manifest adds up.
type sums struct {
	sales, secrets, settings, totals, hours, shifts, debts counted
	receipts, audit, zs, cash, drawer, owed                chained
}

func (h manifest) sums() sums {
	return sums{h.Sales, h.Secrets, h.Settings, h.Totals, h.Hours, h.Shifts, h.Debts, h.Receipts, h.Audit, h.Zs, h.Cash, h.Drawer, h.Owed}
}

// knownState is a manifest that was read before, and what the journal held that
// it speaks of. A manifest of the same MAC is the same manifest.
type knownState struct {
	mac      digest
	manifest manifest
	over     *overlay // nil when the journal was not read
}

// known is the state that was read or written last; nil for none.
func (s *sealer) known() *knownState {
	k, _ := s.newest.Load().(*knownState)
	return k
}
