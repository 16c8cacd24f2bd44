package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	stock "fyne.io/fyne/v2/theme"
)

// EntryPad is how far inside its box an entry begins to write. The theme sets it
// for all entries: a theme of its own for each would have Fyne read the font
// again, and keep it, at every change of the focus.
const EntryPad float32 = 2

// New is the current look, whatever it is when something is drawn, as Fyne's theme, so that entries, lists and scroll
// bars fit in.
func New() fyne.Theme { return fyneTheme{} }

type fyneTheme struct{}

var names = map[fyne.ThemeColorName]Colour{
	stock.ColorNameBackground:          Ground,
	stock.ColorNameForeground:          Text,
	stock.ColorNameDisabled:            Ghost,
	stock.ColorNamePlaceHolder:         Muted,
	stock.ColorNameButton:              Card,
	stock.ColorNameDisabledButton:      Sunken,
	stock.ColorNamePrimary:             Primary,
	stock.ColorNameForegroundOnPrimary: OnPrimary,
	stock.ColorNameFocus:               Primary,
	stock.ColorNameHover:               Sunken,
	stock.ColorNamePressed:             PrimaryTint,
	stock.ColorNameSelection:           PrimaryTint,
	stock.ColorNameHyperlink:           Primary,
	stock.ColorNameInputBackground:     Transparent, // our fields draw their own frames
	stock.ColorNameInputBorder:         Transparent,
	stock.ColorNameHeaderBackground:    Sunken,
	stock.ColorNameMenuBackground:      Card,
	stock.ColorNameOverlayBackground:   Card,
	stock.ColorNameScrollBar:           Edge,
	stock.ColorNameSeparator:           Line,
	stock.ColorNameShadow:              Transparent,
	stock.ColorNameError:               Failed,
	stock.ColorNameForegroundOnError:   Card,
	stock.ColorNameWarning:             Waiting,
	stock.ColorNameForegroundOnWarning: Card,
	stock.ColorNameSuccess:             Paid,
	stock.ColorNameForegroundOnSuccess: OnPaid,
}

var openGL bool

// PaintedByOpenGL reports whether OpenGL clears the windows. Fyne's painter clears them in a colour that is lighter
// than the theme's by a hundred and twenty-eighth.
func PaintedByOpenGL(on bool) { openGL = on }

// darker makes up for what the painter adds.
func darker(c color.NRGBA) color.NRGBA {
	part := func(v uint8) uint8 { return uint8((int(v)*255*255 + 65535/2) / 65535) }
	return color.NRGBA{R: part(c.R), G: part(c.G), B: part(c.B), A: c.A}
}

// Color ignores Fyne's own idea of light and dark: the look decides.
func (fyneTheme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	if name == stock.ColorNameBackground && openGL {
		return darker(Ground.In(Now().Variant))
	}
	if c, ok := names[name]; ok {
		return c.In(Now().Variant)
	}
	return stock.DefaultTheme().Color(name, v)
}

func (fyneTheme) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Symbol:
		return stock.DefaultTheme().Font(style)
	case style.Bold:
		return SemiBold.Font()
	default:
		return Regular.Font()
	}
}

func (fyneTheme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return stock.DefaultTheme().Icon(name)
}

func (fyneTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case stock.SizeNameText:
		return Body.Units()
	case stock.SizeNameCaptionText:
		return Caption.Units()
	case stock.SizeNameSubHeadingText:
		return Lead.Units()
	case stock.SizeNameHeadingText:
		return Title.Units()
	case stock.SizeNamePadding:
		return S1
	case stock.SizeNameInnerPadding:
		return EntryPad
	case stock.SizeNameInputBorder:
		return 2 // the caret's width too
	case stock.SizeNameInputRadius, stock.SizeNameSelectionRadius:
		return RadiusSmall
	case stock.SizeNameSeparatorThickness:
		return Border()
	case stock.SizeNameScrollBar:
		return S3
	case stock.SizeNameScrollBarSmall:
		return S1
	case stock.SizeNameScrollBarRadius:
		return S1
	case stock.SizeNameInlineIcon:
		return 24
	default:
		return stock.DefaultTheme().Size(name)
	}
}
