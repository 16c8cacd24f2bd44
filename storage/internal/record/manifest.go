package record

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
	SchemaKeys  = [2][]byte{[]byte("schema"), []byte("schema again")}
	CheckKeys   = [2][]byte{[]byte("key check"), []byte("key check again")}
	ManifestKey = []byte("head")
)

// Manifest is what the file as a whole must add up to. It is replaced by every
// commit, in the same transaction.
type Manifest struct {
	Schema uint64 `json:"schema"`
	// Environment is the one whose sales it holds; blank until a store of an
	// earlier version was opened once.
	Environment core.Environment `json:"environment,omitempty"`
	Commits     uint64           `json:"commits"`
	Open        uint64           `json:"open"`    // entries of the open bucket
	Entries     uint64           `json:"entries"` // sales of each term of the index, added up
	Sales       Counted          `json:"sales"`
	Secrets     Counted          `json:"secrets"`
	Settings    Counted          `json:"settings"`
	Totals      Counted          `json:"totals"`
	Hours       Counted          `json:"hours,omitzero"`
	Journal     Counted          `json:"journal,omitzero"`
	Receipts    Chained          `json:"receipts"`
	Audit       Chained          `json:"audit"`
	// What follows is not there while a shop uses none of it.
	Present Present `json:"present,omitzero"`
	Shifts  Counted `json:"shifts,omitzero"`
	Debts   Counted `json:"debts,omitzero"`  // numbered without a gap: as many as the newest's number
	Owing   uint64  `json:"owing,omitempty"` // debts of which something is open
	Zs      Chained `json:"zs,omitzero"`
	Cash    Chained `json:"cash,omitzero"`
	Drawer  Chained `json:"drawer,omitzero"`
	Owed    Chained `json:"owed,omitzero"`
	// Rekeyed is the count of commits at which the file was sealed with its
	// present key; 0 when it never had another.
	Rekeyed uint64 `json:"rekeyed,omitempty"`
	// At is when the newest commit was made.
	At time.Time `json:"at,omitzero"`
	Frozen
	// Figures counts the sales of each status and route, whatever their day.
	Figures map[string]uint64 `json:"figures,omitempty"`
}

// Frozen is what a manifest says of a file that was put back to an older state: the
// numbers that were given out since, and that nobody knows of, are left out.
type Frozen struct {
	Freeze *journal.Freeze `json:"freeze,omitempty"`
	// Gaps are the receipt numbers that were left out, oldest first, and so are the
	// others of Zs and of cash receipts.
	Gaps     []Gap `json:"gaps,omitempty"`
	ZGaps    []Gap `json:"zGaps,omitempty"`
	CashGaps []Gap `json:"cashGaps,omitempty"`
	// Noticed names the checkpoint outside of the folder that the freeze is about.
	// Where that one cannot be replaced, it says nothing new at the next start.
	Noticed string `json:"noticed,omitempty"`
}

// Recount moves one sale from one figure to another; either may be blank.
func (h *Manifest) Recount(from, to string) {
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

// CountSales returns how many sales have a status and a route; blank is any.
func (h *Manifest) CountSales(status journal.Status, route core.Route) (n uint64) {
	for figure, count := range h.Figures {
		itsStatus, itsRoute, _ := strings.Cut(figure, "/")
		if (status == "" || itsStatus == string(status)) && (route == "" || itsRoute == string(route)) {
			n += count
		}
	}
	return n
}

// Counted sums up a bucket whose records change.
type Counted struct {
	Count  uint64 `json:"count"`
	Digest Digest `json:"digest"`
}

// Replace takes the step from a record to its successor; either may be absent.
func (c *Counted) Replace(hadOld bool, old Digest, hasNew bool, fresh Digest) {
	if hadOld {
		c.Count--
		c.Digest.mix(old)
	}
	if hasNew {
		c.Count++
		c.Digest.mix(fresh)
	}
}

// Chained sums up a bucket whose rows never change.
type Chained struct {
	Seq  uint64 `json:"seq"`
	Link Digest `json:"link"`
}

// Present names the shift that is not over, and the newest record of it: an
// older one put back is not summed up.
type Present struct {
	Number uint64 `json:"number"`
	MAC    Digest `json:"mac"`
}

// Manifest returns the manifest. Outside a writing transaction it is shared: nobody may
// change what it points to.
func (t Tx) Manifest() (Manifest, error) {
	k, err := t.known()
	if err != nil {
		return Manifest{}, err
	}
	h := k.manifest
	if t.Writable() { // a writer changes what it was given
		h = h.Own()
	}
	return h, nil
}

// Own returns a copy that shares nothing which a writer changes.
func (h Manifest) Own() Manifest {
	h.Figures, h.Frozen = maps.Clone(h.Figures), h.Frozen.own()
	return h
}

// known reads the manifest, or finds it among what was read before.
func (t Tx) known() (*KnownState, error) {
	meta, err := t.In(MetaBucket)
	if err != nil {
		return nil, err
	}
	payload, mac, err := meta.Read(ManifestKey)
	if err != nil {
		return nil, err
	}
	if payload == nil {
		return nil, Corrupt("the manifest is missing")
	}
	if k := t.Seal.known(); k != nil && k.mac == mac {
		return k, nil
	}
	k := &KnownState{mac: mac}
	if err := json.Unmarshal(payload, &k.manifest); err != nil {
		return nil, Corrupt("manifest: %w", err)
	}
	return k, nil
}

func (t Tx) PutManifest(h Manifest) error {
	_, err := t.WriteManifest(h)
	return err
}

// WriteManifest is PutManifest; it returns the record's MAC.
func (t Tx) WriteManifest(h Manifest) (mac Digest, err error) {
	meta, err := t.In(MetaBucket)
	if err != nil {
		return mac, err
	}
	payload, err := json.Marshal(h)
	if err != nil {
		return mac, err
	}
	return meta.Write(ManifestKey, payload)
}

// Gap is a run of numbers that were left out.
type Gap struct {
	After uint64 `json:"after"` // the newest row before it
	Next  uint64 `json:"next"`  // the first one after it
}

// Numbered is a chain whose numbers stand on paper, so that a freeze leaves some
// of them out.
type Numbered struct {
	Name string
	End  *Chained
	Gaps *[]Gap
	left uint64 // the newest number that was left out
}

func (h *Manifest) ReceiptNumbers() Numbered {
	return Numbered{ReceiptsBucket, &h.Receipts, &h.Gaps, h.frozen().Receipt}
}

func (h *Manifest) ZNumbers() Numbered { return Numbered{ZsBucket, &h.Zs, &h.ZGaps, h.frozen().Z} }

func (h *Manifest) CashNumbers() Numbered {
	return Numbered{CashBucket, &h.Cash, &h.CashGaps, h.frozen().Cash}
}

func (f Frozen) own() Frozen {
	f.Gaps, f.ZGaps, f.CashGaps = slices.Clone(f.Gaps), slices.Clone(f.ZGaps), slices.Clone(f.CashGaps)
	return f
}

// frozen is the freeze, or one that leaves nothing out.
func (f *Frozen) frozen() journal.Freeze {
	if f.Freeze == nil {
		return journal.Freeze{}
	}
	return *f.Freeze
}

// Newest is the newest number that was given out or left out.
func (n Numbered) Newest() uint64 { return max(n.End.Seq, n.left) }

// There reports whether there is a row of this number.
func (n Numbered) There(seq uint64) bool {
	return seq > 0 && seq <= n.End.Seq && !LeftOut(*n.Gaps, seq)
}

// LeftOut reports whether there is no row of this number on purpose.
func LeftOut(gaps []Gap, seq uint64) bool {
	return slices.ContainsFunc(gaps, func(g Gap) bool { return seq > g.After && seq < g.Next })
}

// PutFreeze replaces the freeze by one that leaves out no fewer numbers.
func (h *Frozen) PutFreeze(f journal.Freeze) error {
	if old := h.frozen(); f.Receipt < old.Receipt || f.Z < old.Z || f.Cash < old.Cash {
		return Refused("numbers were left out up to receipt %d, Z %d and cash %d, not %d, %d and %d", old.Receipt, old.Z, old.Cash, f.Receipt, f.Z,
			f.Cash)
	}
	h.Freeze = &f
	return nil
}

// PutBack notes that the file is older than its newest state. What an earlier
// freeze left out stays left out.
func (h *Manifest) PutBack(cause journal.FreezeCause, now time.Time) {
	f := journal.Freeze{Cause: cause, Since: h.At, At: now.UTC()}
	if cause == journal.FreezeRolledBack && h.Commits == 0 {
		f.Since = time.Time{} // made again where a file was: that one's age is not known
	}
	if old := h.Freeze; old != nil {
		f.Day, f.Number, f.Receipt, f.Z, f.Cash, f.LeftOut = old.Day, old.Number, old.Receipt, old.Z, old.Cash, old.LeftOut
		if old.Confirmed == nil && old.Since.Before(f.Since) {
			f.Since = old.Since // what was missing then is missing still
		}
	}
	h.Freeze = &f
	h.At = f.At
}

// Counts are the sums of the buckets whose records change.
func (h *Manifest) Counts() map[string]*Counted {
	return map[string]*Counted{SalesBucket: &h.Sales, SecretsBucket: &h.Secrets, SettingsBucket: &h.Settings, TotalsBucket: &h.Totals, HoursBucket: &h.Hours,
		ShiftsBucket: &h.Shifts, DebtsBucket: &h.Debts}
}

// Chains are the ends of the buckets whose rows are chained.
func (h *Manifest) Chains() map[string]*Chained {
	return map[string]*Chained{ReceiptsBucket: &h.Receipts, AuditBucket: &h.Audit, ZsBucket: &h.Zs, CashBucket: &h.Cash, DrawerBucket: &h.Drawer, OwedBucket: &h.Owed}
}

// sums are all that a manifest adds up.
type sums struct {
	sales, secrets, settings, totals, hours, shifts, debts Counted
	receipts, audit, Zs, cash, drawer, owed                Chained
}

func (h Manifest) Sums() sums {
	return sums{h.Sales, h.Secrets, h.Settings, h.Totals, h.Hours, h.Shifts, h.Debts, h.Receipts, h.Audit, h.Zs, h.Cash, h.Drawer, h.Owed}
}

// KnownState is a manifest that was read before, and what the journal held that
// it speaks of. A manifest of the same MAC is the same manifest.
type KnownState struct {
	mac      Digest
	manifest Manifest
	over     *Overlay // nil when the journal was not read
}

// State is what readers find once a transaction is durable, which ended with the
// manifest h and its MAC.
func (t Tx) State(mac Digest, h Manifest) *KnownState {
	over := NewOverlay()
	if t.Over != nil {
		over = &Overlay{Tables: t.Over.Tables, Size: t.Over.Size}
	}
	return &KnownState{mac, h, over}
}

// known is the state that was read or written last; nil for none.
func (s *Sealer) known() *KnownState {
	k, _ := s.Newest.Load().(*KnownState)
	return k
}
