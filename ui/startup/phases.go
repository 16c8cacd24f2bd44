package startup

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/ui/desktop/memory"
)

// open is the phase in which the data are opened.
func (f *Flow) open() {
	f.phase = PhaseOpening
	f.Window.show(f.opening())
	f.background(func() {
		err := f.Rooms.Open(f.ctx, f.ask, func(done, total uint64) { f.post(func() { f.counted(done, total) }) })
		f.post(func() { f.opened(err) })
	})
}

// opening is the form of PhaseOpening.
func (f *Flow) opening() form {
	opening, counted := newOpening(f.Window.Words, after(f.post))
	f.counted, opening.again = counted, f.opening
	return opening
}

// opened goes on with what has come of it.
func (f *Flow) opened(err error) {
	switch {
	case !f.ready: // there is no window to show anything in
	case err != nil:
		f.refuse(problemOf(err))
	default:
		f.phase = PhaseTill
		f.Window.vacate()
		f.Rooms.Enter(f.Window, func(next Next) { f.post(func() { f.closeTill(next) }) })
		memory.Release()
	}
}

// closeTill takes the window from the till and closes it, for what follows.
func (f *Flow) closeTill(next Next) {
	if f.phase != PhaseTill {
		return
	}
	f.Rooms.CloseTill()
	f.phase = PhaseOpening
	f.Window.show(f.opening())
	f.background(func() {
		f.Rooms.Close()
		f.post(func() {
			if help := f.Rooms.Rescue(f.ctx); next == PickBackup && help != nil {
				f.rescue(&rescue{Rescue: help, problem: &Problem{Code: other}, wished: true})
				return
			}
			f.open()
		})
	})
}

// refuse says why the data do not open, and what can be done.
func (f *Flow) refuse(p *Problem) {
	f.Rooms.Failed(p)
	p.Print(f.Out, f.Window.Words)
	help := f.Rooms.Rescue(f.ctx)
	switch {
	case p.quiet():
		f.quit(1)
	case p.Sick() && help != nil:
		f.rescue(&rescue{Rescue: help, problem: p})
	default:
		f.phase = PhaseTold
		var practise func()
		if p.Code == Keys { // the settings of practice take them
			practise = func() {
				f.Rooms.Practise()
				f.open()
			}
		}
		f.Window.show(newTold(p, f.Window.Words, func() { f.quit(1) }, practise))
	}
}

// rescue is the phase in which a backup is restored.
func (f *Flow) rescue(r *rescue) {
	f.phase, f.wished = PhaseRescue, r.wished
	r.words, r.goOn, r.post = f.Window.Words, f.background, f.post
	r.done = f.open
	r.leave = func() { f.quit(1) }
	if r.wished {
		r.leave = f.open
	}
	shown := func(o fyne.CanvasObject) form {
		return form{object: o, page: func() *container.Scroll { return r.page }, key: r.key}
	}
	first := shown(r.content())
	first.again = func() form {
		again := shown(r.translated())
		again.again = first.again
		return again
	}
	f.Window.show(first)
}

// ask is the phase in which a passphrase is asked for, and an Asker: it is called
// beside the UI goroutine. The form that was there before comes back, in the language
// that was chosen meanwhile.
func (f *Flow) ask(ctx context.Context, q Question) (core.Secret, error) {
	answer := make(chan core.Secret, 1)
	f.post(func() {
		phase, before := f.phase, f.Window.form
		f.phase = PhaseUnlock
		f.Window.unlock(q, f.background, f.post, func(phrase core.Secret) {
			f.phase = phase
			f.Window.showAgain(before)
			answer <- phrase
		})
	})
	select {
	case phrase := <-answer:
		if !phrase.Empty() {
			return phrase, nil
		}
	case <-ctx.Done():
	case <-f.ctx.Done():
	}
	return core.Secret{}, unasked()
}

func unasked() *Problem {
	return &Problem{Code: Unasked, Cause: errors.New("no passphrase was given")}
}

// unlock asks for a passphrase; a blank one is told when the person gives none.
func (w *Window) unlock(q Question, goOn, post func(func()), given func(core.Secret)) {
	p := &Phrase{Words: w.Words, Choose: q.Choose, Fits: q.Fits, Recover: q.Recover, Done: given, Leave: func() { given(core.Secret{}) },
		Go: goOn, Post: post, After: after(post)}
	show := func() {
		w.show(form{object: p.Content(), page: func() *container.Scroll { return p.page }, key: p.Key, first: p.First()})
	}
	p.Again = show
	p.Turn = func(lang string) {
		w.setLanguage(lang)
		show()
	}
	show()
}

// background runs something slow beside the window; the code that ends the flow waits
// for it.
func (f *Flow) background(slow func()) { f.running.Go(slow) }

// post runs something on the UI goroutine while there is a window.
func (f *Flow) post(do func()) {
	f.Post(func() {
		if f.ctx.Err() == nil {
			do()
		}
	})
}

// quit closes the window.
func (f *Flow) quit(status int) {
	f.status = status
	f.Window.App.Quit()
}

// stop ends what goes on, waits for it, and closes what was opened.
func (f *Flow) stop() {
	f.end()
	f.running.Wait()
	f.Rooms.Close()
}

// ended is the exit status of a window that was closed in this phase.
func (f *Flow) ended() int {
	switch {
	case f.phase == PhaseUnlock:
		unasked().Print(f.Out, f.Window.Words)
		return 1
	case f.phase == PhaseTold, f.phase == PhaseRescue && !f.wished:
		return 1
	}
	return f.status
}

// Alone asks in a window that shows nothing else, for a command that has none.
// It is called on the main goroutine; a process can ask once, so the answer is
// kept for who asks again.
func Alone(newWindow func() *Window) Asker {
	var phrase core.Secret
	return func(ctx context.Context, q Question) (core.Secret, error) {
		if !phrase.Empty() {
			return phrase, nil
		}
		if err := Screen(); err != nil {
			return phrase, err
		}
		w, opened := newWindow(), false
		defer context.AfterFunc(ctx, func() { fyne.Do(w.App.Quit) })()
		w.unlock(q, func(f func()) { go f() }, fyne.Do, func(given core.Secret) {
			phrase = given
			w.App.Quit()
		})
		w.App.Lifecycle().SetOnStarted(func() {
			if opened = Opened(w.Window); !opened {
				w.App.Quit()
			}
		})
		w.Resize(formSize)
		w.CenterOnScreen()
		if broken := Run(w.Window); !opened || broken != nil {
			return core.Secret{}, &Problem{Code: NoWindow, Cause: errors.New("nobody could be asked for a passphrase")}
		}
		if phrase.Empty() {
			return phrase, unasked()
		}
		return phrase, nil
	}
}
