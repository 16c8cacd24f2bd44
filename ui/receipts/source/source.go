package source

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

// New tells changed after each answer that was taken, on the UI goroutine.
func New(env screen.Env, history Asker, failed func(error), changed func()) *Source {
	return &Source{env: env, history: history, failed: failed, changed: changed, again: map[int]bool{}}
}

// Source reads the list and its totals from the history, page by page. Its methods belong on the UI goroutine; it
// asks off it. Answers to an older filter are dropped.
type Source struct {
	env     screen.Env
	history Asker
	failed  func(error) // takes an error for the log; may be nil
	Query   journal.SaleQuery
	List    pager.Pages
	Totals  []journal.Total
	Back    []journal.Line           // what was given back of it
	given   map[journal.SaleID]int64 // how much of each sale; nil where nobody tells
	Counted bool                     // totals are those of the query
	Gone    journal.Day              // up to which single sales of the query's days are no longer kept; blank for none
	Read    bool                     // the newest page was read, or could not be
	err     error

	// changed is called after each answer that was taken.
	changed func()

	uncounted error // why there are no totals
	pages     screen.Newest
	totals    screen.Newest
	reading   bool
	again     map[int]bool // pages being read: true when they changed meanwhile
}

// Start forgets everything and reads what q selects.
func (s *Source) Start(q journal.SaleQuery) {
	s.Query, s.List, s.Totals, s.Back, s.given, s.Counted, s.Read, s.err = q, pager.Pages{}, nil, nil, nil, false, false, nil
	s.Gone = ""
	s.uncounted = nil
	s.Restart()
}

// Restart reads from the top again; what is shown stays until the answer is there.
func (s *Source) Restart() {
	s.pages.Drop()
	s.reading, s.again, s.err = false, map[int]bool{}, nil
	s.count()
	s.ask(journal.SaleQuery{Limit: pager.PageSize}, func(got journal.SalePage) {
		s.List = pager.Pages{}
		s.List.Add(got)
	})
}

// More reads the page after the last, unless it is being read or there is none. limit is how many sales to read. After
// an error nothing is read until somebody asks for it: see restart.
func (s *Source) More(limit int) {
	if s.List.More && !s.reading && s.err == nil {
		s.ask(journal.SaleQuery{Before: s.List.Next(), Limit: limit}, s.List.Add)
	}
}

func (s *Source) ask(part journal.SaleQuery, take func(journal.SalePage)) {
	s.reading = true
	q := s.Query
	q.Before, q.Limit = part.Before, part.Limit
	var got journal.SalePage
	s.pages.Also(s.env, func(ctx context.Context) (err error) {
		got, err = s.history.Sales(ctx, q)
		return err
	}, func(err error) {
		s.env.Report(s.failed, err)
		s.reading, s.Read, s.err = false, true, err
		if err == nil {
			take(got)
		}
		s.changed()
	})
}

// Need reads pages again that were let go of or in which something changed.
func (s *Source) Need(page int) {
	if _, busy := s.again[page]; busy || s.err != nil || page < 0 || page >= len(s.List.All) {
		return
	}
	s.again[page] = false
	q := s.Query
	q.Before, q.Limit = s.List.All[page].Before, s.List.Room(page)
	var got journal.SalePage
	s.pages.Also(s.env, func(ctx context.Context) (err error) {
		got, err = s.history.Sales(ctx, q)
		return err
	}, func(err error) {
		s.env.Report(s.failed, err)
		stale := s.again[page]
		delete(s.again, page)
		if s.err = err; err == nil && !s.List.Replace(page, got) {
			s.Restart()
			return
		}
		if stale {
			s.Need(page)
		}
		s.changed()
	})
}

// Still returns what reports whether the list of now is still the one that is read.
func (s *Source) Still() func() bool { return s.pages.Still() }

// Broken reports whether something could not be read: what is shown may be old, or not be all.
func (s *Source) Broken() bool { return s.err != nil || s.uncounted != nil }

// Refresh takes note that a sale was changed: it may have entered the list, left it, or look different in it.
func (s *Source) Refresh(id journal.SaleID) {
	s.count()
	if len(s.List.All) == 0 || s.err != nil {
		s.Restart()
		return
	}
	page := s.List.PageOf(id)
	if page < 0 {
		return
	}
	if _, busy := s.again[page]; busy {
		s.again[page] = true
		return
	}
	s.Need(page)
}

// count asks for the totals of the query.
func (s *Source) count() {
	q := s.Query
	var got []journal.Total
	var back []journal.Line
	var given map[journal.SaleID]int64
	gone, known := s.Gone, s.Counted
	s.totals.Ask(s.env, func(ctx context.Context) (err error) {
		got, err = s.history.Totals(ctx, q)
		if from, told := s.history.(Returner); told && err == nil {
			back, err = from.Returned(ctx, q)
		}
		if from, told := s.history.(GiverBack); told && err == nil {
			given, err = from.GivenBack(ctx, q)
		}
		if from, told := s.history.(Retention); told && err == nil && !known { // it changes once a month
			gone, err = from.Gone(ctx, q)
		}
		return err
	}, func(err error) {
		// Figures that may be wrong are no figures: after an error none are shown.
		s.Totals, s.Back, s.given, s.Counted, s.uncounted, s.Gone = got, back, given, err == nil, err, gone
		s.env.Report(s.failed, err)
		s.changed()
	})
}

// Shows is what of a sale was given back, which its row shows in place of its amount, where the list is of what was
// returned: nothing until it is known.
func (s *Source) Shows(sale journal.Sale) (back int64, returned bool) {
	if _, told := s.history.(GiverBack); !told || !s.Query.Returned {
		return 0, false
	}
	return s.given[sale.ID], true
}

// Whole reports whether all of a sale was given back: of two payments of one order the sale itself
// does not tell whose money it was.
func (s *Source) Whole(sale journal.Sale) bool {
	return sale.Reversed == nil && !sale.Owed() && s.given[sale.ID] == sale.Amount.Minor && sale.Amount.Minor != 0
}

// Expected is how many sales the query selects: what the totals say, and never less than what was read.
func (s *Source) Expected() int {
	n := 0
	for _, t := range s.Totals {
		n += t.Count
	}
	if !s.List.More && s.Read {
		return s.List.Len()
	}
	return max(n, s.List.Len())
}
