package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// placeQuick is where quick amounts are typed.
const placeQuick = "quick"

// quickRow is where the shop sets its quick amounts, and whether the last amount
// is offered again.
type quickRow struct {
	screen *Screen
	field  *control.Field
	repeat *control.Segmented
	note   *typeset.Text // that another currency has emptied them
}

func newQuickRow(s *Screen) *quickRow {
	w := s.deps.Words
	r := &quickRow{screen: s, note: typeset.NewParagraph("", typeset.Label.With(theme.Regular))}
	r.field = control.NewField(control.FieldSpec{Label: w.T("settings.quick", "n", journal.MostQuick), Placeholder: w.T("settings.quick.hint")})
	r.field.SetText(s.draft().shop.Quick)
	r.field.OnChanged = func(text string) {
		if d := s.draft(); d != nil && d.shop.Quick != text {
			d.shop.Quick = text
			r.field.SetProblem("")
			s.changed()
		}
	}
	r.repeat = control.NewSegmented([]string{w.T("settings.off"), w.T("settings.on")}, 0, func(i int) {
		s.draft().shop.Repeat = i == 1
		s.changed()
	})
	return r
}

// empty takes the amounts away that were set in the currency before, also the most
// that is usual and the smallest coin: they would mean something else in another.
func (r *quickRow) empty(before, now string) {
	d, w := r.screen.draft(), r.screen.deps.Words
	if before == now {
		return
	}
	var said []string
	word := r.screen.deps.CurrencyWord(before)
	if d.shop.Quick != "" {
		said = append(said, w.T("settings.quick.emptied", "currency", word))
	}
	if d.shop.AskAbove != "" {
		said = append(said, w.T("settings.askAbove.emptied", "amount", d.shop.AskAbove+"\u00a0"+word))
	}
	if d.shop.Coin != 0 {
		coin := money.Amount{Minor: d.shop.Coin, Currency: before}.Major()
		said = append(said, w.T("settings.day.coin.emptied", "amount", coin+"\u00a0"+word))
	}
	if len(said) > 0 {
		d.shop.Quick, d.shop.AskAbove, d.shop.Coin = "", "", 0
		r.field.SetProblem("")
		r.note.SetText(strings.Join(said, " "))
	}
}

// rows are the two choices, and what is to be said of them.
func (r *quickRow) rows(beside fyne.CanvasObject) []fyne.CanvasObject {
	w := r.screen.deps.Words
	again := layout.Rows(6, typeset.NewParagraph(w.T("settings.repeat"), typeset.Label), r.repeat)
	all := []fyne.CanvasObject{layout.Columns(theme.S4, layout.Grow(1, beside), layout.Grow(1, r.field)), again}
	if r.note.Text() != "" {
		all = append([]fyne.CanvasObject{r.note}, all...) // beside the currency, which did it
	}
	return all
}

func (r *quickRow) paint(set journal.Settings) {
	fill(r.field, set.Quick)
	if r.repeat.SetSelected(0); set.Repeat {
		r.repeat.SetSelected(1)
	}
	if d := r.screen.draft(); d.shop == d.shopKept { // it stays while new ones are typed: nothing moves below the hand
		r.note.SetText("")
	}
}

// quickly reports whether the quick amounts can be read.
func quickly(set journal.Settings) bool {
	_, err := journal.ParseQuick(set.Quick, set.Currency)
	return err == nil
}
