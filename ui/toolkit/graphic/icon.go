package graphic

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/assets"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// Icon is one icon of the family in a colour. Back and next point the other way when the direction is from right to
// left; nothing else is mirrored.
type Icon struct {
	widget.BaseWidget
	name   string
	size   float32
	colour theme.Colour
	ink    *color.NRGBA // instead of colour, for icons inside other widgets
	steady bool         // it has its size beside words of any size
	drawn  iconLook
}

// NewIcon is the icon of a name (see assets.Icons) in a square of size units at the usual size of text.
func NewIcon(name string, size float32, colour theme.Colour) *Icon {
	i := &Icon{name: name, size: size, colour: colour}
	i.ExtendBaseWidget(i)
	return i
}

// Side is how large it is drawn where there is room: as the words beside it.
func (i *Icon) Side() float32 {
	if i.steady {
		return i.size
	}
	return theme.IconSide(i.size)
}

// Set changes icon and colour; the same again changes nothing.
func (i *Icon) Set(name string, colour theme.Colour) {
	i.name, i.colour, i.ink = name, colour, nil
	i.redraw()
}

// SetInk is Set with a colour that is not one of the theme's, for an icon inside another widget.
func (i *Icon) SetInk(name string, ink color.NRGBA) {
	i.name, i.ink = name, &ink
	i.redraw()
}

// SetSize changes the side of its square, at the usual size of text.
func (i *Icon) SetSize(size float32) {
	i.size = size
	i.redraw()
}

// SetSteady keeps its size beside words of any size; a row whose height is given has no room for a larger one.
func (i *Icon) SetSteady(on bool) {
	i.steady = on
	i.redraw()
}

// Name is the name of the icon that is drawn.
func (i *Icon) Name() string { return i.name }

// iconLook is what makes a picture of an icon.
type iconLook struct {
	name   string
	size   float32
	ink    color.NRGBA
	turned bool
}

func (i *Icon) style() iconLook {
	ink := i.colour.NRGBA()
	if i.ink != nil {
		ink = *i.ink
	}
	return iconLook{i.name, i.Side(), ink, turned(i.name)}
}

// redraw spares the picture that is there already: to draw one again is dear.
func (i *Icon) redraw() {
	if i.style() != i.drawn {
		i.Refresh()
	}
}

func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	img := &canvas.Image{FillMode: canvas.ImageFillContain}
	return draw.NewRenderer(i,
		func() fyne.Size { return fyne.NewSquareSize(i.Side()) },
		func(s fyne.Size) {
			side := min(s.Width, s.Height, i.Side())
			img.Resize(fyne.NewSquareSize(side))
			img.Move(fyne.NewPos((s.Width-side)/2, (s.Height-side)/2))
		},
		func() {
			now := i.style()
			if now == i.drawn && img.Resource != nil {
				return // Fyne would draw the same picture again
			}
			i.drawn = now
			at, size := img.Position(), img.Size()
			*img = *parsed(now)
			img.Move(at)
			img.Resize(size) // which draws it; without a size the layout does so later
		}, img)
}

// parsedIcons has each icon in each colour once, without a size. To read its SVG takes longer than to draw it, and what
// was read takes 50 KB: an icon is a copy, which shares that. Like all of a window it is used by one goroutine.
var parsedIcons = map[iconLook]*canvas.Image{}

func parsed(l iconLook) *canvas.Image {
	l.size = 0
	img := parsedIcons[l]
	if img == nil {
		img = &canvas.Image{FillMode: canvas.ImageFillContain, Resource: iconResource(l.name, l.turned, l.ink)}
		img.Refresh() // reads it; without a size nothing is drawn
		parsedIcons[l] = img
	}
	return img
}

// turned reports whether an icon points the other way in the current direction.
func turned(name string) bool { return draw.RTL() && (name == "back" || name == "next") }

// iconResource colours an icon and mirrors it where it must. The name carries both: Fyne caches pictures by name.
func iconResource(name string, mirrored bool, ink color.NRGBA) fyne.Resource {
	data, ok := assets.Icon(name)
	if !ok {
		data, _ = assets.Icon("question")
	}
	rgb := fmt.Sprintf("#%02X%02X%02X", ink.R, ink.G, ink.B)
	svg := strings.ReplaceAll(string(data), `fill="currentColor"`, fmt.Sprintf(`fill="%s" fill-opacity="%.3f"`, rgb, float32(ink.A)/255))
	if mirrored {
		svg = strings.Replace(svg, "<path ", `<path transform="matrix(-1 0 0 1 24 0)" `, 1)
		name += "-mirrored"
	}
	return fyne.NewStaticResource(fmt.Sprintf("%s-%s-%d.svg", name, rgb[1:], ink.A), []byte(svg))
}

// NewAppIcon is the picture of the program, another one in practice.
func NewAppIcon(practice bool) *canvas.Image {
	name := "app"
	if practice {
		name = "app-practice"
	}
	data, _ := assets.Icon(name)
	img := canvas.NewImageFromResource(fyne.NewStaticResource(name+".svg", data))
	img.FillMode = canvas.ImageFillContain
	return img
}
