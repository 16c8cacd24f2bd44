// Package themed starts an application in a look, for tests of widgets. It is used on the test's goroutine only.
package themed

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
)

// App starts an application in a look, and puts the usual look back when the test ends.
func App(t testing.TB, look theme.Look) fyne.App {
	t.Helper()
	theme.Use(look)
	a := test.NewApp()
	a.Settings().SetTheme(theme.New())
	t.Cleanup(func() {
		theme.Use(theme.Look{})
		a.Quit()
	})
	return a
}
