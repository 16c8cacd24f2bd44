package outline

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	stock "fyne.io/fyne/v2/theme"

	"sanduq/ui/theme"
)

// names are the colours of the theme, in the order in which a colour is looked up:
// where two are equal in a look, the first names both.
var names = []struct {
	name   string
	colour theme.Colour
}{
	{"Ground", theme.Ground}, {"Card", theme.Card}, {"Sunken", theme.Sunken}, {"Line", theme.Line}, {"Edge", theme.Edge},
	{"Text", theme.Text}, {"Muted", theme.Muted}, {"Ghost", theme.Ghost},
	{"Inverse", theme.Inverse}, {"OnInverse", theme.OnInverse}, {"Scrim", theme.Scrim},
	{"Primary", theme.Primary}, {"OnPrimary", theme.OnPrimary}, {"PrimaryTint", theme.PrimaryTint}, {"PrimaryDeep", theme.PrimaryDeep},
	{"Waiting", theme.Waiting}, {"WaitingTint", theme.WaitingTint},
	{"Paid", theme.Paid}, {"OnPaid", theme.OnPaid}, {"PaidTint", theme.PaidTint},
	{"Failed", theme.Failed}, {"FailedTint", theme.FailedTint},
	{"Unknown", theme.Unknown}, {"UnknownTint", theme.UnknownTint}, {"UnknownGap", theme.UnknownGap},
	{"Expired", theme.Expired}, {"ExpiredTint", theme.ExpiredTint},
	{"Practice", theme.Practice}, {"OnPractice", theme.OnPractice}, {"Paper", theme.Paper}, {"Ink", theme.Ink}, {"Alert", theme.Alert},
}

// primitive describes what is drawn: kind, place, and the properties that differ
// from the usual.
func primitive(o fyne.CanvasObject) []string {
	switch x := o.(type) {
	case *canvas.Text:
		s := x.TextStyle
		return []string{"text", place(x), other("size", x.TextSize, stock.TextSize()), unlike("color", x.Color, theme.Text),
			when(s.Bold, "bold"), when(s.Italic, "italic"), when(s.Monospace, "monospace"), aligned(x.Alignment), quote(x.Text)}
	case *canvas.Rectangle:
		return append([]string{"rectangle", place(x), fill(x.FillColor), stroke(x.StrokeColor, x.StrokeWidth), other("radius", x.CornerRadius, 0),
			other("aspect", x.Aspect, 0), corners(x)}, shadow(x.Shadow)...)
	case *canvas.Image:
		return []string{"image", place(x), source(x), filled(x.FillMode), when(x.ScaleMode == canvas.ImageScalePixels, "pixels"),
			other("translucency", float32(x.Translucency), 0),
			other("radius", x.CornerRadius, 0)}
	case *canvas.Raster:
		return []string{"raster", place(x), other("translucency", float32(x.Translucency), 0)}
	case *canvas.Circle:
		return append([]string{"circle", place(x), fill(x.FillColor), stroke(x.StrokeColor, x.StrokeWidth)}, shadow(x.Shadow)...)
	case *canvas.Arc:
		return []string{"arc", place(x), fill(x.FillColor), stroke(x.StrokeColor, x.StrokeWidth), other("radius", x.CornerRadius, 0),
			"from=" + number(x.StartAngle), "to=" + number(x.EndAngle), other("cutout", 100*x.CutoutRatio, 0)}
	case *canvas.Line:
		return []string{"line", place(x), stroke(x.StrokeColor, x.StrokeWidth), when(x.Position1.Y > x.Position2.Y != (x.Position1.X > x.Position2.X), "rising")}
	case *canvas.LinearGradient:
		return []string{"gradient", place(x), "from=" + named(x.StartColor), "to=" + named(x.EndColor), other("angle", float32(x.Angle), 0)}
	default:
		panic(fmt.Sprintf("outline: say how a %T is described", o))
	}
}

// kind is a type's name without package, pointer and type arguments.
func kind(o any) string {
	t := reflect.TypeOf(o)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}

// state is what a widget is apart from what it draws.
func (w *writer) state(o fyne.CanvasObject) string {
	var all []string
	if f, is := o.(fyne.Focusable); is && w.focused == f {
		all = append(all, "focused")
	}
	if d, is := o.(fyne.Disableable); is && d.Disabled() {
		all = append(all, "disabled")
	}
	switch x := o.(type) {
	case interface{ Selected() bool }:
		all = append(all, when(x.Selected(), "selected"))
	case interface{ Chosen() bool }:
		all = append(all, when(x.Chosen(), "selected"))
	case interface{ Selected() int }:
		all = append(all, fmt.Sprintf("selected=%d", x.Selected()))
	}
	return strings.TrimSpace(strings.Join(all, " "))
}

// place is where an object stands, unless that is the corner, and its size.
func place(o fyne.CanvasObject) string {
	p := number(o.Position().X) + "," + number(o.Position().Y)
	if p == "0,0" {
		return size(o.Size())
	}
	return p + " " + size(o.Size())
}

func size(s fyne.Size) string { return number(s.Width) + "x" + number(s.Height) }

// number has one decimal at most.
func number(v float32) string {
	r := math.Round(float64(v)*10) / 10
	if r == 0 {
		r = 0 // not -0
	}
	return strconv.FormatFloat(r, 'f', -1, 64)
}

// other is a property that differs from the usual value.
func other(name string, v, usual float32) string {
	return when(number(v) != number(usual), name+"="+number(v))
}

func when(is bool, s string) string {
	if is {
		return s
	}
	return ""
}

func quote(s string) string { return strconv.Quote(s) }

func nrgba(c color.Color) color.NRGBA {
	if c == nil {
		return color.NRGBA{}
	}
	return color.NRGBAModel.Convert(c).(color.NRGBA)
}

// named is a colour's name in the theme, or its value: red, green, blue, alpha.
func named(c color.Color) string {
	v := nrgba(c)
	if v.A == 0 {
		return "none"
	}
	for _, n := range names {
		if n.colour.NRGBA() == v {
			return n.name
		}
	}
	return fmt.Sprintf("#%02X%02X%02X%02X", v.R, v.G, v.B, v.A)
}

func unlike(name string, c color.Color, usual theme.Colour) string {
	return when(nrgba(c) != usual.NRGBA(), name+"="+named(c))
}

func fill(c color.Color) string {
	return when(nrgba(c).A != 0, "fill="+named(c))
}

func stroke(c color.Color, width float32) string {
	return when(nrgba(c).A != 0 && width != 0, "stroke="+named(c)+"/"+number(width))
}

func shadow(s canvas.Shadow) []string {
	if nrgba(s.Color).A == 0 {
		return nil
	}
	return []string{"shadow=" + named(s.Color), "blur=" + number(s.BlurRadius), "spread=" + number(s.Spread),
		"at=" + number(s.Offset.X) + "," + number(s.Offset.Y), when(s.Variant != 0, fmt.Sprintf("variant=%v", s.Variant))}
}

func corners(r *canvas.Rectangle) string {
	c := []float32{r.TopLeftCornerRadius, r.TopRightCornerRadius, r.BottomLeftCornerRadius, r.BottomRightCornerRadius}
	if c[0] == 0 && c[1] == 0 && c[2] == 0 && c[3] == 0 {
		return ""
	}
	return "corners=" + number(c[0]) + "," + number(c[1]) + "," + number(c[2]) + "," + number(c[3])
}

func source(i *canvas.Image) string {
	switch {
	case i.File != "":
		return i.File
	case i.Resource != nil:
		return strings.TrimSuffix(i.Resource.Name(), ".svg")
	}
	return when(i.Image != nil, "drawn")
}

func filled(f canvas.ImageFill) string {
	return map[canvas.ImageFill]string{canvas.ImageFillStretch: "stretch", canvas.ImageFillOriginal: "original", canvas.ImageFillCover: "cover"}[f]
}

func aligned(a fyne.TextAlign) string {
	return map[fyne.TextAlign]string{fyne.TextAlignCenter: "center", fyne.TextAlignTrailing: "trailing"}[a]
}
