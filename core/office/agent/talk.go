package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// conversation is what the agent knows of the office since it last asked for the
// cursor. All of it can be lost at any time.
type conversation struct {
	begun   bool
	cursor  office.Cursor
	version int                         // of the wire that both know
	own     map[office.Chain]office.End // the till's own chains, at the cursor
	rows    int                         // how many rows a batch may have

	named    map[journal.SaleID]bool   // to be sent again
	told     map[journal.SaleID]uint64 // versions of open sales that the office has
	day      []journal.SaleID          // of one day, still to be sent, oldest first
	stale    int                       // batches in a row that were made for another cursor
	older    answers                   // in a row by an office that knows less than version
	withheld withheld

	heard    time.Time
	compared time.Time // when days were
	differed bool      // some were not alike then
	pending  uint64
	waiting  uint64 // of those, rows that wait for one that is withheld
}

// usualRows leaves room for sales that come along with others.
const usualRows = office.MaxRows * 9 / 10

// answers are how many there were, and since when.
type answers struct {
	count int
	since time.Time
}

// While an office is brought up to date some of its collectors are older than others, and
// the till waits for a newer one. An office of which all answers were of an older version
// for so long, and so many, was taken back.
const (
	patience    = 15 * time.Minute
	enoughOlder = 8
)

// takenBack counts one more answer by an older version, and reports whether the office
// was taken back. The till's clock may be set meanwhile: the process's own counts.
func (a *answers) takenBack() bool {
	if a.count == 0 {
		a.since = time.Now()
	}
	a.count++
	return a.count >= enoughOlder && time.Since(a.since) >= patience
}

// askCursor asks for the cursor.
func (t *conversation) askCursor(ctx context.Context, cfg Config) error {
	cursor, err := cfg.Office.Cursor(ctx)
	if err != nil {
		return err
	}
	if err := own(cfg, cursor); err != nil {
		return err
	}
	if max(cursor.Version, 1) < t.version {
		if !t.older.takenBack() { // one of several collectors that is not brought up to date yet
			return &office.Refusal{Code: office.CodeBusy, Message: "this office knew more a moment ago"}
		}
		t.version, t.own = 0, nil // the older office knows nothing of how rows were sent
	}
	t.older = answers{}
	if t.named == nil {
		t.named, t.told, t.rows = map[journal.SaleID]bool{}, map[journal.SaleID]uint64{}, usualRows
	}
	for _, id := range cursor.Open {
		t.named[id] = true
	}
	t.adopt(cursor)
	t.begun, t.day = true, nil
	return nil
}

// own refuses the cursor of another till, or of nobody.
func own(cfg Config, cursor office.Cursor) error {
	switch cursor.Till {
	case cfg.Till:
		return nil
	case 0:
		return errors.New("agent: what answered is no office")
	}
	return &office.Refusal{Code: office.CodeOtherTill, Message: fmt.Sprintf("the key is of till %d, this is %d", cursor.Till, cfg.Till)}
}

// adopt goes on from a cursor. In another epoch the office has nothing. An older version
// is not gone back to here, but in begin.
func (t *conversation) adopt(cursor office.Cursor) {
	if t.wentBack(cursor) {
		clear(t.told)
		t.compared, t.differed = time.Time{}, false
	}
	if cursor.Epoch != t.cursor.Epoch {
		clear(t.told)
		t.own, t.day, t.withheld = nil, nil, withheld{}
	}
	if t.own == nil {
		t.own = map[office.Chain]office.End{}
	}
	t.cursor, t.version = cursor, max(t.version, min(cursor.Version, office.Version), 1)
}

// wentBack reports whether a cursor is one that the till has passed: the office's database was
// restored. What it had of sales that are over, told by no line of the audit, it has no more.
func (t *conversation) wentBack(cursor office.Cursor) bool {
	if cursor.Epoch != t.cursor.Epoch {
		return cursor.Epoch < t.cursor.Epoch
	}
	return cursor.Newest < t.cursor.Newest || t.lacks(cursor)
}

// lacks reports whether a cursor lacks rows of a chain that the till knows to be there.
func (t *conversation) lacks(cursor office.Cursor) (is bool) {
	for chain, known := range t.cursor.Chains {
		is = is || cursor.Chains[chain].Seq < known.Seq
	}
	return is
}

// batch returns what the office has not, as much as fits, and whether there is
// more. An empty one says that the till is there.
func (t *conversation) batch(ctx context.Context, cfg Config) (b *office.Batch, more bool, err error) {
	head, err := cfg.Store.Head(ctx, t.cursor.Newest.Day())
	if err != nil {
		return nil, false, fmt.Errorf("read head: %w", err)
	}
	b = &office.Batch{Head: office.Head{Version: t.version, Till: cfg.Till, Epoch: t.cursor.Epoch, Environment: cfg.Environment, At: office.Moment(cfg.Now()),
		Chains: map[office.Chain]office.Position{}}}
	if cfg.BackupFailing != nil {
		b.BackupFailing = office.Moment(cfg.BackupFailing())
	}
	t.retry()
	r := cfg.reader(ctx, t.version)
	r.office = t.cursor.Chains
	if err := t.chains(&r, b, head); err != nil {
		return nil, false, err
	}
	all := states{r: &r, of: map[journal.SaleID]office.Sale{}, frontier: t.cursor.Newest, room: max(1, t.rows/2), refused: t.withheld.sales}
	if b.Audit, err = all.resolve(b.Audit); err != nil { // what a line tells of goes with it
		return nil, false, err
	}
	if more, err = t.changed(&all); err != nil {
		return nil, false, err
	}
	newer, err := t.newer(&all)
	if err != nil {
		return nil, false, err
	}
	for _, id := range slices.Sorted(maps.Keys(all.of)) {
		b.Sales = append(b.Sales, all.of[id])
	}
	t.pending = ahead(b, office.ChainReceipts, len(b.Receipts)) + ahead(b, office.ChainAudit, len(b.Audit)) + ahead(b, office.ChainZs, len(b.Zs)) +
		ahead(b, office.ChainCash, len(b.Cash)) + ahead(b, office.ChainOwed, len(b.Owed))
	t.waiting = t.withheld.rows(b)
	return b, more || newer || t.pending > t.waiting, nil
}

// ahead is how many rows the till has that are neither at the office nor in the
// batch.
func ahead(b *office.Batch, chain office.Chain, rows int) uint64 {
	at := b.Chains[chain]
	if known := at.Seq + uint64(rows); at.Newest > known {
		return at.Newest - known
	}
	return 0
}

// prove computes the till's own link at the office's cursor.
func (t *conversation) prove(r *reader, b *office.Batch, chain office.Chain, newest uint64) error {
	known, own := t.cursor.Chains[chain], t.own[chain]
	at := office.Position{Seq: known.Seq, Newest: newest}
	if newest >= known.Seq {
		if own.Seq > known.Seq || own.Seq < known.Mark.Seq {
			own = known.Mark
		}
		var err error
		if own, err = r.follow(chain, own, known.Seq); err != nil {
			return err
		}
		at.Link, t.own[chain] = own.Link, own
	}
	b.Chains[chain] = at
	return nil
}

// changed adds sales that were sent before and may be different now: those that
// somebody named, open ones, and those that were open when they were sent.
func (t *conversation) changed(all *states) (more bool, err error) {
	open, err := all.r.store.OpenSales(all.r.ctx)
	if err != nil {
		return false, fmt.Errorf("read open sales: %w", err)
	}
	still := map[journal.SaleID]bool{}
	for _, s := range open {
		still[s.ID] = true
		if version, ok := t.told[s.ID]; !ok || version != s.Version {
			t.named[s.ID] = true
		}
	}
	for id := range t.told {
		if !still[id] {
			t.named[id] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.named)) {
		if id > all.frontier { // it goes in its turn, as it is then
			delete(t.named, id)
			continue
		}
		if all.full() {
			return true, nil
		}
		sale, err := all.add(id)
		if err != nil {
			return false, err
		}
		if sale.ID == "" { // the till has none such
			delete(t.named, id)
			delete(t.told, id)
		}
	}
	return false, nil
}

// newer adds sales after the newest that the office has, in their order.
func (t *conversation) newer(all *states) (more bool, err error) {
	t.day = slices.DeleteFunc(t.day, func(id journal.SaleID) bool { return id <= all.frontier })
	for !all.full() {
		if len(t.day) == 0 {
			if t.day, err = all.r.nextDay(all.frontier); err != nil || len(t.day) == 0 {
				return false, err
			}
		}
		id := t.day[0]
		if _, err := all.add(id); err != nil {
			return false, err
		}
		t.day, all.frontier = t.day[1:], id
	}
	return true, nil
}

// send sends a batch and goes on from the answer. It reports whether another one
// is to be made at once in its place.
func (t *conversation) send(ctx context.Context, cfg Config, b *office.Batch) (again bool, err error) {
	cursor, err := cfg.Office.Rows(ctx, b)
	if err == nil {
		err = own(cfg, cursor)
	}
	if err != nil {
		err = t.refused(cfg, b, err)
		return err == nil, err
	}
	ends, err := b.Ends()
	if err != nil {
		return false, err
	}
	for i := range b.Sales {
		s := &b.Sales[i]
		delete(t.named, s.ID)
		if delete(t.told, s.ID); s.Open {
			t.told[s.ID] = s.Version
		}
	}
	if b.Size() == 0 && cursor.Epoch == t.cursor.Epoch && cursor.Newest < t.cursor.Newest && !t.lacks(cursor) {
		cursor.Newest = t.cursor.Newest // from the memory of a collector that knows nothing of what another has taken
	}
	t.adopt(cursor)
	t.own, t.heard, t.stale = ends, cfg.Now(), 0
	return false, nil
}

// refused goes on from a refusal, or begins again. b is the batch that was refused; nil for another message.
func (t *conversation) refused(cfg Config, b *office.Batch, err error) error {
	said, ok := errors.AsType[*office.Refusal](err)
	switch {
	case ok && said.Cursor != nil && own(cfg, *said.Cursor) != nil:
	case ok && said.Code == office.CodeTooLarge && t.rows > 1:
		t.rows /= 2
		return nil
	case ok && said.Code == office.CodeMalformed && said.Cursor != nil: // some rows alone
		return t.rejected(cfg, b, said)
	case ok && said.Cursor != nil:
		if t.wentBack(*said.Cursor) {
			t.begun = false // a cursor that is asked for names the sales that are open there
		}
		t.adopt(*said.Cursor)
		t.day = nil
		if t.stale++; said.Code != office.CodeGap && t.stale < 3 { // an answer was lost, or an epoch began
			return nil
		}
	}
	t.begun = false
	return err
}

// rejected goes on from a batch of which some rows were refused, without those: the office was told of
// them. Where it names none, it goes on as long as others are taken.
func (t *conversation) rejected(cfg Config, b *office.Batch, said *office.Refusal) error {
	went := said.Cursor.Newest != t.cursor.Newest
	for chain, known := range said.Cursor.Chains {
		went = went || known.Seq != t.cursor.Chains[chain].Seq
	}
	t.adopt(*said.Cursor)
	t.day, t.stale = nil, 0
	if t.withheld.add(b, said) || went {
		cfg.Logger.Warn("rows are not sent again for a while", "err", said)
		return nil
	}
	t.begun = false
	return said
}

// compareDays names the sales of days of which the office has something else: a
// change of a sale that was over, told by no line of the audit, while no agent
// ran.
func (t *conversation) compareDays(ctx context.Context, cfg Config) error {
	if since := cfg.Now().Sub(t.compared); t.pending > t.waiting || since >= 0 && since < daysEvery || t.cursor.Newest == "" {
		return nil
	}
	r := cfg.reader(ctx, t.version)
	asked := office.Days{Version: t.version, Till: cfg.Till, Epoch: t.cursor.Epoch, Days: map[journal.Day]office.DayState{}}
	first, err := r.firstDay()
	if err != nil {
		return err
	}
	for _, day := range lately(first, t.cursor.Newest.Day(), journal.DayOf(cfg.Now())) {
		if asked.Days[day], err = r.digest(day); err != nil {
			return err
		}
	}
	answer, err := cfg.Office.Days(ctx, asked)
	if err != nil {
		return t.refused(cfg, nil, err)
	}
	for _, day := range answer.Again {
		ids, err := r.ids(day, "")
		if err != nil {
			return err
		}
		for _, id := range ids {
			t.named[id] = true
		}
	}
	if t.withheld.err == nil { // a seal says that the office has all of a day
		if err := t.seal(ctx, cfg, answer); err != nil {
			return err
		}
	}
	t.compared = cfg.Now()
	if again := len(answer.Again) > 0; again && !t.differed { // those that go again now are sealed soon
		t.differed, t.compared = true, t.compared.Add(differedAgain-daysEvery)
	} else {
		t.differed = again
	}
	return nil
}

// differedAgain is how soon days are compared again of which some were not alike.
const differedAgain = time.Minute

// aroundNow is how many of the days that are compared are those before today,
// where the newest sales have another day, of a clock that was wrong.
const aroundNow = 60

// lately are the days to be compared: before the newest sale's, and before today.
func lately(first, newest, today journal.Day) []journal.Day {
	var out []journal.Day
	back := func(from journal.Day, days int) {
		at := from.Time(time.UTC)
		for n := range days {
			if day := journal.DayOf(at.AddDate(0, 0, -n)); day >= first && !slices.Contains(out, day) {
				out = append(out, day)
			}
		}
	}
	back(journal.DayOf(today.Time(time.UTC).AddDate(0, 0, 1)), aroundNow) // a shop's day may be tomorrow's here
	back(newest, office.MaxDays-aroundNow)
	return out
}
