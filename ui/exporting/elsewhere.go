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

// look lets a person look for a folder in the place of the card.
func (c *Card) look() {
	c.take = control.NewButton(control.ButtonSpec{Kind: control.Filled, Mid: true, Height: 64, Key: "Enter"}, nil)
	c.looking = filechooser.New(filechooser.Options{Words: c.env.Words, Folder: true, Start: c.folder(), Places: c.folders, Go: c.env.Go, Post: c.env.Post,
		Changed: c.paintTake, Picked: func(path string) {
			c.memory.Folder = path
			if !slices.Contains(c.folders, path) {
				c.folders = append(c.folders, path)
			}
			c.back()
		}})
	c.paint()
	focus(c.take)
}

// back goes back to the card.
func (c *Card) back() {
	c.looking, c.take, c.picking = nil, nil, false
	c.paint()
	focus(c.start)
}

// paintTake brings what is picked up to date.
func (c *Card) paintTake() {
	if c.looking == nil {
		return
	}
	label, do := c.looking.Primary()
	c.take.SetLabel(label)
	c.take.OnTapped = do
	able(c.take, label != "")
}

// lookingAt is what stands on the card while a folder is looked for.
func (c *Card) lookingAt() []fyne.CanvasObject {
	c.paintTake()
	back := control.NewButton(control.ButtonSpec{Mid: true, Height: 64, Label: c.env.Words.T("export.cancel"), Key: "Esc"}, c.Escape)
	list := layout.Fixed(0, lookHigh*min(1.2, max(1, theme.Now().TextScale)), c.looking.Object())
	return []fyne.CanvasObject{list, layout.Fixed(0, theme.S4, graphic.NewPanel(theme.Transparent)), c.abreast(back, c.take)}
}

// Press takes the keys that no button took: those of the list of folders, and
// Enter.
func (c *Card) Press(k screen.KeyPress) {
	switch {
	case c.looking != nil:
		c.looking.Press(k)
	case k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter:
		if s := c.runner.State(); !s.Running && !s.Over {
			c.begin()
		}
	}
}
