package receipts

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/screen"
)

// Asker is what a source asks of the history. Both may be slow.
type Asker interface {
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error)
}

// newSource tells changed after each answer that was taken, on the UI goroutine.
func newSource(env screen.Env, history Asker, failed func(error), changed func()) *source {
	return &source{env: env, history: history, failed: failed, changed: changed, again: map[int]bool{}}
}

// source reads the list and its totals from the history, page by page. Its methods belong on the UI goroutine; it
// asks off it. Answers to an older filter are dropped.
type source struct {
	env     screen.Env
	history Asker
	failed  func(error) // takes an error for the log, and nil
	query   journal.SaleQuery
	list    pager.Pages
	totals  []journal.Total
	back    []journal.Line           // what was given back of it
	given   map[journal.SaleID]int64 // how much of each sale; nil unless the query is of what was returned
	counted bool                     // totals are those of the query
	read    bool                     // the newest page was read, or could not be
	err     error

	// changed is called after each answer that was taken.
	changed func()

	uncounted  error // why there are no totals
	generation int
	asked      int // of the totals
	reading    bool
	again      map[int]bool // pages being read: true when they changed meanwhile
}

// start forgets everything and reads what q selects.
func (s *source) start(q journal.SaleQuery) {
	s.query, s.list, s.totals, s.back, s.given, s.counted, s.read, s.err = q, pager.Pages{}, nil, nil, nil, false, false, nil
	s.uncounted = nil
	s.restart()
}

// restart reads from the top again; what is shown stays until the answer is there.
func (s *source) restart() {
	s.generation++
	s.reading, s.again, s.err = false, map[int]bool{}, nil
	s.count()
	s.ask(journal.SaleQuery{Limit: pager.PageSize}, func(got journal.SalePage) {
		s.list = pager.Pages{}
		s.list.Add(got)
	})
}

// more reads the page after the last, unless it is being read or there is none. limit is how many sales to read. After
// an error nothing is read until somebody asks for it: see restart.
func (s *source) more(limit int) {
	if s.list.More && !s.reading && s.err == nil {
		s.ask(journal.SaleQuery{Before: s.list.Next(), Limit: limit}, s.list.Add)
	}
}

func (s *source) ask(part journal.SaleQuery, take func(journal.SalePage)) {
	s.reading = true
	q, generation := s.query, s.generation
	q.Before, q.Limit = part.Before, part.Limit
	s.env.Go(func() {
		got, err := s.history.Sales(s.env.Life, q)
		s.env.Post(func() {
			if generation != s.generation {
				return
			}
			s.reading, s.read, s.err = false, true, err
			if err != nil {
				s.failed(err)
			} else {
				take(got)
			}
			s.changed()
		})
	})
}

// need reads pages again that were let go of or in which something changed.
func (s *source) need(page int) {
	if _, busy := s.again[page]; busy || s.err != nil || page < 0 || page >= len(s.list.All) {
		return
	}
	s.again[page] = false
	q, generation := s.query, s.generation
	q.Before, q.Limit = s.list.All[page].Before, s.list.Room(page)
	s.env.Go(func() {
		got, err := s.history.Sales(s.env.Life, q)
		s.env.Post(func() {
			if generation != s.generation {
				return
			}
			stale := s.again[page]
			delete(s.again, page)
			if s.err = err; err != nil {
				s.failed(err)
			} else if !s.list.Replace(page, got) {
				s.restart()
				return
			}
			if stale {
				s.need(page)
			}
			s.changed()
		})
	})
}

// broken reports whether something could not be read: what is shown may be old, or not be all.
func (s *source) broken() bool { return s.err != nil || s.uncounted != nil }

// refresh takes note that a sale was changed: it may have entered the list, left it, or look different in it.
func (s *source) refresh(id journal.SaleID) {
	s.count()
	if len(s.list.All) == 0 || s.err != nil {
		s.restart()
		return
	}
	page := s.list.PageOf(id)
	if page < 0 {
		return
	}
	if _, busy := s.again[page]; busy {
		s.again[page] = true
		return
	}
	s.need(page)
}

// count asks for the totals of the query.
func (s *source) count() {
	s.asked++
	q, asked := s.query, s.asked
	s.env.Go(func() {
		got, err := s.history.Totals(s.env.Life, q)
		var back []journal.Line
		if from, told := s.history.(Returner); told && err == nil {
			back, err = from.Returned(s.env.Life, q)
		}
		var given map[journal.SaleID]int64
		if from, told := s.history.(GiverBack); told && q.Returned && err == nil {
			given, err = from.GivenBack(s.env.Life, q)
		}
		s.env.Post(func() {
			if asked != s.asked {
				return
			}
			// Figures that may be wrong are no figures: after an error none are shown.
			s.totals, s.back, s.given, s.counted, s.uncounted = got, back, given, err == nil, err
			s.failed(err)
			s.changed()
		})
	})
}

// shows is what of a sale was given back, which its row shows in place of its amount, where the list is of what was returned:
// nothing until it is known.
func (s *source) shows(sale journal.Sale) (back int64, returned bool) {
	if _, told := s.history.(GiverBack); !told || !s.query.Returned {
		return 0, false
	}
	return s.given[sale.ID], true
}

// expected is how many sales the query selects: what the totals say, and never less than what was read.
func (s *source) expected() int {
	n := 0
	for _, t := range s.totals {
		n += t.Count
	}
	if !s.list.More && s.read {
		return s.list.Len()
	}
	return max(n, s.list.Len())
}
