package statement

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/report/reconcile"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestAQuestionIsNotBelowItsAnswers: at the size that the panel has in a window of 1366×692, which a till of 1366×768
// opens, the whole question stands above the answers, in each language.
func TestAQuestionIsNotBelowItsAnswers(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		uitest.NewApp(t)
		theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: w.RTL()})
		t.Cleanup(func() { theme.Use(theme.Look{}) })
		for _, kind := range []reconcile.Kind{reconcile.OnlyBank, reconcile.OnlyTill, reconcile.OtherAmount, reconcile.Guess, reconcile.Twice, reconcile.TakenBack, reconcile.BackMissing, reconcile.Again} {
			q := newPanel(func(string) {})
			q.question.SetText(w.T("statement.ask." + string(kind)))
			q.codes = reconcile.Row{Kind: kind}.Answers()
			for i, b := range q.answers {
				if b.Hidden = i >= len(q.codes); !b.Hidden {
					b.Set(control.ButtonSpec{Label: w.T("statement.answer." + q.codes[i]), Key: fmt.Sprint(i + 1)})
				}
			}
			q.root.Resize(fyne.NewSize(391, 249))
			foot, top := q.question.Position().Y+q.question.HeightFor(q.question.Size().Width), q.answers[0].Position().Y
			if len(q.codes) == 0 || foot > top || q.answers[0].Size().Height < theme.ChipHeight {
				t.Errorf("%s, %s: the question ends at %v, its %d answers begin at %v and are %v high", lang, kind, foot, len(q.codes), top, q.answers[0].Size().Height)
			}
		}
	}
}
