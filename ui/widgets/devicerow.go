package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// DeviceRow is a device of a list of which one is chosen: a check and a bar on the chosen one, its name over where it
// is, and at the end how it is. 60 high.
type DeviceRow struct {
	press
	name, place, state string
	bad, on            bool

	back, bar   *canvas.Rectangle
	check       *Icon
	text, small *Text
	sign        *Icon
	how         *Text
}

// NewDeviceRow is a row of which nothing is known yet.
func NewDeviceRow(name, place string, tapped func()) *DeviceRow {
	d := &DeviceRow{name: name, place: place}
	d.OnTapped = tapped
	d.init(d)
	d.fixedRing = true
	return d
}

// Name is what the device is called.
func (d *DeviceRow) Name() string { return d.name }

// State is what stands at the end.
func (d *DeviceRow) State() string { return d.state }

// SetSelected shows the row as the chosen one.
func (d *DeviceRow) SetSelected(on bool) {
	if d.on != on {
		d.on = on
		d.Refresh()
	}
}

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
	d.check, d.sign = NewIcon("check", deviceCheck, theme.Primary), NewIcon("printer-off", deviceCheck, theme.Text)
	d.text, d.small, d.how = NewText("", Body).Cut(), NewText("", Caption).Cut(), NewText("", Body)
	return newRenderer(d, d.min, d.arrange, d.paint, d.back, d.bar, d.check, d.text, d.small, d.sign, d.how, d.ring)
}

func (d *DeviceRow) min() fyne.Size {
	return fyne.NewSize(200, max(deviceHigh, d.text.MinSize().Height+d.small.MinSize().Height+theme.S2))
}

func (d *DeviceRow) paint() {
	fill, ink, weight := theme.Card.NRGBA(), theme.Text, theme.Medium
	if d.on {
		fill, ink, weight = theme.PrimaryTint.NRGBA(), theme.Primary, theme.SemiBold
	}
	box(d.back, d.ground(fill, theme.Text.NRGBA()), color.NRGBA{}, 0, 0)
	box(d.bar, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	d.bar.Hidden, d.check.Hidden = !d.on, !d.on
	d.text.SetSpans(Span{d.name, Body.With(weight).Tint(ink)})
	d.small.SetSpans(Span{d.place, Caption})
	state := Body.With(theme.Medium)
	if d.bad {
		state = Body.With(theme.SemiBold)
	}
	d.how.SetSpans(Span{d.state, state})
	d.sign.Hidden = !d.bad
	d.check.Set("check", theme.Primary)
	d.sign.Set("printer-off", theme.Text)
}

func (d *DeviceRow) arrange(size fyne.Size) {
	d.back.Resize(size)
	rtl, middle := isRTL(), size.Height/2
	d.arrangeRing(fyne.NewPos(0, 0), size, 0)
	place(d.bar, rtl, size.Width, 0, 0, 4, size.Height)
	place(d.check, rtl, size.Width, 20, middle-deviceCheck/2, deviceCheck, deviceCheck)
	how := d.how.MinSize()
	end := size.Width - 20 - how.Width
	place(d.how, rtl, size.Width, end, middle-how.Height/2, how.Width, how.Height)
	if !d.sign.Hidden {
		end -= deviceCheck + theme.S2
		place(d.sign, rtl, size.Width, end, middle-deviceCheck/2, deviceCheck, deviceCheck)
	}
	room := end - theme.S3 - deviceText
	high, low := d.text.MinSize().Height, d.small.MinSize().Height
	top := middle - (high+low)/2
	place(d.text, rtl, size.Width, deviceText, top, room, high)
	place(d.small, rtl, size.Width, deviceText, top+high, room, low)
}
