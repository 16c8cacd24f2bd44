//go:build e2e

// Command empty is the smallest window that Fyne can open: one text that keeps
// what is typed. The application's window is measured beside it.
package main

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

func main() {
	w := app.NewWithID("ly.sanduq.bench.empty").NewWindow("Empty")
	typed := canvas.NewText("0", color.Black)
	typed.TextSize = 96
	w.SetContent(container.NewCenter(typed))
	w.Canvas().SetOnTypedRune(func(r rune) {
		typed.Text += string(r)
		typed.Refresh()
	})
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyBackspace && len(typed.Text) > 1 {
			typed.Text = typed.Text[:len(typed.Text)-1]
			typed.Refresh()
		}
	})
	w.Resize(fyne.NewSize(1366, 690))
	w.ShowAndRun()
}
