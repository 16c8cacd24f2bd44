package layout

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// fadeTime is how long a new screen takes to come up: nearly all of what a person waits for the list of receipts.
const fadeTime = 60 * time.Millisecond

// Stage shows one screen at a time. A new one fades in: a veil of the ground's colour is lifted from it. Nothing waits
// for the fade: the new screen takes keys and taps at once, and without motion it is simply there.
type Stage struct {
	widget.BaseWidget
	content fyne.CanvasObject
	veil    *canvas.Rectangle
	fade    *fyne.Animation
	drawn   *draw.Renderer
}

// NewStage is a stage with its first screen.
func NewStage(content fyne.CanvasObject) *Stage {
	s := &Stage{content: content, veil: canvas.NewRectangle(color.Transparent)}
	s.veil.Hide()
	s.ExtendBaseWidget(s)
	return s
}

// Shown is the screen on the stage.
func (s *Stage) Shown() fyne.CanvasObject { return s.content }

// Set puts another screen on the stage; the same again changes nothing.
func (s *Stage) Set(content fyne.CanvasObject) {
	if s.content == content {
		return
	}
	canvas.Refresh(s.content) // lets go of its pictures, a megabyte for a QR: Fyne would keep them for a minute
	s.content = content
	if s.drawn != nil {
		s.drawn.SetObjects(content, s.veil)
	}
	s.Refresh()
	s.lift()
}

func (s *Stage) lift() {
	if s.fade != nil {
		s.fade.Stop()
	}
	s.veil.Hide()
	if theme.Now().Still {
		return
	}
	ground := theme.Ground.NRGBA()
	s.veil.FillColor = ground
	s.veil.Show()
	s.fade = fyne.NewAnimation(fadeTime, func(done float32) {
		s.veil.FillColor = draw.Fade(ground, 1-done)
		s.veil.Hidden = done == 1
		draw.Repaint(s)
	})
	s.fade.Start()
}

func (s *Stage) CreateRenderer() fyne.WidgetRenderer {
	s.drawn = draw.NewRenderer(s,
		func() fyne.Size { return s.content.MinSize() },
		func(size fyne.Size) {
			s.content.Resize(size)
			s.content.Move(fyne.Position{})
			s.veil.Resize(size)
		},
		func() {}, s.content, s.veil)
	return s.drawn
}
