// Package themed starts an application in a look, for tests of widgets. It is used on the test's goroutine only.
package themed

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
)

// App starts an application in a look, and puts the usual look back when the test ends.
func App(t testing.TB, look theme.Look) fyne.App {
	t.Helper()
	a := uitest.NewApp(t)
	theme.Apply(a, look)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	return a
}
