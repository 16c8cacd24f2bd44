package storage

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/till"
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
	// Rekeyed is the count of commits at which the file was sealed with its
	// present key; 0 when it never had another.
	Rekeyed uint64 `json:"rekeyed,omitempty"`
	// At is when the newest commit was made.
	At time.Time `json:"at,omitzero"`
	// Freeze is set when the file was put back to an older state; Gaps are the
	// receipt numbers that were left out because of it, oldest first.
	Freeze *till.Freeze `json:"freeze,omitempty"`
	Gaps   []gap        `json:"gaps,omitempty"`
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
func (h *manifest) sales(status till.Status, route core.Route) (n uint64) {
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

// manifest returns the manifest. Outside a writing transaction it is shared: nobody may
// change what it points to.
func (t tx) manifest() (manifest, error) {
	k, err := t.known()
	if err != nil {
		return manifest{}, err
	}
	h := k.manifest
	if t.Writable() { // a writer changes what it was given
		h.Figures, h.Gaps = maps.Clone(h.Figures), slices.Clone(h.Gaps)
	}
	return h, nil
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

// gap is a run of receipt numbers that were left out.
type gap struct {
	After uint64 `json:"after"` // the newest receipt before it
	Next  uint64 `json:"next"`  // the first one after it
}

// newestReceipt is the newest number that was given out or left out.
func (h *manifest) newestReceipt() uint64 {
	if h.Freeze == nil {
		return h.Receipts.Seq
	}
	return max(h.Receipts.Seq, h.Freeze.Receipt)
}

// leftOut reports whether there is no receipt of this number on purpose.
func (h *manifest) leftOut(seq uint64) bool {
	return slices.ContainsFunc(h.Gaps, func(g gap) bool { return seq > g.After && seq < g.Next })
}

func (h *manifest) freeze(f till.Freeze) error {
	if h.Freeze != nil && f.Receipt < h.Freeze.Receipt {
		return refused("receipts were left out up to %d, not %d", h.Freeze.Receipt, f.Receipt)
	}
	h.Freeze = &f
	return nil
}

// putBack notes that the file is older than its newest state. What an earlier
// freeze left out stays left out.
func (h *manifest) putBack(cause till.FreezeCause, now time.Time) {
	f := till.Freeze{Cause: cause, Since: h.At, At: now.UTC()}
	if cause == till.FreezeRolledBack && h.Commits == 0 {
		f.Since = time.Time{} // made anew where a file was: that one's age is not known
	}
	if old := h.Freeze; old != nil {
		f.Day, f.Number, f.Receipt = old.Day, old.Number, old.Receipt
		if old.Confirmed == nil && old.Since.Before(f.Since) {
			f.Since = old.Since // what was missing then is missing still
		}
	}
	h.Freeze = &f
	h.At = f.At
}

// sums are all that a manifest adds up.
type sums struct {
	sales, secrets, settings, totals, hours counted
	receipts, audit                         chained
}

func (h manifest) sums() sums {
	return sums{h.Sales, h.Secrets, h.Settings, h.Totals, h.Hours, h.Receipts, h.Audit}
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
