package graphic

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// State is what a person sees of a sale's state: a shape and a colour each, and a word that the screen gives.
type State int

// The states in which a sale can be seen.
const (
	StateWaiting State = iota
	StateUnknown
	StatePaid
	StateFailed
	StateExpired
	StateAside
	StateNotOpened // nobody could have paid
	StateResolved  // a manager has settled it outside the till
	StateOpening   // it is being opened at the bank
	StateChoosing  // it is open, and how to pay is being chosen
	StateOpened    // it is open, and an account or wallet is being typed
	StateCode      // the code was sent
	StateNew       // nothing was sent yet
	StateOwed      // paid, and money is owed back
	StateCash      // a person says that they took cash
	StateReturned  // it was paid, and its money given back
	StateLate      // it was paid after the till had shown another end, and nobody has read so
)

// Icon is the name of the state's shape.
func (s State) Icon() string {
	switch s {
	case StateUnknown:
		return "question"
	case StatePaid:
		return "check-circle"
	case StateFailed:
		return "cross-octagon"
	case StateExpired:
		return "clock"
	case StateAside:
		return "set-aside"
	case StateNotOpened:
		return "slash-circle"
	case StateResolved:
		return "user"
	case StateOpening:
		return "network"
	case StateChoosing:
		return "list"
	case StateOpened:
		return "entry"
	case StateCode:
		return "phone"
	case StateNew:
		return "plus"
	case StateOwed:
		return "return"
	case StateCash:
		return "cash"
	case StateReturned:
		return "check"
	case StateLate:
		return "late"
	default:
		return "ring"
	}
}

// Colour is the ink of shape and word. Green is live money and nothing else, so practice asks for the colour of text.
func (s State) Colour(practice bool) theme.Colour {
	switch s {
	case StateUnknown:
		return theme.Unknown
	case StatePaid:
		if practice {
			return theme.Text
		}
		return theme.Paid
	case StateFailed:
		return theme.Failed
	case StateWaiting, StateOpening, StateChoosing, StateCode:
		return theme.Waiting
	case StateOwed, StateCash, StateReturned, StateLate:
		return theme.Text
	default:
		return theme.Expired
	}
}

// StateIcon is the shape of a state in its colour. Paid in practice is a tick on a yellow disc, and so is what was paid
// late where it is large.
type StateIcon struct {
	widget.BaseWidget
	state    State
	size     float32
	practice bool
	on       theme.Colour // instead of the state's colour; Transparent means none

	icon *Icon
	disc *canvas.Circle
	veil *canvas.Rectangle // hides the part of a tick that is not drawn yet
	draw *fyne.Animation
}

// NewStateIcon is the icon of a state in a square of size units; from 100 up, the tick on the disc is the larger one.
func NewStateIcon(s State, size float32, practice bool) *StateIcon {
	i := &StateIcon{state: s, size: size, practice: practice}
	i.ExtendBaseWidget(i)
	return i
}

// Set changes the state.
func (i *StateIcon) Set(s State, practice bool) {
	if i.state != s || i.practice != practice {
		i.state, i.practice = s, practice
		i.Refresh()
	}
}

// SetSize changes the side of the square.
func (i *StateIcon) SetSize(size float32) { draw.Change(i, &i.size, size) }

// On draws the icon in a colour of its own, such as the ink of the filled end; Transparent takes that back.
func (i *StateIcon) On(c theme.Colour) *StateIcon {
	i.on = c
	i.Refresh()
	return i
}

const largeDisc float32 = 100

func (i *StateIcon) CreateRenderer() fyne.WidgetRenderer {
	i.icon, i.disc = NewIcon("ring", i.size, theme.Text), canvas.NewCircle(color.Transparent)
	i.veil = canvas.NewRectangle(color.Transparent)
	i.veil.Hide()
	return draw.NewRenderer(i, func() fyne.Size { return fyne.NewSquareSize(theme.IconSide(i.size)) }, i.arrange, i.paint, i.disc, i.icon, i.veil)
}

func (i *StateIcon) onDisc() bool {
	late := i.state == StateLate && i.size >= largeDisc
	return i.practice && i.on == theme.Transparent && (i.state == StatePaid || late)
}

func (i *StateIcon) paint() {
	i.disc.Hidden = !i.onDisc()
	i.disc.FillColor = theme.Practice.NRGBA()
	i.icon.size = i.size
	if i.onDisc() {
		i.icon.size = i.size * .68
		shape := "check"
		if i.state != StatePaid {
			shape = i.state.Icon()
		}
		i.icon.Set(shape, theme.OnPractice)
		return
	}
	if i.on != theme.Transparent {
		i.icon.Set(i.state.Icon(), i.on)
		return
	}
	i.icon.Set(i.state.Icon(), i.state.Colour(i.practice))
}

func (i *StateIcon) arrange(s fyne.Size) {
	side := min(theme.IconSide(i.size), s.Width, s.Height)
	disc := side
	if side < largeDisc {
		disc = side * 22 / 24
	}
	i.disc.Resize(fyne.NewSquareSize(disc))
	i.disc.Move(fyne.NewPos((s.Width-disc)/2, (s.Height-disc)/2))
	i.icon.Resize(s)
	i.icon.Move(fyne.NewPos(0, 0))
}
