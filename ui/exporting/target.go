package exporting

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// lookHigh is the height of the list of folders on the card.
const lookHigh float32 = 460

// target is where the file goes: a folder of those that are usual, or any.
type target struct {
	env     screen.Env
	deps    Deps
	memory  *Memory
	changed func() // paints what it stands on
	chosen  func() // any folder was looked for, and it is chosen or left by now

	folders []string
	picking bool                 // a folder is being picked
	looking *filechooser.Chooser // any folder is looked for; nil else
	take    *control.Button      // the folder that is picked there

	button  *control.Button
	choices *fyne.Container // of folders
}

func newTarget(env screen.Env, d Deps, m *Memory, changed, chosen func()) *target {
	t := &target{env: env, deps: d, memory: m, changed: changed, chosen: chosen, choices: layout.Rows(theme.S2)}
	t.button = control.NewButton(control.ButtonSpec{Icon: "folder"}, t.toggle)
	return t
}

// find reads which folders are offered.
func (t *target) find() {
	chosen := t.memory.Folder
	t.env.Go(func() {
		all := t.deps.Folders()
		if chosen != "" && !slices.Contains(all, chosen) && folder(chosen) {
			all = append(all, chosen)
		}
		t.env.Post(func() {
			t.folders = all
			t.changed()
		})
	})
}

// folder is where the file goes: the folder chosen last while it is offered.
func (t *target) folder() string {
	for _, f := range t.folders {
		if f == t.memory.Folder {
			return f
		}
	}
	if len(t.folders) > 0 {
		return t.folders[0]
	}
	return ""
}

func (t *target) toggle() {
	t.picking = !t.picking
	t.find()
}

// paint brings it up to date.
func (t *target) paint(busy bool) {
	t.button.SetLabel(Short(t.folder()))
	able(t.button, !busy)
	t.choices.Objects = nil
	for _, f := range t.folders { // where files usually go, and the way to everywhere else
		t.choices.Objects = append(t.choices.Objects, cut(control.NewButton(control.ButtonSpec{Label: f, Icon: "folder", Chosen: f == t.folder()}, func() {
			t.memory.Folder, t.picking = f, false
			t.changed()
		})))
	}
	t.choices.Objects = append(t.choices.Objects, control.NewButton(control.ButtonSpec{Label: t.env.Words.T("chooser.browse"), Icon: "search"}, t.browse))
}

// browse lets a person look for a folder in the place of the card.
func (t *target) browse() {
	t.take = control.NewButton(control.ButtonSpec{Kind: control.Filled, Mid: true, Height: 64, Key: "Enter"}, nil)
	t.looking = filechooser.New(filechooser.Options{Words: t.env.Words, Folder: true, Start: t.folder(), Places: t.folders, Go: t.env.Go, Post: t.env.Post,
		Changed: t.paintTake, Picked: func(path string) {
			t.memory.Folder = path
			if !slices.Contains(t.folders, path) {
				t.folders = append(t.folders, path)
			}
			t.back()
		}})
	t.changed()
	focus(t.take)
}

// back goes back to the card.
func (t *target) back() {
	t.looking, t.take, t.picking = nil, nil, false
	t.changed()
	t.chosen()
}

// paintTake brings what is picked up to date.
func (t *target) paintTake() {
	if t.looking == nil {
		return
	}
	label, do := t.looking.Primary()
	t.take.SetLabel(label)
	t.take.OnTapped = do
	able(t.take, label != "")
}

// lookingAt is what stands on the card while a folder is looked for. escape is what
// Esc means.
func (t *target) lookingAt(escape func()) []fyne.CanvasObject {
	t.paintTake()
	back := control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Label: t.env.Words.T("export.cancel"), Key: "Esc"}, escape)
	list := layout.Fixed(0, lookHigh*min(1.2, max(1, theme.Now().TextScale)), t.looking.Object())
	return []fyne.CanvasObject{list, layout.Fixed(0, theme.S4, graphic.NewPanel(theme.Transparent)), abreast(back, t.take)}
}
