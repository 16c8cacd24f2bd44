package lock

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Wishes is where a person, or a manager for them, chooses a language and a size
// of text of their own. The first choice of each is the shop's.
type Wishes struct {
	chosen         journal.UserPreferences
	changed        func() // nil for nobody
	words          *words.Catalogue
	language, size *control.Segmented
}

// NewWishes shows what is chosen; changed is told of each other choice.
func NewWishes(w *words.Catalogue, chosen journal.UserPreferences, changed func()) *Wishes {
	x := &Wishes{chosen: chosen, changed: changed, words: w}
	shop := w.T("person.shop")
	languages, sizes := []string{shop}, []string{shop}
	for _, code := range words.Languages() {
		languages = append(languages, words.Name(code))
	}
	for _, n := range preferences.TextPercents() {
		sizes = append(sizes, w.T("settings.textSize.percent", "n", n))
	}
	x.language = control.NewSegmented(languages, 0, func(i int) {
		x.choose(func(p *journal.UserPreferences) { p.Language = append([]string{""}, words.Languages()...)[i] })
	})
	x.size = control.NewSegmented(sizes, 0, func(i int) {
		x.choose(func(p *journal.UserPreferences) { p.TextPercent = append([]int{0}, preferences.TextPercents()...)[i] })
	})
	x.Set(chosen)
	return x
}

func (x *Wishes) choose(change func(*journal.UserPreferences)) {
	change(&x.chosen)
	if x.changed != nil {
		x.changed()
	}
}

// Chosen is what is chosen now.
func (x *Wishes) Chosen() journal.UserPreferences { return x.chosen }

// Set shows another choice. What this program does not offer is shown as the
// shop's.
func (x *Wishes) Set(p journal.UserPreferences) {
	x.chosen = p
	x.language.SetSelected(1 + slices.Index(words.Languages(), p.Language))
	x.size.SetSelected(1 + slices.Index(preferences.TextPercents(), p.TextPercent))
}

// Rows are the two choices, one below the other.
func (x *Wishes) Rows() []fyne.CanvasObject {
	row := func(key string, choice *control.Segmented) fyne.CanvasObject {
		return layout.Rows(6, typeset.NewText(x.words.T(key), typeset.Label), choice)
	}
	return []fyne.CanvasObject{row("settings.language", x.language), row("settings.textSize", x.size)}
}

// NewOwnCard is the content of a card on which somebody who is signed in chooses
// for themselves. keep is told what they chose, back that they chose nothing.
func NewOwnCard(w *words.Catalogue, who journal.User, keep func(journal.UserPreferences), back func()) (content fyne.CanvasObject, save *control.Button) {
	x := NewWishes(w, who.UserPreferences, nil)
	leave := control.NewButton(control.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true, Height: 64}, back)
	save = control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("settings.save"), Key: "Enter", Mid: true, Height: 64}, func() { keep(x.Chosen()) })
	rows := append([]fyne.CanvasObject{
		layout.Centred(theme.S4, graphic.NewIcon("user", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(who.Name, typeset.Title))),
		typeset.NewParagraph(w.T("person.text"), typeset.Body)}, x.Rows()...)
	return layout.Rows(theme.S4, append(rows, layout.Columns(theme.S2, layout.Grow(1, leave), layout.Grow(1, save)))...), save
}
