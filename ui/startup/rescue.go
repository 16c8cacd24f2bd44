package startup

import (
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/ui/filechooser"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Rescue is what can be done about data that the till cannot open. All but
// Copies and Drives may be slow, and return a *Problem.
type Rescue struct {
	Copies func() []Copy
	Drives func() []string // sticks and other disks
	// Restore puts a backup in the place of the data, which are kept. A blank
	// code is none; NeedsCode reports whether an error asks for one.
	Restore func(path string, code core.Secret) error
	// Unlock opens the data that are there with the recovery code.
	Unlock func(code core.Secret) error
}

// Sick reports whether a backup or the recovery code may help a start.
func (p *Problem) Sick() bool { return p.Code == "STORE_DAMAGED" || p.Keyless() }

// Keyless tells that the data are there, but their key is not. A keyring that is
// absent may come back with it, or may never have had it.
func (p *Problem) Keyless() bool {
	return p.Code == "STORE_NO_KEY" || p.Code == "STORE_WRONG_KEY" || p.Code == "STORE_KEYRING_ABSENT"
}

// rescue is the form in which a person restores a backup. All of it belongs on
// the UI goroutine.
type rescue struct {
	*Rescue
	problem *Problem
	words   *words.Catalogue
	goOn    func(func())
	post    func(func())
	leave   func()
	done    func()

	copies   []Copy
	picking  bool // a backup is being picked; else the problem is told
	wished   bool // nothing is wrong: there is no problem to go back to
	unlock   bool // the code is for the data that are there
	asksCode bool
	busy     bool
	once     struct { // what is asked once more
		sure  string    // the backup that was asked about; blank for none
		heard time.Time // the newest Enter or tap that would restore
	}
	now    func() time.Time
	picked int // among copies; -1 is the typed path
	said   string

	path, code *control.Field
	button     *control.Button
	browse     *control.Button
	chooser    *filechooser.Chooser // nil unless open
	rows       *fyne.Container
	page       *container.Scroll
	root       *fyne.Container
}

func (r *rescue) content() fyne.CanvasObject {
	r.picked = -1
	r.fields()
	r.rows = layout.Rows(theme.S4)
	r.root = container.NewStack()
	if r.wished {
		r.show(true, false)
		return r.root
	}
	r.build()
	return r.root
}

// translated is the form again, in the language of now: with what was typed and chosen.
func (r *rescue) translated() fyne.CanvasObject {
	path, code := r.path.Text(), r.code.Text()
	r.fields()
	r.path.SetText(path)
	r.code.SetText(code)
	r.build()
	return r.root
}

// fields are what a person types into.
func (r *rescue) fields() {
	w := r.words
	r.path = control.NewField(control.FieldSpec{Label: w.T("rescue.file"), Placeholder: w.T("rescue.file.hint"), Input: control.InputLatin})
	r.path.OnChanged = func(s string) {
		if strings.TrimSpace(s) != "" && r.picked >= 0 {
			r.pick(-1)
		}
		r.paint()
	}
	r.path.OnSubmit = func(string) { r.submit() }
	r.browse = control.NewButton(control.ButtonSpec{Icon: "folder", Label: w.T("chooser.browse"), Mid: true}, r.browseFile)
	r.code = control.NewField(control.FieldSpec{Label: w.T("rescue.code"), Placeholder: "XXXX-XXXX-…", Input: control.InputLatin})
	r.code.OnSubmit = func(string) { r.submit() }
	r.code.OnChanged = func(string) { r.paint() }
}

// build makes what stands in the window for where the person is.
func (r *rescue) build() {
	w := r.words
	title, back := w.T("startup.title"), w.T("startup.close")
	all := []fyne.CanvasObject{}
	r.button = control.NewPrimary(w.T("rescue.restore"), "Enter", r.submit)
	if r.asks() {
		r.button.SetLabel(w.T("rescue.sure.do"))
	}
	defer r.showBusy()
	switch {
	case r.chooser != nil:
		title, back = w.T("rescue.title"), w.T("manager.back")
		label, do := r.chooser.Primary()
		r.button = control.NewPrimary(label, "Enter", do)
		all = append(all, r.chooser.Object())
	case !r.picking && !r.unlock:
		all = append(all, typeset.NewParagraph(r.problem.Sentence(w), typeset.Body))
		if r.problem.Keyless() {
			all = append(all, control.NewButton(control.ButtonSpec{Icon: "lock", Label: w.T("rescue.useCode")}, func() { r.show(false, true) }))
		}
		r.button = control.NewPrimary(w.T("rescue.open"), "Enter", func() { r.show(true, false) })
	case r.unlock:
		title, back = w.T("rescue.useCode"), w.T("manager.back")
		r.button = control.NewPrimary(w.T("rescue.unlock"), "Enter", r.submit)
		all = append(all, typeset.NewParagraph(w.T("rescue.useCode.text"), typeset.Body), r.code)
	default:
		title, back = w.T("rescue.title"), w.T("manager.back")
		all = append(all, typeset.NewParagraph(w.T("rescue.text"), typeset.Body))
		var list []fyne.CanvasObject
		for i, c := range r.copies {
			if i > 0 && c.Till != r.copies[i-1].Till || i == 0 && c.Till != "" {
				list = append(list, typeset.NewParagraph(c.Till, typeset.Fact))
			}
			list = append(list, r.row(i, c))
		}
		if len(list) == 0 {
			list = append(list, typeset.NewParagraph(w.T("rescue.none"), typeset.Fact))
		}
		all = append(all, layout.Rows(theme.S2, list...))
		all = append(all, r.path, r.browse)
		if r.asksCode {
			all = append(all, graphic.NewDivider(), typeset.NewParagraph(w.T("rescue.code.text"), typeset.Body), r.code)
		}
	}
	if r.asks() {
		all = append(all, typeset.NewParagraph(r.question(), typeset.Fact))
	}
	if r.said != "" {
		all = append(all, typeset.NewParagraph(r.said, typeset.Fact.Tint(theme.Failed)))
	}
	r.rows.Objects = all
	head := layout.Centred(theme.S3, graphic.NewIcon("bell", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(title, typeset.Title)))
	leave := control.NewButton(control.ButtonSpec{Label: back, Key: "Esc", Mid: true, Height: theme.PrimaryHigh}, r.back)
	footer := layout.Padding(theme.S5(), theme.S4, layout.Columns(theme.S3, leave, layout.Grow(1, r.button)))
	r.page = container.NewVScroll(layout.Padding(theme.S5(), theme.S2, r.rows))
	r.root.Objects = []fyne.CanvasObject{graphic.NewPanel(theme.Ground),
		container.NewBorder(layout.Padding(theme.S5(), theme.S4, head), footer, nil, nil, r.page)}
	r.paint()
	r.root.Refresh()
	if r.asks() {
		r.page.ScrollToBottom()
	}
	if r.asksCode || r.unlock {
		r.page.ScrollToBottom()
		r.code.Focus()
	}
}

func (r *rescue) show(picking, unlock bool) {
	r.picking, r.unlock, r.said, r.asksCode, r.once.sure = picking, unlock, "", false, ""
	r.once.heard = r.time()
	r.code.SetText("")
	if r.picked = -1; picking {
		if r.copies = r.Copies(); len(r.copies) > 0 {
			r.picked = 0
		}
	}
	r.build()
}

// browseFile lets the person choose a file instead of typing its path.
func (r *rescue) browseFile() {
	if r.busy {
		return
	}
	o := filechooser.Options{Words: r.words, Start: strings.TrimSpace(r.path.Text()), Go: r.goOn, Post: r.post, Changed: r.relabel,
		Picked: func(path string) {
			r.chooser = nil
			r.path.SetText(path)
			r.build()
		}}
	if r.Drives != nil {
		o.Places = r.Drives()
	}
	r.chooser = filechooser.New(o)
	r.build()
	draw.Focus(r.root, nil)
}

// relabel brings the one button up to date with what is chosen.
func (r *rescue) relabel() {
	if r.chooser == nil {
		return
	}
	label, do := r.chooser.Primary()
	r.button.SetLabel(label)
	r.button.OnTapped = do
	r.paint()
}

func (r *rescue) back() {
	switch {
	case r.busy:
	case r.chooser != nil:
		r.chooser = nil
		r.build()
	case (r.picking || r.unlock) && !r.wished:
		r.show(false, false)
	default:
		r.leave()
	}
}

func (r *rescue) paint() {
	on := !r.busy
	switch {
	case r.chooser != nil:
		label, _ := r.chooser.Primary()
		on = label != ""
	case r.unlock:
		on = on && r.code.Text() != ""
	case r.picking:
		on = on && r.chosen() != "" && (!r.asksCode || r.code.Text() != "")
	}
	r.button.SetDisabled(!on)
}

func (r *rescue) submit() {
	if r.busy || r.button.Disabled() || r.unasked() {
		return
	}
	path, code, unlock := r.chosen(), core.NewSecret(strings.TrimSpace(r.code.Text())), r.unlock
	r.busy, r.said = true, ""
	r.showBusy()
	r.goOn(func() {
		var err error
		if unlock {
			err = r.Unlock(code)
		} else {
			err = r.Restore(path, code)
		}
		r.post(func() { r.ended(err) })
	})
}

// showBusy says that what was asked for goes on.
func (r *rescue) showBusy() {
	if r.busy {
		r.button.SetLabel(r.words.T("rescue.working"))
		r.paint()
	}
}

func (r *rescue) ended(err error) {
	r.busy = false
	if err == nil {
		r.code.SetText("")
		r.done()
		return
	}
	if p, known := errors.AsType[*Problem](err); known && p.Keyless() && !r.asksCode && !r.unlock {
		r.asksCode = true
	} else {
		r.said = RescueSentence(err, r.words)
	}
	r.build()
}

// unasked reports whether a backup is not to be restored yet: a held or hurried Enter
// restores nothing, and the first only asks once more.
func (r *rescue) unasked() bool {
	if r.unlock || r.asksCode { // a code was typed
		return false
	}
	now := r.time()
	hurried := now.Sub(r.once.heard) < keys.HoldTime
	if r.once.heard = now; hurried {
		return true
	}
	if r.once.sure == r.chosen() {
		return false
	}
	r.once.sure, r.said = r.chosen(), ""
	r.build()
	return true
}

func (r *rescue) time() time.Time {
	if r.now == nil {
		return time.Now()
	}
	return r.now()
}

// asks reports whether the backup that is chosen is asked about once more.
func (r *rescue) asks() bool {
	return r.picking && r.chooser == nil && r.once.sure != "" && r.once.sure == r.chosen() && !r.busy && !r.asksCode
}

// question asks about the backup that is chosen.
func (r *rescue) question() string {
	if r.picked >= 0 && !r.copies[r.picked].At.IsZero() {
		c := r.copies[r.picked]
		at := r.words.Moment(c.At.Local())
		if c.Till != "" {
			return r.words.T("rescue.sure.till", "at", at, "till", c.Till)
		}
		return r.words.T("rescue.sure.dated", "at", at)
	}
	return r.words.T("rescue.sure")
}

// RescueSentence says why a backup could not be restored, and what to do.
func RescueSentence(err error, w *words.Catalogue) string {
	if p, known := errors.AsType[*Problem](err); known && w.Has("rescue."+p.Code) {
		return w.T("rescue." + p.Code)
	}
	return w.T("rescue." + other)
}

// key is for keys that no field has a use for.
func (r *rescue) key(k *fyne.KeyEvent) {
	if r.chooser != nil && r.chooser.Press(screen.KeyPress{Name: k.Name}) {
		return
	}
	switch k.Name {
	case fyne.KeyEscape:
		r.back()
	case fyne.KeyReturn, fyne.KeyEnter:
		if !r.picking && !r.unlock {
			r.show(true, false)
			return
		}
		r.submit()
	case fyne.KeyDown:
		if r.picking && r.picked+1 < len(r.copies) {
			r.pick(r.picked + 1)
		}
	case fyne.KeyUp:
		if r.picking && r.picked > 0 {
			r.pick(r.picked - 1)
		}
	}
}
