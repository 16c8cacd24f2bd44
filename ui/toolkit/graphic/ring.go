package graphic

import (
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// spinTime is one turn of the ring while a check is under way.
const spinTime = 1200 * time.Millisecond

// spinSteps is in how many steps it turns: each one paints the window again,
// which is dear where no graphics card does it.
const spinSteps = 12

// turnTime is one turn of a ring that turns for as long as a wait lasts, and turnSteps in how many steps: slower than
// Spin, since it may last.
const (
	turnTime  = 1600 * time.Millisecond
	turnSteps = 8
)

// Ring shows which share of a time has gone: a track, and an arc that grows clockwise from the top, the other way round
// from right to left. It grows only when it is told to: nothing moves by itself but the one turn of Spin, and what Turn
// began.
type Ring struct {
	widget.BaseWidget
	// Colour is the arc's.
	Colour theme.Colour

	on theme.Colour // of the track, where it lies on a fill; 0 on the ground

	size, thickness, share, turn float32
	rtl                          bool
	spin                         *fyne.Animation
	track, arc                   *canvas.Arc
}

// NewRing is a ring of size units, its stroke thickness wide; 0 means a ninth of the size.
func NewRing(size, thickness float32) *Ring {
	if thickness == 0 {
		thickness = size / 9
	}
	r := &Ring{Colour: theme.Waiting, size: size, thickness: thickness, rtl: draw.RTL()}
	r.ExtendBaseWidget(r)
	return r
}

// On draws the ring in one ink on a fill of any colour.
func (r *Ring) On(ink theme.Colour) *Ring {
	r.Colour, r.on = ink, ink
	return r
}

// SetShare sets the arc, 0 to 1.
func (r *Ring) SetShare(share float32) {
	share = min(max(share, 0), 1)
	draw.Change(r, &r.share, share)
}

// Share is what SetShare set.
func (r *Ring) Share() float32 { return r.share }

// Spin turns the ring once: a check has gone out. Without motion it does nothing.
func (r *Ring) Spin() {
	r.start(spinTime, spinSteps, fyne.AnimationEaseInOut, 0)
}

// Rotate turns the ring until Stop: something is waited for that says nothing meanwhile.
// Without motion it does nothing.
func (r *Ring) Rotate() {
	r.start(turnTime, turnSteps, fyne.AnimationLinear, fyne.AnimationRepeatForever)
}

// Turning reports whether Turn goes on.
func (r *Ring) Turning() bool {
	return r.spin != nil && r.spin.RepeatCount == fyne.AnimationRepeatForever
}

// Stop ends what Spin or Turn began.
func (r *Ring) Stop() {
	if r.spin != nil {
		r.spin.Stop()
		r.spin = nil
	}
}

// start turns the ring in steps, and paints nothing between them.
func (r *Ring) start(turn time.Duration, steps int, curve fyne.AnimationCurve, repeat int) {
	if theme.Now().Still {
		return
	}
	r.Stop()
	r.spin = fyne.NewAnimation(turn, func(done float32) {
		turn := float32(int(done*float32(steps))%steps) / float32(steps)
		if turn != r.turn {
			r.turn = turn
			r.Refresh()
		}
	})
	r.spin.Curve, r.spin.RepeatCount = curve, repeat
	r.spin.Start()
}

func (r *Ring) CreateRenderer() fyne.WidgetRenderer {
	r.track, r.arc = canvas.NewArc(0, 360, 0, color.Transparent), canvas.NewArc(0, 0, 0, color.Transparent)
	return draw.NewRenderer(r,
		func() fyne.Size { return fyne.NewSquareSize(r.size) },
		func(s fyne.Size) {
			side := min(s.Width, s.Height, r.size)
			for _, a := range []*canvas.Arc{r.track, r.arc} {
				a.Resize(fyne.NewSquareSize(side))
				a.Move(fyne.NewPos((s.Width-side)/2, (s.Height-side)/2))
			}
		},
		func() {
			cut := 1 - 2*r.thickness/r.size
			r.track.FillColor, r.track.CutoutRatio = theme.Line.NRGBA(), cut
			if theme.Now().Variant == theme.Contrast { // black beside the arc's ink would hide where it ends
				r.track.FillColor = draw.Fade(theme.Line.NRGBA(), .2)
			}
			if r.on != theme.Transparent {
				r.track.FillColor = draw.Fade(r.on.NRGBA(), .3)
			}
			// Both round ends stand outside the share, as a pen's would.
			cap := float32(math.Asin(float64(r.thickness/(r.size-r.thickness))) * 180 / math.Pi)
			from, sweep := 360*r.turn-cap, min(360*r.share+2*cap, 360)
			if r.rtl {
				from, sweep = -from, -sweep
			}
			r.arc.FillColor, r.arc.CutoutRatio, r.arc.CornerRadius = r.Colour.NRGBA(), cut, r.thickness/2
			r.arc.StartAngle, r.arc.EndAngle = min(from, from+sweep), max(from, from+sweep)
			r.arc.Hidden = r.share == 0
		}, r.track, r.arc)
}
