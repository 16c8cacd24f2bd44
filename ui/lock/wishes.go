package lock

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// Wishes is where a person, or a manager for them, chooses a language and a size
// of text of their own. The first choice of each is the shop's.
type Wishes struct {
	chosen         journal.UserPreferences
	changed        func() // nil for nobody
	words          *words.Catalogue
	language, size *widgets.Segmented
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
	x.language = widgets.NewSegmented(languages, 0, func(i int) {
		x.choose(func(p *journal.UserPreferences) { p.Language = append([]string{""}, words.Languages()...)[i] })
	})
	x.size = widgets.NewSegmented(sizes, 0, func(i int) {
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
	row := func(key string, choice *widgets.Segmented) fyne.CanvasObject {
		return widgets.Rows(6, widgets.NewText(x.words.T(key), widgets.Label), choice)
	}
	return []fyne.CanvasObject{row("settings.language", x.language), row("settings.textSize", x.size)}
}

// NewOwnCard is the content of a card on which somebody who is signed in chooses
// for themselves. keep is told what they chose, back that they chose nothing.
func NewOwnCard(w *words.Catalogue, who journal.User, keep func(journal.UserPreferences), back func()) (content fyne.CanvasObject, save *widgets.Button) {
	x := NewWishes(w, who.UserPreferences, nil)
	leave := widgets.NewButton(widgets.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true, Height: 64}, back)
	save = widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Label: w.T("settings.save"), Key: "Enter", Mid: true, Height: 64}, func() { keep(x.Chosen()) })
	rows := append([]fyne.CanvasObject{
		widgets.Centred(theme.S4, widgets.NewIcon("user", 36, theme.Text), widgets.Grow(1, widgets.NewParagraph(who.Name, widgets.Title))),
		widgets.NewParagraph(w.T("person.text"), widgets.Body)}, x.Rows()...)
	return widgets.Rows(theme.S4, append(rows, widgets.Columns(theme.S2, widgets.Grow(1, leave), widgets.Grow(1, save)))...), save
}
