package list

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// DeviceRow is a device of a list of which one is chosen: a check and a bar on the chosen one, its name over where it
// is, and at the end how it is. 60 high.
type DeviceRow struct {
	input.Pressable
	name, place, state string
	bad, on            bool

	back, bar   *canvas.Rectangle
	check       *graphic.Icon
	text, small *typeset.Text
	sign        *graphic.Icon
	how         *typeset.Text
}

// NewDeviceRow is a row of which nothing is known yet.
func NewDeviceRow(name, place string, tapped func()) *DeviceRow {
	d := &DeviceRow{name: name, place: place}
	d.OnTapped = tapped
	d.Init(d)
	d.RingInside()
	return d
}

// Name is what the device is called.
func (d *DeviceRow) Name() string { return d.name }

// State is what stands at the end.
func (d *DeviceRow) State() string { return d.state }

// SetSelected shows the row as the chosen one.
func (d *DeviceRow) SetSelected(on bool) { draw.Change(d, &d.on, on) }

// SetState says how the device is; bad marks what somebody must see to.
func (d *DeviceRow) SetState(state string, bad bool) {
	if d.state != state || d.bad != bad {
		d.state, d.bad = state, bad
		d.Refresh()
	}
}

const (
	deviceHigh  float32 = 60
	deviceText  float32 = 56 // where the words begin
	deviceCheck float32 = 22
)

func (d *DeviceRow) CreateRenderer() fyne.WidgetRenderer {
	d.back, d.bar = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	d.check, d.sign = graphic.NewIcon("check", deviceCheck, theme.Primary), graphic.NewIcon("printer-off", deviceCheck, theme.Text)
	d.text, d.small, d.how = typeset.NewText("", typeset.Body).Cut(), typeset.NewText("", typeset.Caption).Cut(), typeset.NewText("", typeset.Body)
	return draw.NewRenderer(d, d.min, d.arrange, d.paint, d.back, d.bar, d.check, d.text, d.small, d.sign, d.how, d.Ring())
}

func (d *DeviceRow) min() fyne.Size {
	return fyne.NewSize(200, max(deviceHigh, d.text.MinSize().Height+d.small.MinSize().Height+theme.S2))
}

func (d *DeviceRow) paint() {
	fill, ink, weight := theme.Card.NRGBA(), theme.Text, theme.Medium
	if d.on {
		fill, ink, weight = theme.PrimaryTint.NRGBA(), theme.Primary, theme.SemiBold
	}
	draw.Box(d.back, d.Ground(fill, theme.Text.NRGBA()), color.NRGBA{}, 0, 0)
	draw.Box(d.bar, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	d.bar.Hidden, d.check.Hidden = !d.on, !d.on
	d.text.SetSpans(typeset.Span{Text: d.name, Style: typeset.Body.With(weight).Tint(ink)})
	d.small.SetSpans(typeset.Span{Text: d.place, Style: typeset.Caption})
	state := typeset.Body.With(theme.Medium)
	if d.bad {
		state = typeset.Body.With(theme.SemiBold)
	}
	d.how.SetSpans(typeset.Span{Text: d.state, Style: state})
	d.sign.Hidden = !d.bad
	d.check.Set("check", theme.Primary)
	d.sign.Set("printer-off", theme.Text)
}

func (d *DeviceRow) arrange(size fyne.Size) {
	d.back.Resize(size)
	rtl, middle := draw.RTL(), size.Height/2
	d.ArrangeRing(fyne.NewPos(0, 0), size, 0)
	draw.Place(d.bar, rtl, size.Width, 0, 0, 4, size.Height)
	draw.Place(d.check, rtl, size.Width, 20, middle-deviceCheck/2, deviceCheck, deviceCheck)
	how := d.how.MinSize()
	end := size.Width - 20 - how.Width
	draw.Place(d.how, rtl, size.Width, end, middle-how.Height/2, how.Width, how.Height)
	if !d.sign.Hidden {
		end -= deviceCheck + theme.S2
		draw.Place(d.sign, rtl, size.Width, end, middle-deviceCheck/2, deviceCheck, deviceCheck)
	}
	room := end - theme.S3 - deviceText
	high, low := d.text.MinSize().Height, d.small.MinSize().Height
	top := middle - (high+low)/2
	draw.Place(d.text, rtl, size.Width, deviceText, top, room, high)
	draw.Place(d.small, rtl, size.Width, deviceText, top+high, room, low)
}
