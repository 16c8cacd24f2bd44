package reports

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// entry is a row of a table.
type entry struct {
	name   string
	icon   fyne.CanvasObject // nil without
	figure report.Figure
	filter report.Filter
	sales  *journal.SaleQuery // what it opens in place of its filter; nil for that
	apart  func()             // of a row that is in no sum: its name says all, and this opens what it counts
}

// form is how the rows of a table look.
type form struct {
	icons   bool
	bars    barPlace
	average bool
}

type barPlace int

const (
	noBars barPlace = iota
	besideName
	belowName
)

// table is rows of one kind: a name, perhaps a bar, and figures in columns.
type table struct {
	marked
	form     form
	words    *words.Catalogue
	currency string
	entries  []entry
	scroll   *container.Scroll

	names, counts []*typeset.Text
	means         []*typeset.Text
	sums          []*typeset.Amount
	bars          []*canvas.Rectangle
	drawn         []fyne.CanvasObject
}

func newTable(w *words.Catalogue, f form, open func(entry)) *table {
	t := &table{form: f, words: w}
	t.count = func() int { return len(t.entries) }
	t.at = t.row
	t.open = func(i int) { open(t.entries[i]) }
	t.moved = t.reveal
	t.init(t)
	t.scroll = container.NewVScroll(layout.New(t.room, func(b layout.Placer) { b.Put(t, inset, inset, b.W-2*inset, b.H-2*inset) }, t))
	return t
}

// inset is the room around a table in its scroll, for the ring.
const inset float32 = 6

// set shows other rows, in a currency. The mark and the scroll stay where the rows have the
// same names.
func (t *table) set(all []entry, currency string) {
	same := slices.EqualFunc(t.entries, all, func(a, b entry) bool { return a.name == b.name })
	if !same {
		t.mark, t.hovered = -1, -1
	}
	t.entries, t.currency = all, currency
	t.names, t.counts, t.sums, t.means, t.bars = nil, nil, nil, nil, nil
	t.drawn = []fyne.CanvasObject{t.back}
	for _, e := range all {
		name := typeset.NewText(e.name, typeset.Body.Tight(1.2)).Cut()
		count := typeset.NewText(t.words.T("reports.number", "n", int(e.figure.Number)), typeset.Body.Tint(theme.Muted).Tight(1.2)).Aligned(typeset.Trailing)
		sum := typeset.NewPlainAmount(money.Amount{Minor: e.figure.Minor, Currency: t.currency}.Major())
		if e.apart != nil {
			name = typeset.NewText(e.name, typeset.Caption.With(theme.SemiBold).Tint(theme.Unknown)).Cut()
			count.Hide()
			sum.Hide()
		}
		t.names, t.counts, t.sums = append(t.names, name), append(t.counts, count), append(t.sums, sum)
		t.drawn = append(t.drawn, name, count, sum)
		if e.icon != nil {
			t.drawn = append(t.drawn, e.icon)
		}
		if t.form.bars != noBars {
			r := canvas.NewRectangle(color.Transparent)
			t.bars = append(t.bars, r)
			t.drawn = append(t.drawn, r)
		}
		if t.form.average {
			mean := typeset.NewText(present.Sum(t.words, e.figure.Average(), t.currency), typeset.Body.Tint(theme.Muted).Tight(1.2)).Aligned(typeset.Trailing)
			t.means = append(t.means, mean)
			t.drawn = append(t.drawn, mean)
		}
	}
	t.drawn = append(t.drawn, t.ring)
	t.Refresh()
	t.scroll.Content.Refresh()
	if !same {
		t.scroll.ScrollToTop()
	}
}

// least is the height that a row needs, and lines that of its words.
func (t *table) least() (high, lines float32) {
	lines = typeset.Body.Size.Units() * 1.45
	if t.form.bars == belowName {
		return lines + belowBar + theme.S2, lines
	}
	return lines + 3, lines
}

const belowBar float32 = 8

func (t *table) room() fyne.Size {
	high, _ := t.least()
	return fyne.NewSize(200, high*float32(len(t.entries))+2*inset)
}

// high is what a row gets: rows share what is left, up to half more than they
// need.
func (t *table) high() float32 {
	least, _ := t.least()
	n := float32(max(1, len(t.entries)))
	return min(max(least, t.Size().Height/n), 1.5*least)
}

func (t *table) row(at fyne.Position) int {
	if i := int(at.Y / t.high()); at.Y >= 0 && i < len(t.entries) {
		return i
	}
	return -1
}

// reveal scrolls what the keyboard marked into sight.
func (t *table) reveal() {
	if t.mark < 0 || !t.focused {
		return
	}
	top := inset + t.high()*float32(t.mark)
	foot, view := top+t.high()+inset, t.scroll.Size().Height
	switch off := t.scroll.Offset.Y; {
	case top-inset < off:
		t.scroll.ScrollToOffset(fyne.NewPos(0, top-inset))
	case foot > off+view:
		t.scroll.ScrollToOffset(fyne.NewPos(0, foot-view))
	}
}

// TypedKey moves the mark up and down.
func (t *table) TypedKey(e *fyne.KeyEvent) { t.typed(e, fyne.KeyUp, fyne.KeyDown) }

func (t *table) CreateRenderer() fyne.WidgetRenderer {
	if t.drawn == nil {
		t.drawn = []fyne.CanvasObject{t.back, t.ring}
	}
	return &drawing{t, func() []fyne.CanvasObject { return t.drawn }, func() fyne.Size {
		high, _ := t.least()
		return fyne.NewSize(180, high*float32(len(t.entries)))
	}, t.arrange}
}

// columns are where the figures end, from the trailing edge.
type columns struct{ mean, sum, count, names float32 }

func (t *table) columns(width float32) columns {
	c := columns{mean: width}
	c.sum = width
	if m := widest(t.means); m > 0 && width > 430*max(1, theme.Now().TextScale) {
		c.sum -= max(m, headRoom) + theme.S4
	} else {
		c.mean = 0
	}
	c.count = c.sum - max(widest(t.sums), headRoom) - theme.S4
	c.names = c.count - max(widest(t.counts), headRoom/2) - theme.S3
	return c
}

const headRoom float32 = 64

func widest[T fyne.CanvasObject](all []T) (w float32) {
	for _, o := range all {
		w = max(w, o.MinSize().Width)
	}
	return w
}

// nameRoom is how wide the names are where a bar stands beside them.
func (t *table) nameRoom(room float32) float32 {
	widest := float32(72)
	for _, n := range t.names {
		widest = max(widest, n.Width())
	}
	return min(widest, room/2)
}

func (t *table) arrange(size fyne.Size) {
	high := t.high()
	_, line := t.least()
	c := t.columns(size.Width)
	begin := float32(0)
	if t.form.icons {
		begin = 24 + theme.S3
	}
	top := int64(1)
	for _, e := range t.entries {
		top = max(top, e.figure.Minor)
	}
	names := t.nameRoom(c.names - begin)
	for i, e := range t.entries {
		y := high * float32(i)
		middle := y + high/2
		if t.form.bars == belowName {
			middle = y + (high-belowBar-2)/2
		}
		center := func(o fyne.CanvasObject, x, w float32) {
			h := o.MinSize().Height
			place(o, size.Width, x, middle-h/2, w, h)
		}
		if e.icon != nil {
			place(e.icon, size.Width, 0, middle-12, 24, 24)
		}
		if e.apart != nil {
			center(t.names[i], 0, size.Width)
			continue
		}
		room := c.names - begin
		if t.form.bars == besideName {
			room = names
		}
		center(t.names[i], begin, room)
		center(t.counts[i], c.names, c.count-c.names)
		center(t.sums[i], c.count, c.sum-c.count)
		if t.form.average {
			t.means[i].Hidden = c.mean == 0
			center(t.means[i], c.sum, c.mean-c.sum)
		}
		share := float32(float64(e.figure.Minor) / float64(top))
		switch t.form.bars {
		case belowName:
			t.bar(t.bars[i], size.Width, begin, middle+line/2-1, (size.Width-begin)*share, belowBar)
		case besideName:
			x := begin + names + theme.S3
			t.bar(t.bars[i], size.Width, x, middle-5, (c.names-x-theme.S2)*share, 10)
		}
	}
	t.paintMark(size, func(i int) (fyne.Position, fyne.Size) {
		return fyne.NewPos(-theme.S1, high*float32(i)), fyne.NewSize(size.Width+2*theme.S1, high)
	})
}

func (t *table) bar(r *canvas.Rectangle, width, x, y, w, h float32) {
	fill(r, theme.Primary, barRound)
	r.Hidden = w <= 0
	place(r, width, x, y, max(w, 2), h)
}

// card is a table in a frame, under its title and the heads of its columns.
type card struct {
	table  *table
	title  *typeset.Text
	heads  [3]*typeset.Text // number, sum, average; only of tables with averages
	frame  *graphic.Panel
	note   *typeset.Text // in place of the table; nil until there is something to say
	footer *typeset.Text // below the rows; nil until there was something to say
	root   *fyne.Container
}

func newCard(title string, t *table) *card {
	c := &card{table: t, title: typeset.NewText(title, typeset.Caption.With(theme.Medium).Tight(1.3)).Cut(), frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius)}
	objects := []fyne.CanvasObject{c.frame, c.title}
	for i, key := range []string{"report.column.number", "report.column.sum", "report.column.average"} {
		c.heads[i] = typeset.NewText(t.words.T(key), typeset.Caption.Tight(1.3)).Aligned(typeset.Trailing)
		c.heads[i].Hidden = !t.form.average
		objects = append(objects, c.heads[i])
	}
	c.root = layout.New(nil, c.place, append(objects, t.scroll)...)
	return c
}

// showSentence puts a sentence in place of the table; a blank one shows the table.
func (c *card) showSentence(text string) {
	if c.note == nil && text == "" {
		return
	}
	if c.note == nil {
		c.note = typeset.NewParagraph("", typeset.Body.Tint(theme.Muted))
		c.root.Add(c.note)
	}
	c.note.SetText(text)
	c.note.Hidden = text == ""
	layout.SetVisible(text == "", c.table.scroll)
	for _, h := range c.heads {
		h.Hidden = text != "" || !c.table.form.average
	}
	c.root.Refresh()
}

// below says something under the rows that is in none of them; a blank text nothing.
func (c *card) below(text string, ink theme.Colour) {
	if c.footer == nil {
		if text == "" {
			return
		}
		c.footer = typeset.NewText("", typeset.Caption.With(theme.SemiBold).Tint(ink)).Cut()
		c.root.Add(c.footer)
	}
	c.footer.SetText(text)
	c.footer.Hidden = text == ""
	c.root.Refresh()
}

const cardSide, cardTop float32 = 20, 14

// height is what so many rows need.
func (c *card) height(rows int) float32 {
	high, _ := c.table.least()
	all := 2*cardTop + c.title.MinSize().Height + theme.S1 + high*float32(rows) + 1
	if c.footer != nil && !c.footer.Hidden {
		all += c.footer.MinSize().Height + 2*inset
	}
	return all
}

func (c *card) place(b layout.Placer) {
	b.Put(c.frame, 0, 0, b.W, b.H)
	h := c.title.MinSize().Height
	wide := b.W - 2*cardSide
	b.Put(c.title, cardSide, cardTop, wide, h)
	if c.table.form.average {
		at := c.table.columns(wide)
		b.Put(c.title, cardSide, cardTop, at.names, h)
		b.Put(c.heads[0], cardSide+at.names-theme.S4, cardTop, at.count-at.names+theme.S4, h)
		b.Put(c.heads[1], cardSide+at.count, cardTop, at.sum-at.count, h)
		c.heads[2].Hidden = at.mean == 0 || !c.table.scroll.Visible()
		b.Put(c.heads[2], cardSide+at.sum, cardTop, at.mean-at.sum, h)
	}
	y, foot := cardTop+h+theme.S1, float32(0)
	if c.footer != nil && !c.footer.Hidden {
		foot = c.footer.MinSize().Height + 2*inset
		b.Put(c.footer, cardSide, b.H-cardTop-foot+2*inset, wide, foot-2*inset)
	}
	b.Put(c.table.scroll, cardSide-inset, y-inset, wide+2*inset, b.H-y-cardTop-foot+2*inset)
	if c.note != nil {
		b.Put(c.note, cardSide, y, wide, b.H-y-cardTop)
	}
}
