package popover

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

const (
	cellSide   float32 = theme.Target
	weekdayRow float32 = 28
	weeks              = 6
)

// Calendar is a month to pick a day from. Days to come cannot be picked.
type Calendar struct {
	words  *words.Catalogue
	today  time.Time
	cursor time.Time // midnight UTC: a day, not a moment
	pick   func(journal.Day)

	month      *typeset.Text
	back, next *control.Tool
	names      [7]*typeset.Text
	days       [weeks * 7]*dayCell
	all        *control.Button
	root       *fyne.Container
}

// Days is what a calendar is made for.
type Days struct {
	Words *words.Catalogue
	Today journal.Day // the last day that can be picked
	On    journal.Day // where it opens
	Pick  func(journal.Day)
	// Label is what the button below the days says, and Every what it does.
	Label string
	Every func()
}

// NewCalendar opens on a day.
func NewCalendar(d Days) *Calendar {
	c := &Calendar{words: d.Words, today: d.Today.Time(time.UTC), cursor: d.On.Time(time.UTC), pick: d.Pick}
	if c.cursor.IsZero() || c.cursor.After(c.today) {
		c.cursor = c.today
	}
	c.month = typeset.NewText("", typeset.Lead).Aligned(typeset.Centre)
	c.back = control.NewIconButton("back", func() { c.showMonth(-1) })
	c.next = control.NewIconButton("next", func() { c.showMonth(1) })
	c.all = control.NewButton(control.ButtonSpec{Label: d.Label, Icon: "calendar", Mid: true}, d.Every)
	objects := []fyne.CanvasObject{c.month, c.back, c.next, c.all}
	for i := range c.names {
		c.names[i] = typeset.NewText(shortWeekday(d.Words, c.weekday(i)), typeset.Caption).Aligned(typeset.Centre)
		objects = append(objects, c.names[i])
	}
	for i := range c.days {
		c.days[i] = newDayCell(func() { c.choose(c.dayAt(i)) })
		objects = append(objects, c.days[i])
	}
	c.root = layout.New(c.min, c.place, objects...)
	c.paint()
	return c
}

func (c *Calendar) weekday(column int) time.Weekday {
	return (c.words.FirstWeekday() + time.Weekday(column)) % 7
}

// shortWeekday is the name as far as it fits above a column.
func shortWeekday(w *words.Catalogue, d time.Weekday) string {
	return w.T("weekday.short." + strconv.Itoa(int(d)))
}

// Object implements Body.
func (c *Calendar) Object() fyne.CanvasObject { return c.root }

// dayAt is the day in a cell of the month that is shown.
func (c *Calendar) dayAt(cell int) time.Time {
	first := time.Date(c.cursor.Year(), c.cursor.Month(), 1, 0, 0, 0, 0, time.UTC)
	lead := (int(first.Weekday()) - int(c.weekday(0)) + 7) % 7
	return first.AddDate(0, 0, cell-lead)
}

// showMonth shows another month; the cursor stays on its day as far as the month has it.
func (c *Calendar) showMonth(months int) {
	first := time.Date(c.cursor.Year(), c.cursor.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	c.move(first.AddDate(0, 0, min(c.cursor.Day(), last)-1))
}

func (c *Calendar) move(to time.Time) {
	if to.After(c.today) {
		to = c.today
	}
	c.cursor = to
	c.paint()
}

func (c *Calendar) choose(day time.Time) {
	if !day.After(c.today) {
		c.pick(journal.DayOf(day))
	}
}

// Press implements Body.
func (c *Calendar) Press(p screen.KeyPress) bool {
	day := 1
	if theme.Now().RTL {
		day = -1
	}
	switch p.Name {
	case fyne.KeyLeft:
		c.move(c.cursor.AddDate(0, 0, -day))
	case fyne.KeyRight:
		c.move(c.cursor.AddDate(0, 0, day))
	case fyne.KeyUp:
		c.move(c.cursor.AddDate(0, 0, -7))
	case fyne.KeyDown:
		c.move(c.cursor.AddDate(0, 0, 7))
	case fyne.KeyPageUp:
		c.showMonth(-1)
	case fyne.KeyPageDown:
		c.showMonth(1)
	case fyne.KeyReturn, fyne.KeyEnter:
		c.choose(c.cursor)
	default:
		return false
	}
	return true
}

func (c *Calendar) paint() {
	c.month.SetText(c.words.Month(c.cursor))
	c.next.SetDisabled(c.cursor.Month() == c.today.Month() && c.cursor.Year() == c.today.Year())
	for i, cell := range c.days {
		day := c.dayAt(i)
		cell.set(day.Day(), day.After(c.today), day.Equal(c.today), day.Equal(c.cursor))
		cell.Hidden = day.Month() != c.cursor.Month()
	}
	c.root.Refresh()
}

func (c *Calendar) min() fyne.Size {
	return fyne.NewSize(7*cellSide, cellSide+theme.S2+weekdayRow+weeks*cellSide+theme.S2+theme.Target)
}

func (c *Calendar) place(b layout.Placer) {
	cell := b.W / 7
	b.Put(c.back, 0, 0, cellSide, cellSide)
	b.Put(c.next, b.W-cellSide, 0, cellSide, cellSide)
	h := c.month.MinSize().Height
	b.Put(c.month, cellSide, (cellSide-h)/2, b.W-2*cellSide, h)
	y := cellSide + theme.S2
	high := min(cellSide, (b.H-y-weekdayRow-theme.S2-theme.Target)/weeks)
	for i, n := range c.names {
		b.Put(n, float32(i)*cell, y+(weekdayRow-n.MinSize().Height)/2, cell, n.MinSize().Height)
	}
	y += weekdayRow
	for i, d := range c.days {
		b.Put(d, float32(i%7)*cell, y+float32(i/7)*high, cell, high)
	}
	b.Put(c.all, 0, b.H-theme.Target, b.W, theme.Target)
}
