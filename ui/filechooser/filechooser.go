// Package filechooser lets a person pick a folder or a file by looking: nobody
// must know a path, or type one. It stands in the place of the page that asked,
// speaks the language of the till, and can be walked by keys alone: Up and Down
// pick, Right opens, Backspace goes up, Enter takes, Esc goes back to the page.
package filechooser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// most is how many rows are shown of a folder; what is beyond is said.
const most = 200

// Options is what is to be picked, and from where.
type Options struct {
	Words *words.Catalogue
	// Folder: a folder is picked, else a file.
	Folder bool
	// Suffixes are those of the files that are shown, with their point; none
	// shows all.
	Suffixes []string
	// Start is the folder to begin in, or a file in it; the home folder when it
	// is not there.
	Start string
	// Places are sticks and other disks.
	Places []string
	// Go runs slow work off the UI goroutine, Post something on it.
	Go, Post func(func())
	// Back leaves the list with nothing picked, by a button at its head and by Esc; nil
	// where the page around it has a button for that.
	Back func()
	// Picked takes the path. Changed is called whenever the primary is another.
	Picked  func(path string)
	Changed func()
}

// entry is one row: a folder, or a file.
type entry struct {
	name   string
	folder bool
}

// Chooser is the list of one folder. It belongs on the UI goroutine.
type Chooser struct {
	opt     Options
	at      string // the folder that is shown
	entries []entry
	more    bool // there are more than are shown
	picked  int  // among entries; -1 for none
	problem bool // it cannot be read
	visit   int  // answers about another folder are dropped

	title, path *typeset.Text
	up, back    *control.Button
	rows        []*control.Button
	list        *fyne.Container
	scroll      *container.Scroll
	root        fyne.CanvasObject
}

// New begins at a folder, and reads it.
func New(o Options) *Chooser {
	c := &Chooser{opt: o, picked: -1}
	w := o.Words
	key := "chooser.file"
	if o.Folder {
		key = "chooser.folder"
	}
	c.title = typeset.NewParagraph(w.T(key), typeset.Lead)
	var title fyne.CanvasObject = c.title
	if o.Back != nil {
		c.back = control.NewButton(control.ButtonSpec{Label: w.T("account.back"), Key: "Esc", Mid: true}, o.Back)
		title = layout.Centred(theme.S3, layout.Grow(1, c.title), c.back)
	}
	c.path = typeset.NewText("", typeset.Label.With(theme.Regular)).Cut()
	c.up = control.NewButton(control.ButtonSpec{Icon: "back", Label: w.T("chooser.up"), Mid: true}, c.goUp)
	c.list = layout.Rows(0)
	c.scroll = container.NewVScroll(c.list)
	head := []fyne.CanvasObject{title}
	if chips := c.places(); len(chips) > 0 {
		head = append(head, layout.Flow(theme.S2, chips...))
	}
	head = append(head, layout.Centred(theme.S3, c.up, layout.Grow(1, c.path)))
	top := layout.Rows(theme.S3, head...)
	c.root = layout.New(func() fyne.Size { return fyne.NewSize(0, top.MinSize().Height+theme.S3+leastList) }, func(b layout.Placer) {
		high := top.MinSize().Height
		b.Put(top, 0, 0, b.W, high)
		b.Put(c.scroll, 0, high+theme.S3, b.W, max(b.H-high-theme.S3, leastList))
	}, top, c.scroll)
	c.open(begin(o.Start))
	return c
}

// leastList is the least height of the list.
const leastList float32 = 240

// begin is the folder to begin in.
func begin(start string) string {
	for start != "" {
		if info, err := os.Stat(start); err == nil && info.IsDir() {
			return start
		}
		up := filepath.Dir(start)
		if up == start || up == "." {
			break
		}
		start = up
	}
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	return string(filepath.Separator)
}

// places are where people begin: at home, or on a stick.
func (c *Chooser) places() (all []fyne.CanvasObject) {
	if home, err := os.UserHomeDir(); err == nil {
		all = append(all, control.NewChip(c.opt.Words.T("chooser.home"), "", false, func() { c.open(home) }))
	}
	for _, place := range c.opt.Places {
		all = append(all, control.NewChip(filepath.Base(place), "", false, func() { c.open(place) }))
	}
	return all
}

// Object is what is shown.
func (c *Chooser) Object() fyne.CanvasObject { return c.root }

// Primary is what the one button does now; a blank label is nothing to take yet.
func (c *Chooser) Primary() (label string, do func()) {
	w := c.opt.Words
	switch one, there := c.chosen(); {
	case there && !c.opt.Folder && one.folder:
		return w.T("chooser.open", "name", one.name), c.openPicked
	case there:
		return w.T("chooser.use", "name", one.name), func() { c.opt.Picked(filepath.Join(c.at, one.name)) }
	case c.opt.Folder && !c.problem:
		return w.T("chooser.use", "name", base(c.at)), func() { c.opt.Picked(c.at) }
	}
	return "", func() {}
}

// base is what a folder is called; the root is called by its path.
func base(path string) string {
	if name := filepath.Base(path); name != "." && name != string(filepath.Separator) {
		return name
	}
	return path
}

func (c *Chooser) chosen() (entry, bool) {
	if c.picked < 0 || c.picked >= len(c.entries) {
		return entry{}, false
	}
	return c.entries[c.picked], true
}

// Press takes the keys of the list, Enter for the primary, and Esc where the list has a way back.
func (c *Chooser) Press(k screen.KeyPress) bool {
	into, out := fyne.KeyRight, fyne.KeyLeft
	if theme.Now().RTL {
		into, out = out, into
	}
	switch k.Name {
	case fyne.KeyEscape:
		if c.back == nil {
			return false
		}
		c.back.Tapped(nil)
	case fyne.KeyDown:
		c.pick(min(c.picked+1, len(c.entries)-1))
	case fyne.KeyUp:
		c.pick(max(c.picked-1, -1))
	case into:
		c.openPicked()
	case out, fyne.KeyBackspace:
		c.goUp()
	case fyne.KeyReturn, fyne.KeyEnter:
		_, do := c.Primary()
		do()
	default:
		return false
	}
	return true
}

func (c *Chooser) openPicked() {
	if one, there := c.chosen(); there && one.folder {
		c.open(filepath.Join(c.at, one.name))
	}
}

// goUp shows the folder around this one.
func (c *Chooser) goUp() {
	if up := filepath.Dir(c.at); up != c.at {
		c.open(up)
	}
}

// open reads a folder and shows it.
func (c *Chooser) open(folder string) {
	c.visit++
	visit := c.visit
	c.at, c.entries, c.picked, c.problem = folder, nil, -1, false
	c.build()
	var all []entry
	var err error
	c.opt.Go(func() {
		all, err = c.read(folder)
		c.opt.Post(func() {
			if visit != c.visit {
				return
			}
			c.more = len(all) > most
			c.entries, c.problem = all[:min(len(all), most)], err != nil
			c.build()
		})
	})
}

// read lists what can be picked or gone into, folders first.
func (c *Chooser) read(folder string) (all []entry, err error) {
	found, err := os.ReadDir(folder)
	for _, f := range found {
		is := f.IsDir()
		if f.Type()&os.ModeSymlink != 0 {
			if info, err := os.Stat(filepath.Join(folder, f.Name())); err == nil {
				is = info.IsDir()
			}
		}
		if !strings.HasPrefix(f.Name(), ".") && (is || !c.opt.Folder && c.shows(f.Name())) {
			all = append(all, entry{f.Name(), is})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return all, err
}

func (c *Chooser) shows(name string) bool {
	return len(c.opt.Suffixes) == 0 || slices.ContainsFunc(c.opt.Suffixes, func(s string) bool { return strings.HasSuffix(strings.ToLower(name), s) })
}

// pick marks a row; below 0 none.
func (c *Chooser) pick(i int) {
	c.picked = i
	for n, row := range c.rows {
		spec := row.Spec()
		spec.Chosen = n == i
		row.Set(spec)
	}
	if i >= 0 && i < len(c.rows) {
		layout.Reveal(c.scroll, c.list, c.rows[i])
	}
	c.changed()
}

// tapped goes into a folder, and picks a file.
func (c *Chooser) tapped(i int) {
	if c.entries[i].folder {
		c.open(filepath.Join(c.at, c.entries[i].name))
		return
	}
	c.pick(i)
}

func (c *Chooser) build() {
	w := c.opt.Words
	c.path.SetText(c.at)
	c.up.SetDisabled(filepath.Dir(c.at) == c.at)
	c.rows, c.list.Objects = nil, nil
	for i, one := range c.entries {
		icon := "receipt"
		if one.folder {
			icon = "folder"
		}
		row := control.NewButton(control.ButtonSpec{Kind: control.Quiet, Icon: icon, Label: one.name}, func() { c.tapped(i) })
		c.rows = append(c.rows, row)
		c.list.Objects = append(c.list.Objects, row)
	}
	say := func(key string) {
		c.list.Objects = append(c.list.Objects, typeset.NewParagraph(w.T(key, "n", most), typeset.Label.With(theme.Regular)))
	}
	switch {
	case c.problem:
		say("chooser.unreadable")
	case len(c.entries) == 0:
		say("chooser.empty")
	case c.more:
		say("chooser.more")
	}
	c.list.Refresh()
	c.scroll.ScrollToTop()
	c.scroll.Refresh()
	c.changed()
}

func (c *Chooser) changed() {
	if c.opt.Changed != nil {
		c.opt.Changed()
	}
}
