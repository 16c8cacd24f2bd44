package ui

import (
	"time"

	"fyne.io/fyne/v2"
)

// post runs f on the UI goroutine, after what is queued there, and does not
// wait for it.
func post(f func()) { fyne.Do(f) }

// after is Env.After for the program: a timer that posts.
func after(post func(func())) func(time.Duration, func()) func() {
	return func(d time.Duration, f func()) func() {
		gone := false // only touched on the UI goroutine
		t := time.AfterFunc(d, func() {
			post(func() {
				if !gone {
					f()
				}
			})
		})
		return func() {
			gone = true
			t.Stop()
		}
	}
}

func copyText(text string) { fyne.CurrentApp().Clipboard().SetContent(text) }
