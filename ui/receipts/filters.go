package receipts

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/places"
	"sanduq/ui/popover"
	"sanduq/ui/present"
	"sanduq/ui/receipts/ask"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/receipts/source"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// searchPause is how long typing must rest before the store is asked.
const searchPause = 200 * time.Millisecond

// filters is the row of chips and the search field above the list.
type filters struct {
	env     screen.Env
	deps    Deps
	now     *filter.Filter
	popover *popover.Popover
	changed func()
	entered func() // a search was entered, not only typed

	ranges              [3]*control.Chip // Today, Yesterday, 7 days
	day, status, route  *control.Chip
	places              *places.Chips // none in a till's own history
	figure, along       *control.Chip // what a report narrowed by; the export, nil without
	search              *control.Field
	hint                *typeset.Text // what stands in the empty search, to be measured
	quiet               bool          // the field is being set, not typed in
	pause               screen.Timer  // after typing
	dayLabel, dayNarrow *control.Chip
	asked               []*control.Chip // of a question, behind the others
	vocabulary          *ask.Vocabulary
	row                 *fyne.Container
}

const (
	searchLeast float32 = 200
	groupGap    float32 = 24 // between the chips of days and the others
)

// newFilters shows and changes now; changed is called after each change.
func newFilters(env screen.Env, d Deps, now *filter.Filter, p *popover.Popover, changed func()) *filters {
	f := &filters{env: env, deps: d, now: now, popover: p, changed: changed, vocabulary: newVocabulary(env.Words)}
	w := env.Words
	for i, label := range []string{w.T("receipts.today"), w.T("receipts.yesterday"), w.T("receipts.week", "n", 7)} {
		f.ranges[i] = control.NewChip(label, "", false, func() { f.pickRange(filter.Range(i)) })
	}
	f.dayLabel = control.NewChip("", "calendar", false, f.chooseDay)
	f.dayNarrow = control.NewChip("", "calendar", false, f.chooseDay)
	f.day = f.dayLabel
	f.status = control.NewChip("", "", true, f.chooseStatus)
	f.route = control.NewChip("", "", true, f.chooseRoute)
	f.figure = control.NewChip("", "close", false, f.uncover)
	objects := []fyne.CanvasObject{f.ranges[0], f.ranges[1], f.ranges[2], f.dayLabel, f.dayNarrow, f.status, f.route, f.figure}
	f.places = f.newPlaces()
	objects = append(objects, layout.Objects(f.places.Row())...)
	if d.Shell != nil && d.Shell.Exports() {
		f.along = control.NewChip("", "folder", false, f.export)
		objects = append(objects, f.along)
	}
	f.search = control.NewField(control.FieldSpec{
		Placeholder: w.T(f.searchHint()), Icon: "search", Height: theme.ChipHeight, Radius: theme.RadiusChip, Clear: true})
	f.hint = typeset.NewText(w.T(f.searchHint()), typeset.Body)
	f.search.SetText(now.Search)
	f.search.OnChanged = f.typed
	f.search.OnSubmit = func(string) { f.submit() }
	f.search.OnBack = func() { f.takeOff(len(f.question().Chips) - 1) }
	f.row = layout.New(f.min, f.place, append(objects, f.search)...)
	f.paint()
	return f
}

func (f *filters) pickRange(r filter.Range) {
	f.now.Range, f.now.Day, f.now.Last = r, "", ""
	f.apply()
}

// apply shows the filter and tells that it changed.
func (f *filters) apply() {
	f.popover.Close()
	f.pause.Stop()
	f.paint()
	f.changed()
}

// setSearch replaces what stands in the field, without waiting.
func (f *filters) setSearch(text string) {
	f.quiet = true
	f.search.SetText(text)
	f.quiet = false
	f.now.Search = strings.TrimSpace(text)
	f.apply()
}

// show takes the filter over as it is now; nothing is asked.
func (f *filters) show() {
	f.popover.Close()
	f.pause.Stop()
	f.quiet = true
	f.search.SetText(f.now.Search)
	f.quiet = false
	f.paint()
}

func (f *filters) typed(text string) {
	if f.quiet {
		return
	}
	f.pause.Start(f.env, searchPause, func() { f.setText(text) })
}

func (f *filters) setText(text string) {
	if text = strings.TrimSpace(text); text != f.now.Search {
		f.now.Search = text
		f.apply()
	}
}

// submit asks at once and gives the keys back to the list.
func (f *filters) submit() {
	f.pause.Stop()
	f.setText(f.search.Text())
	draw.Focus(f.search, nil)
	if f.entered != nil {
		f.entered()
	}
}

// begin puts a character typed over the list into the search field.
func (f *filters) begin(r rune) {
	f.search.SetText(f.search.Text() + string(r))
	f.search.Focus()
	if e, ok := f.search.Focusable().(interface{ TypedKey(*fyne.KeyEvent) }); ok {
		e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	}
}

func (f *filters) chooseDay() {
	on := f.now.Query(f.deps.History.Today()).To
	f.popover.Toggle(f.day, popover.NewCalendar(popover.Days{Words: f.env.Words, Today: f.deps.History.Today(), On: on, Label: f.env.Words.T("receipts.allDays"),
		Pick: func(d journal.Day) {
			f.now.Range, f.now.Day, f.now.Last = filter.PickedDay, d, ""
			f.apply()
		}, Every: func() { f.pickRange(filter.AllDays) }}))
}

func (f *filters) chooseStatus() {
	all := append([]journal.Status{""}, f.deps.statuses(f.now.Status)...)
	list := make([]popover.Choice, 0, len(all))
	for _, s := range all {
		one := popover.Choice{Label: f.env.Words.T("receipts.anyState"), Pick: func() {
			f.now.Pick(s, false, false)
			f.apply()
		}}
		if s != "" {
			look := present.Status(s)
			one.Icon, one.Label = look.State.Icon(), f.env.Words.T(look.Key)
		}
		list = append(list, one)
	}
	more := func(look present.Look, key string, owed, returned bool) popover.Choice {
		return popover.Choice{Icon: look.State.Icon(), Label: f.env.Words.T(key), Pick: func() {
			f.now.Pick("", owed, returned)
			f.apply()
		}}
	}
	at := max(0, slices.Index(all, f.now.Status))
	if _, told := f.deps.History.(source.Returner); told {
		if f.now.Returned {
			at = len(list)
		}
		list = append(list, more(present.Returned, present.Returned.Key, false, true))
	}
	if f.now.Owed {
		at = len(list)
	}
	list = append(list, more(present.Owed, "receipts.owed", true, false))
	f.popover.Toggle(f.status, popover.NewChoices(list, at, 2))
}

func (f *filters) chooseRoute() {
	all := append([]core.Route{""}, f.deps.routes(f.now.Route)...)
	list := make([]popover.Choice, 0, len(all))
	for _, r := range all {
		one := popover.Choice{Label: f.env.Words.T("receipts.anyRoute"), Pick: func() {
			f.now.Route = r
			f.apply()
		}}
		if r != "" {
			icon, key := present.Route(r)
			one.Icon, one.Label = icon, f.env.Words.T(key)
		}
		list = append(list, one)
	}
	f.popover.Toggle(f.route, popover.NewChoices(list, max(0, slices.Index(all, f.now.Route)), 1))
}

// uncover takes away what a report narrowed by.
func (f *filters) uncover() {
	f.now.Figure = filter.Figure{}
	f.apply()
}

// export takes what the filter selects along.
func (f *filters) export() { f.deps.Shell.Export(f.query(), f.said()) }

func (f *filters) paint() {
	w := f.env.Words
	for i, c := range f.ranges {
		c.SetSelected(f.now.Range == filter.Range(i))
	}
	label, on := w.T("receipts.pick"), true
	switch f.now.Range {
	case filter.PickedDay:
		label = date(f.env, f.now.Day)
	case filter.PickedSpan:
		label = span(f.env, f.now.Day, f.now.Last)
	case filter.AllDays:
		label = w.T("receipts.allDays")
	default:
		on = false
	}
	f.dayLabel.SetLabel(label)
	f.dayLabel.SetSelected(on)
	f.dayNarrow.SetSelected(on)
	label, on = w.T("receipts.anyState"), f.now.Status != ""
	if on {
		label = w.T(present.Status(f.now.Status).Key)
	}
	if f.now.Owed {
		label, on = w.T("receipts.owed"), true
	}
	if f.now.Returned {
		label, on = w.T(present.Returned.Key), true
	}
	f.status.SetLabel(label)
	f.status.SetSelected(on)
	label, on = w.T("receipts.anyRoute"), f.now.Route != ""
	if on {
		_, key := present.Route(f.now.Route)
		label = w.T(key)
	}
	f.route.SetLabel(label)
	f.route.SetSelected(on)
	f.places.Paint()
	f.paintQuestion()
	f.row.Refresh()
}

func (f *filters) min() fyne.Size { return fyne.NewSize(200, theme.ChipHeight) }

// heightFor is one line of chips, or as many as a width needs.
func (f *filters) heightFor(width float32) float32 {
	return f.flow(width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

func (f *filters) place(b layout.Placer) { f.flow(b.W, b.Put) }

// fitDay lets the chip of the day keep only its icon where the line is short.
func (f *filters) fitDay(width float32) []*control.Chip {
	chips := f.usual()
	if f.asksDays() {
		return chips
	}
	whole := groupGap - theme.S2
	for _, c := range slices.Concat(chips, f.asked, []*control.Chip{f.along}) {
		if c != nil && (!c.Hidden || c == f.dayLabel) {
			whole += c.MinSize().Width + theme.S2
		}
	}
	f.dayLabel.Hidden = whole+searchLeast > width && f.now.Range != filter.PickedDay && f.now.Range != filter.PickedSpan
	f.dayNarrow.Hidden = !f.dayLabel.Hidden
	f.day = f.dayLabel
	if f.dayLabel.Hidden {
		f.day = f.dayNarrow
		chips[3] = f.dayNarrow
	}
	return chips
}

// flow lays the chips in lines; the search field takes the rest of the last.
func (f *filters) flow(width float32, put func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	const apart = 4
	chips := append(f.fitDay(width), f.asked...)
	if f.along != nil {
		chips = append(chips[:len(chips):len(chips)], f.along)
	}
	var x, y float32
	for i, c := range chips {
		if c.Hidden {
			continue
		}
		w := c.MinSize().Width
		if i == apart && x > 0 {
			x += groupGap - theme.S2
		}
		if x > 0 && x+w > width {
			x, y = 0, y+theme.ChipHeight+theme.S2
		}
		put(c, x, y, w, theme.ChipHeight)
		x += w + theme.S2
	}
	if width-x < f.leastSearch() {
		x, y = 0, y+theme.ChipHeight+theme.S2
	}
	high := max(theme.ChipHeight, f.search.MinSize().Height)
	put(f.search, x, y, width-x, high)
	return y + high
}
