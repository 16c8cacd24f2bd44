package lock

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// PreferenceFields are where a person, or a manager for them, chooses a language and
// a size of text of their own. The first choice of each is the shop's, and what this
// program does not offer is shown as that.
func PreferenceFields(w *words.Catalogue, chosen *journal.UserPreferences) []form.Field {
	languages, sizes := append([]string{""}, words.Languages()...), append([]int{0}, preferences.TextPercents()...)
	return []form.Field{
		{Kind: form.Choice, Label: "settings.language", Options: form.OneOf(languages, func(code string) string {
			if code == "" {
				return w.T("person.shop")
			}
			return words.Name(code)
		}, &chosen.Language)},
		{Kind: form.Choice, Label: "settings.textSize", Options: form.OneOf(sizes, func(n int) string {
			if n == 0 {
				return w.T("person.shop")
			}
			return w.T("settings.textSize.percent", "n", n)
		}, &chosen.TextPercent)},
	}
}

// NewOwnCard is the content of a card on which somebody who is signed in chooses
// for themselves. keep is told what they chose, back that they chose nothing.
func NewOwnCard(w *words.Catalogue, who journal.User, keep func(journal.UserPreferences), back func()) (content fyne.CanvasObject, save *control.Button) {
	chosen := who.UserPreferences
	rows := form.New(w, form.Plain(), form.Hooks{}, PreferenceFields(w, &chosen)...).Rows()
	leave := control.NewButton(control.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true, Height: 64}, back)
	save = control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("settings.save"), Key: "Enter", Mid: true, Height: 64}, func() { keep(chosen) })
	rows = append([]fyne.CanvasObject{
		layout.Centred(theme.S4, graphic.NewIcon("user", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(who.Name, typeset.Title))),
		typeset.NewParagraph(w.T("person.text"), typeset.Body)}, rows...)
	return layout.Rows(theme.S4, append(rows, layout.Columns(theme.S2, layout.Grow(1, leave), layout.Grow(1, save)))...), save
}
