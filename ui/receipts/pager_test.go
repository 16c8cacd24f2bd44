package receipts

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/ui/receipts/pager"
)

// book is a list of IDs, newest first, from which pages are read as a store would.
type book []journal.SaleID

func (b book) read(before journal.SaleID, limit int) journal.SalePage {
	var p journal.SalePage
	for _, id := range b {
		if before != "" && id >= before {
			continue
		}
		if len(p.Sales) == limit {
			p.More = true
			break
		}
		p.Sales = append(p.Sales, journal.Sale{ID: id})
	}
	return p
}

// days is a book of n sales a day, newest day first.
func days(n int, names ...journal.Day) book {
	var b book
	for _, d := range names {
		for k := n; k > 0; k-- {
			b = append(b, journal.NewSaleID(d, k))
		}
	}
	return b
}

func readAll(b book, size int) *pager.Pages {
	p := &pager.Pages{}
	p.Add(b.read("", size))
	for p.More {
		p.Add(b.read(p.Next(), size))
	}
	return p
}

func TestPagesHoldEverySaleOnce(t *testing.T) {
	b := days(7, "20261120", "20261119", "20261118")
	p := readAll(b, 4)
	if p.Len() != len(b) {
		t.Fatalf("%d rows, want %d", p.Len(), len(b))
	}
	for n, id := range b {
		if s, ok := p.At(n); !ok || s.ID != id {
			t.Errorf("row %d is %s, %v; want %s", n, s.ID, ok, id)
		}
		if got, ok := p.Index(id); !ok || got != n {
			t.Errorf("%s is in row %d, %v; want %d", id, got, ok, n)
		}
	}
	if _, ok := p.At(len(b)); ok {
		t.Error("a row after the last")
	}
	if _, ok := p.At(-1); ok {
		t.Error("a row before the first")
	}
}

func TestHeadingsStandOnceAboveEachDay(t *testing.T) {
	b := days(5, "20261120", "20261119", "20261118")
	for size := 1; size < 8; size++ {
		p := readAll(b, size)
		h := pager.Heights{Row: 56, Heading: 32}
		if got, want := h.Total(p), float64(15*56+3*32); got != want {
			t.Errorf("pages of %d: height %v, want %v", size, got, want)
		}
		if len(p.All) > pager.KeptPages {
			continue // the rest needs rows in memory
		}
		shown, missing := h.Visible(p, 0, 1e9)
		var heads []journal.Day
		y := 0.
		for _, e := range shown {
			if e.Y != y {
				t.Fatalf("pages of %d: something at %v, want %v", size, e.Y, y)
			}
			y += e.Height
			if e.Heading != "" {
				heads = append(heads, e.Heading)
			}
		}
		if !slices.Equal(heads, []journal.Day{"20261120", "20261119", "20261118"}) || len(missing) > 0 {
			t.Errorf("pages of %d: headings %v, missing %v", size, heads, missing)
		}
	}
}

func TestOnlyWhatIsInViewIsListed(t *testing.T) {
	p := readAll(days(200, "20261120"), 50)
	h := pager.Heights{Row: 56, Heading: 32}
	shown, _ := h.Visible(p, 32+56*100, 32+56*103)
	if len(shown) != 3 || shown[0].Row != 100 || shown[2].Row != 102 {
		t.Errorf("%d entries, %+v", len(shown), shown)
	}
	for _, row := range []int{0, 49, 50, 199} {
		if _, y := h.Where(p, row); y != float64(32+56*row) {
			t.Errorf("row %d stands at %v", row, y)
		}
	}
}

func TestPagesOutOfViewAreLetGoAndKeepTheirPlace(t *testing.T) {
	b := days(pager.KeptPages*3*10, "20261120")
	p := readAll(b, 10)
	held := 0
	for i := range p.All {
		if p.All[i].Rows != nil {
			held++
		}
	}
	if held != pager.KeptPages {
		t.Fatalf("%d pages in memory, want %d", held, pager.KeptPages)
	}
	h := pager.Heights{Row: 56, Heading: 32}
	if got, want := h.Total(p), float64(len(b)*56+32); got != want {
		t.Errorf("height %v, want %v", got, want)
	}
	shown, missing := h.Visible(p, 0, 300)
	if !slices.Equal(missing, []int{0}) || len(shown) == 0 || shown[0].Known {
		t.Fatalf("missing %v, shown %+v", missing, shown)
	}
	if !p.Replace(0, b.read(p.All[0].Before, p.Room(0))) {
		t.Fatal("the page was refused")
	}
	if s, ok := p.At(3); !ok || s.ID != b[3] {
		t.Errorf("row 3 is %s, %v", s.ID, ok)
	}
	if got, want := h.Total(p), float64(len(b)*56+32); got != want {
		t.Errorf("height %v after reading again, want %v", got, want)
	}
}

func TestManyNewSalesAskForANewStart(t *testing.T) {
	p := readAll(days(30, "20261119"), 10)
	var b book = append(days(10+pager.PageSize+5, "20261120"), days(30, "20261119")...)
	if p.Replace(0, b.read("", p.Room(0))) {
		t.Error("a page was taken that does not reach its older bound")
	}
}

// Whatever comes and goes, reading the page of each change again gives the list that reading from the top gives.
func TestPagesFollowWhatHappens(t *testing.T) {
	all := days(40, "20261120", "20261119", "20261118")
	rapid.Check(t, func(t *rapid.T) {
		in := map[journal.SaleID]bool{}
		for _, id := range all {
			in[id] = rapid.Bool().Draw(t, "in")
		}
		now := func() (b book) {
			for _, id := range all {
				if in[id] {
					b = append(b, id)
				}
			}
			return b
		}
		if len(now()) == 0 {
			return
		}
		p := readAll(now(), rapid.IntRange(1, 30).Draw(t, "size"))
		for range rapid.IntRange(1, 25).Draw(t, "changes") {
			id := rapid.SampledFrom(all).Draw(t, "id")
			in[id] = !in[id]
			page := p.PageOf(id)
			if page < 0 {
				t.Fatalf("no page for %s", id)
			}
			if !p.Replace(page, now().read(p.All[page].Before, p.Room(page))) {
				t.Fatal("refused")
			}
		}
		want := now()
		h := pager.Heights{Row: 56, Heading: 32}
		var high float64
		var day journal.Day
		for _, id := range want {
			if id.Day() != day {
				day = id.Day()
				high += h.Heading
			}
			high += h.Row
		}
		if total := h.Total(p); total != high {
			t.Fatalf("%d rows are %v high, want %v", p.Len(), total, high)
		}
		shown, missing := h.Visible(p, 0, 1e9)
		if len(missing) > 0 {
			return // too many pages to hold all of them
		}
		var got book
		day = ""
		for _, e := range shown {
			if e.Heading != "" {
				if e.Heading == day {
					t.Fatalf("%s has two headings", day)
				}
				day = e.Heading
				continue
			}
			if e.Sale.ID.Day() != day {
				t.Fatalf("%s stands below %s", e.Sale.ID, day)
			}
			got = append(got, e.Sale.ID)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v\nwant %v", got, want)
		}
	})
}
