package layout

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Slide is a column in less room than it needs: it scrolls by wheel and bar, by a finger drawn over it, and so far as
// what has the focus is seen. A drag ends without a tap on what lies below.
type Slide struct {
	widget.BaseWidget
	// Moved is called when another part of the column came into sight.
	Moved func()

	scroll *container.Scroll
}

// NewSlide is a column in a frame that may be lower.
func NewSlide(content fyne.CanvasObject) *Slide {
	f := &finger{content: content}
	f.ExtendBaseWidget(f)
	s := &Slide{scroll: container.NewVScroll(f)}
	f.slide = s
	s.scroll.OnScrolled = func(fyne.Position) { s.moved() }
	s.ExtendBaseWidget(s)
	return s
}

// Offset is how much of the column is above the frame.
func (s *Slide) Offset() float32 { return s.scroll.Offset.Y }

// Reveal moves the column no more than it takes to see it from top to bottom.
func (s *Slide) Reveal(top, bottom float32) {
	high := s.scroll.Size().Height
	switch {
	case top < s.scroll.Offset.Y:
		s.To(top)
	case bottom > s.scroll.Offset.Y+high:
		s.To(bottom - high)
	}
}

// To moves the column so far that the frame begins at a height of it.
func (s *Slide) To(y float32) {
	most := max(0, s.scroll.Content.MinSize().Height-s.scroll.Size().Height)
	if y = min(max(y, 0), most); y != s.scroll.Offset.Y {
		s.scroll.ScrollToOffset(fyne.NewPos(0, y))
		s.moved()
	}
}

func (s *Slide) moved() {
	if s.Moved != nil {
		s.Moved()
	}
}

// Refresh takes over another height of the column.
func (s *Slide) Refresh() {
	s.scroll.Content.Refresh()
	s.scroll.Refresh()
}

func (s *Slide) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.scroll) }

// finger takes the drags of its slide: the scroll itself heeds fingers on phones only.
type finger struct {
	widget.BaseWidget
	content fyne.CanvasObject
	slide   *Slide
}

func (f *finger) Dragged(e *fyne.DragEvent) { f.slide.To(f.slide.Offset() - e.Dragged.DY) }

func (f *finger) DragEnd() {}

func (f *finger) Refresh() { f.content.Refresh() }

func (f *finger) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.content) }
