package setup

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

const (
	bodyGap  float32 = 20
	ringRoom float32 = 6 // the focus ring stands outside of what has the focus
	sideWide float32 = 340
	rowGap   float32 = 16
)

// tight reports whether large words need the room of the panel.
func tight() bool {
	l := theme.Now()
	return l.TextScale >= 1.5 || l.Small && l.TextScale >= 1.25
}

func margins() (x, y float32) {
	if theme.Now().Small || tight() {
		return 32, 24
	}
	return 56, 40
}

// paint brings everything up to date with the page.
func (s *Screen) paint() {
	w := s.env.Words
	s.title.SetText(s.page.title())
	s.rows.Objects = s.page.body()
	onward, _ := s.page.onward()
	skip, _ := s.page.skip()
	spec := s.primary.Spec()
	spec.Label, spec.Key = onward, "Enter"
	if s.memory.busy {
		spec.Label, spec.Key = w.T("settings.saving"), ""
	}
	s.primary.SetOn(spec, !s.memory.busy)
	s.primary.Hidden = onward == ""
	spec = s.other.Spec()
	spec.Label = skip
	s.other.SetOn(spec, !s.memory.busy)
	s.other.Hidden = skip == ""
	_, there := s.backTo()
	s.back.Hidden = !there
	s.back.SetOn(s.back.Spec(), !s.memory.busy)
	s.panel.paint(s.way(), s.memory.at)
	objects := []fyne.CanvasObject{graphic.NewPanel(theme.Ground), s.panel.root, s.title}
	objects = append(objects, s.chips...)
	objects = append(objects, s.slide)
	if o := s.page.beside(); o != nil && !s.below() {
		objects = append(objects, o)
	}
	if o := s.page.action(); o != nil {
		objects = append(objects, o)
	}
	objects = append(objects, s.back, s.other, s.primary)
	if s.banner != nil {
		objects = append(objects, s.banner)
	}
	s.Root.Objects = objects
	s.slide.Refresh()
	s.Root.Refresh()
}

// SetBanner shows what the window has to tell, nil takes it away. It stands where
// nothing can be pressed: over the panel, or in the place of the title where there is
// no panel.
func (s *Screen) SetBanner(o fyne.CanvasObject) {
	s.banner = o
	s.paint()
}

// below reports whether what stands beside a body has no room there.
func (s *Screen) below() bool { return theme.Now().Small || tight() }

func (s *Screen) place(b layout.Placer) {
	if len(s.Root.Objects) == 0 {
		return
	}
	x, top := margins()
	wide := float32(452)
	switch {
	case tight():
		wide = 0
	case theme.Now().Small:
		wide = 300
	}
	b.Put(s.Root.Objects[0], 0, 0, b.W, b.H)
	s.panel.root.Hidden = wide == 0
	b.Put(s.panel.root, 0, 0, wide, b.H)
	left, end := wide+x, b.W-x
	at := end
	for i := len(s.chips) - 1; i >= 0; i-- {
		at -= b.PutEnd(s.chips[i], at, top).Width + theme.S2
	}
	s.title.Hidden = s.banner != nil && wide == 0
	if s.banner != nil {
		over := wide
		if wide == 0 {
			over = at
		}
		b.Put(s.banner, 0, 0, over, theme.BarHeight)
	}
	s.title.StepDown(theme.Title, at-theme.S2-left)
	h := s.title.MinSize().Height
	b.Put(s.title, left, top+(theme.ChipHeight-h)/2, at-theme.S2-left, h)
	foot := b.H - top - theme.PrimaryHigh
	y := top + theme.ChipHeight + bodyGap - ringRoom
	high, room := foot-bodyGap-y, end-left
	if o := s.page.action(); o != nil {
		m := o.MinSize().Height
		b.Put(o, left, foot-theme.S3-m, room, m)
		high -= m + theme.S3 - (bodyGap - theme.S3)
	}
	if o := s.page.beside(); o != nil && !s.below() {
		room -= sideWide + theme.S5()
		b.Put(o, left+room+theme.S5(), y+ringRoom, sideWide, high-2*ringRoom)
	}
	b.Put(s.slide, left-ringRoom, y, room+2*ringRoom, high)
	from := left
	if !s.back.Hidden {
		w := s.back.MinSize().Width
		b.Put(s.back, from, foot, w, theme.PrimaryHigh)
		from += w + theme.S4
	}
	if !s.other.Hidden {
		w := min(max(220, s.other.MinSize().Width), (end-left)/2-theme.S2)
		b.Put(s.other, from, foot, w, theme.PrimaryHigh)
		from += w + theme.S4
	}
	b.Put(s.primary, from, foot, end-from, theme.PrimaryHigh)
}

// abreast sets columns side by side, or below each other where words are large.
func abreast(weights []float32, objects ...fyne.CanvasObject) fyne.CanvasObject {
	if tight() {
		return layout.Rows(rowGap, objects...)
	}
	for i, o := range objects {
		objects[i] = layout.Grow(weights[i], o)
	}
	return layout.Columns(theme.S4, objects...)
}
