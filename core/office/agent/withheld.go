package agent

import (
	"math/rand/v2"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// withheld are rows that the office cannot keep. A person must look after those: they are tried again
// rarely, and all other rows go to the office meanwhile, but for those that follow one in its chain.
type withheld struct {
	chains map[office.Chain]uint64   // the row of each chain that was refused
	sales  map[journal.SaleID]uint64 // the version of each sale that was refused: another one is sent
	until  time.Time                 // when all are tried again, by the process's clock
	err    error                     // the newest refusal; nil where nothing is withheld
}

// maxWithheld is how many sales are withheld at once: an office that refuses more may refuse all.
const maxWithheld = 200

// add withholds the rows of a batch that a refusal names. It reports whether each of them is one that was
// not withheld before, so that the next batch is another one.
func (w *withheld) add(b *office.Batch, said *office.Refusal) bool {
	if b == nil || len(said.Rejected) == 0 {
		return false
	}
	if w.err == nil {
		*w = withheld{chains: map[office.Chain]uint64{}, sales: map[journal.SaleID]uint64{}, until: time.Now().Add(hopelessPause + rand.N(hopelessPause))}
	}
	w.err = said
	versions := make(map[journal.SaleID]uint64, len(b.Sales))
	for i := range b.Sales {
		versions[b.Sales[i].ID] = b.Sales[i].Version
	}
	all := true
	for _, r := range said.Rejected {
		version, sent := versions[r.Sale]
		switch {
		case r.Chain != "" && r.Seq > b.Chains[r.Chain].Seq && !w.holds(r.Chain, r.Seq):
			w.chains[r.Chain] = r.Seq
		case r.Chain == "" && sent && len(w.sales) < maxWithheld:
			w.sales[r.Sale] = version
		default:
			all = false
		}
	}
	return all
}

// holds reports whether a row of a chain is not to be sent.
func (w *withheld) holds(chain office.Chain, seq uint64) bool {
	at, is := w.chains[chain]
	return is && seq >= at
}

// newest is the newest row of a chain that may be sent, where the till has rows up to newest.
func (w *withheld) newest(chain office.Chain, newest uint64) uint64 {
	if at, is := w.chains[chain]; is {
		return min(newest, at-1)
	}
	return newest
}

// rows is how many rows of chains wait for one that was refused.
func (w *withheld) rows(b *office.Batch) (n uint64) {
	for chain := range w.chains {
		n += b.Chains[chain].Newest - w.newest(chain, b.Chains[chain].Newest)
	}
	return n
}

// retry lets all that is withheld be sent again, once it is time.
func (t *conversation) retry() {
	if t.withheld.err == nil || time.Now().Before(t.withheld.until) {
		return
	}
	for id := range t.withheld.sales {
		t.named[id] = true
	}
	t.withheld = withheld{}
}
