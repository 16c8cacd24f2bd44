package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
)

// walkPopover looks at what hangs below a chip after keys went through it; false
// where nothing does.
func (r *harness) walkPopover(look func(*harness, string), name string) bool {
	hangs := false
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		_, is := o.(interface{ Popover() })
		hangs = hangs || is
	})
	if hangs {
		r.keys(fyne.KeyDown, fyne.KeyRight)
		look(r, name)
	}
	return hangs
}

func walkReports(r *harness, look func(*harness, string)) {
	r.reports()
	look(r, "reports")
	r.keys(fyne.KeyRight)
	look(r, "reports-bar")
	chips := func() []*control.Chip { return uitest.All[*control.Chip](r.win.Canvas().Content()) }
	for i := range chips() {
		chip := chips()[i] // the screen is built again when it was left
		test.Tap(chip)
		look(r, "reports-chip-"+chip.Label())
		r.walkPopover(look, "reports-popover-"+chip.Label())
		r.keys(fyne.KeyEscape)
		r.reports()
	}
	r.pressed(r.shell.env.Words.T("export.title"))
	look(r, "export")
	r.pressed("CSV")
	look(r, "export-csv")
	w := r.shell.env.Words
	for _, b := range r.buttons() {
		if b.Spec().Icon == "folder" && b.Visible() {
			b.OnTapped() // where the file goes
			break
		}
	}
	look(r, "export-folders")
	r.pressed(w.T("chooser.browse"))
	look(r, "export-look")
	r.keys(fyne.KeyEscape)
	look(r, "export-back")
	r.shell.decisions.Close()
	r.pressed(w.T("statement.tab"))
	look(r, "statement-choose")
	r.pressed(w.T("statement.file"))
	look(r, "statement-look")
	r.keys(fyne.KeyEscape)
	for _, l := range uitest.All[*list.Line](r.win.Canvas().Content()) {
		if l.Spec().Name == "november.csv" {
			l.OnTapped()
			break
		}
	}
	look(r, "statement-columns")
	for _, a := range [][2]string{{"statement.plain", "statement.way.in"}, {"statement.always", "LYD"}} {
		label := w.T(a[0], "answer", w.T("statement.which"))
		for _, c := range uitest.All[*control.Chip](r.win.Canvas().Content()) {
			if c.Label() == label && c.Visible() {
				c.OnTapped()
			}
		}
		look(r, "statement-asked")
		if choice := a[1]; choice == "LYD" {
			r.pressed(choice)
		} else {
			r.pressed(w.T(choice))
		}
	}
	look(r, "statement-answered")
	r.keys(fyne.KeyReturn)
	look(r, "statement-result")
	r.pressed(w.T("export.title"))
	look(r, "statement-export")
	r.shell.decisions.Close()
}

// reports goes there, with a manager's PIN where one is asked for.
func (r *harness) reports() {
	r.keys(fyne.KeyF8)
	if r.shell.decisions.Card() != nil {
		r.runesIn("2584")
	}
}

func walkSettings(r *harness, look func(*harness, string)) {
	r.shell.openSettings()
	if r.shell.decisions.Card() != nil {
		r.runesIn("2584")
	}
	sections := uitest.All[*control.NavItem](r.shell.work.Screen().Object())
	for i := range sections {
		test.Tap(uitest.All[*control.NavItem](r.shell.work.Screen().Object())[i])
		look(r, "settings-"+string(rune('1'+i)))
		r.oneSizeOfMenu(len(sections))
		if r.second() { // another page stands behind the same place
			look(r, "settings-"+string(rune('1'+i))+"-second")
		}
	}
	w := r.shell.env.Words
	r.dirty()
	r.turnSettings("settings.users")
	look(r, "settings-users-dirty")
	r.turnSettings("settings.rights.supervisor")
	look(r, "settings-rights-dirty")
	r.keys(fyne.KeyEscape)
	r.pressed(w.T("settings.users.add"))
	look(r, "settings-user-form-dirty")
	r.walkUserForm(look)
	r.keys(fyne.KeyEscape)
	r.turnSettings("settings.backups")
	if !r.second() {
		r.t.Error("nothing leads to the recovery code")
	}
	look(r, "settings-recovery-dirty")
	r.pressed(w.T("settings.recovery.another"))
	look(r, "settings-recovery-code-dirty")
}

// second goes to the second of two pages behind one place of the menu; false where there is one.
func (r *harness) second() bool {
	w := r.shell.env.Words
	for _, s := range uitest.All[*control.Segmented](r.shell.work.Screen().Object()) {
		if said := uitest.Words(s); strings.Contains(said, w.T("settings.recovery")) || strings.Contains(said, w.T("settings.files")) {
			s.OnSelected(1)
			return true
		}
	}
	return false
}

// turnSettings goes to a section of the settings.
func (r *harness) turnSettings(key string) {
	for _, n := range uitest.All[*control.NavItem](r.shell.work.Screen().Object()) {
		if n.Label() == r.shell.env.Words.T(key) {
			test.Tap(n)
		}
	}
}

// dirty leaves something unsaved in the settings.
func (r *harness) dirty() {
	r.turnSettings("settings.till")
	for _, f := range uitest.All[*control.Field](r.shell.work.Screen().Object()) {
		f.SetText(f.Text() + "s")
		return
	}
}

func walkSetup(r *harness, look func(*harness, string)) {
	w := r.shell.env.Words
	look(r, "setup-till")
	r.keys(fyne.KeyReturn)
	look(r, "setup-till-wrong")
	for _, o := range uitest.All[*control.Option](r.win.Canvas().Content()) {
		if o.Title() == w.T("setup.live") {
			test.Tap(o)
		}
	}
	look(r, "setup-till-live")
	for _, f := range uitest.All[*control.Field](r.win.Canvas().Content()) {
		f.SetText("Al Noor Market")
	}
	r.keys(fyne.KeyReturn)
	look(r, "setup-bank")
	r.keys(fyne.KeyReturn)
	look(r, "setup-bank-wrong")
}
