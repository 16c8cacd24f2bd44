//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"sanduq/ui/e2e/harness"
)

// Keys by their X names' numbers; a digit is its own character.
const (
	backspace xproto.Keysym = 0xff08
	enter     xproto.Keysym = 0xff0d
	escape    xproto.Keysym = 0xff1b
	down      xproto.Keysym = 0xff54
	f2        xproto.Keysym = 0xffbf
	f4        xproto.Keysym = 0xffc1
	f5        xproto.Keysym = 0xffc2
	f8        xproto.Keysym = 0xffc5
)

// errNoFrame tells that what was looked at did not change in time.
var errNoFrame = errors.New("nothing changed on the screen")

// screen is an X client that presses keys and is told by the server when a
// program has painted: no polling takes time from what is measured.
type screen struct {
	conn    *xgb.Conn
	root    xproto.Window
	codes   map[xproto.Keysym]xproto.Keycode
	painted damage.Damage
	frames  chan time.Time // when the server told of paint
	told    atomic.Int64   // how often it did
}

func openScreen(d *harness.Display) (*screen, error) {
	xgb.Logger.SetOutput(io.Discard) // it tells of a display that has no password, and of its end
	conn, err := xgb.NewConnDisplay(d.Name())
	if err != nil {
		return nil, err
	}
	s := &screen{conn: conn, codes: map[xproto.Keysym]xproto.Keycode{}, frames: make(chan time.Time, 16)}
	if err := s.prepare(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("virtual display: %w", err)
	}
	go s.listen()
	return s, nil
}

func (s *screen) prepare() error {
	if err := errors.Join(xtest.Init(s.conn), xfixes.Init(s.conn), damage.Init(s.conn)); err != nil {
		return err
	}
	if _, err := xfixes.QueryVersion(s.conn, 5, 0).Reply(); err != nil {
		return err
	}
	if _, err := damage.QueryVersion(s.conn, 1, 1).Reply(); err != nil {
		return err
	}
	setup := xproto.Setup(s.conn)
	s.root = setup.DefaultScreen(s.conn).Root
	count := byte(setup.MaxKeycode - setup.MinKeycode + 1)
	keys, err := xproto.GetKeyboardMapping(s.conn, setup.MinKeycode, count).Reply()
	if err != nil {
		return err
	}
	for i := range int(count) {
		s.codes[keys.Keysyms[i*int(keys.KeysymsPerKeycode)]] = setup.MinKeycode + xproto.Keycode(i)
	}
	if s.painted, err = damage.NewDamageId(s.conn); err != nil {
		return err
	}
	return damage.CreateChecked(s.conn, s.painted, xproto.Drawable(s.root), damage.ReportLevelNonEmpty).Check()
}

// listen notes the time of each report; the next one comes only after the last
// was cleared.
func (s *screen) listen() {
	for {
		event, err := s.conn.WaitForEvent()
		if event == nil && err == nil {
			close(s.frames)
			return
		}
		if _, is := event.(damage.NotifyEvent); is {
			now := time.Now()
			s.told.Add(1)
			damage.Subtract(s.conn, s.painted, 0, 0)
			select {
			case s.frames <- now:
			default: // nobody looks
			}
		}
	}
}

func (s *screen) close() { s.conn.Close() }

// press presses a key and lets it go.
func (s *screen) press(key xproto.Keysym) error {
	code, known := s.codes[key]
	if !known {
		return fmt.Errorf("the virtual keyboard has no key %#x", key)
	}
	xtest.FakeInput(s.conn, xproto.KeyPress, byte(code), 0, s.root, 0, 0, 0)
	return xtest.FakeInputChecked(s.conn, xproto.KeyRelease, byte(code), 0, s.root, 0, 0, 0).Check()
}

// move puts the pointer somewhere.
func (s *screen) move(to image.Point) error {
	return xtest.FakeInputChecked(s.conn, xproto.MotionNotify, 0, 0, s.root, int16(to.X), int16(to.Y), 0).Check()
}

// click presses the first button where the pointer is, and lets it go.
func (s *screen) click() error {
	xtest.FakeInput(s.conn, xproto.ButtonPress, 1, 0, s.root, 0, 0, 0)
	return xtest.FakeInputChecked(s.conn, xproto.ButtonRelease, 1, 0, s.root, 0, 0, 0).Check()
}

// pixels is what a part of the screen shows.
func (s *screen) pixels(area image.Rectangle) ([]byte, error) {
	reply, err := xproto.GetImage(s.conn, xproto.ImageFormatZPixmap, xproto.Drawable(s.root),
		int16(area.Min.X), int16(area.Min.Y), uint16(area.Dx()), uint16(area.Dy()), 0xffffffff).Reply()
	if err != nil {
		return nil, err
	}
	return reply.Data, nil
}

// until waits for a frame whose pixels of an area please want, and returns when
// the server told of it.
func (s *screen) until(ctx context.Context, area image.Rectangle, limit time.Duration, want func(pixels []byte) bool) (time.Time, error) {
	over := time.NewTimer(limit)
	defer over.Stop()
	for {
		select {
		case at, open := <-s.frames:
			if !open {
				return at, errors.New("the virtual display ended")
			}
			now, err := s.pixels(area)
			if err != nil {
				return at, err
			}
			if want(now) {
				return at, nil
			}
		case <-over.C:
			return time.Time{}, errNoFrame
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		}
	}
}

// keyToPixels presses a key and returns how long it took until an area showed
// something else.
func (s *screen) keyToPixels(ctx context.Context, key xproto.Keysym, area image.Rectangle) (time.Duration, error) {
	s.forget()
	before, err := s.pixels(area)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := s.press(key); err != nil {
		return 0, err
	}
	at, err := s.until(ctx, area, 3*time.Second, func(now []byte) bool { return !bytes.Equal(now, before) })
	return at.Sub(began), err
}

// settles does something and returns how long it took until the last change of an
// area that came of it was on the screen.
func (s *screen) settles(ctx context.Context, area image.Rectangle, do func() error) (last time.Duration, err error) {
	s.forget()
	before, err := s.pixels(area)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	for quiet := 2 * time.Second; ; quiet = 600 * time.Millisecond {
		_, err := s.until(ctx, area, quiet, func(now []byte) bool {
			if bytes.Equal(now, before) {
				return false
			}
			before, last = now, time.Since(began) // they were seen: an earlier report of another frame does not count
			return true
		})
		if errors.Is(err, errNoFrame) && last > 0 {
			return last, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// still waits until an area is painted and stands still, and returns its
// pixels.
func (s *screen) still(ctx context.Context, area image.Rectangle) (pixels []byte, err error) {
	same := 0
	for range 50 {
		if err := pause(ctx, 150*time.Millisecond); err != nil {
			return nil, err
		}
		last := pixels
		if pixels, err = s.pixels(area); err != nil {
			return nil, err
		}
		if same++; !bytes.Equal(pixels, last) || !drawn(pixels) {
			same = 0
		}
		if same == 4 {
			return pixels, nil
		}
	}
	return nil, errors.New("what is shown does not stand still")
}

// count presses a key and returns how many frames were painted in a time after
// it.
func (s *screen) count(ctx context.Context, key xproto.Keysym, during time.Duration) (frames int, err error) {
	s.forget()
	if err := s.press(key); err != nil {
		return 0, err
	}
	over := time.After(during)
	for {
		select {
		case <-s.frames:
			frames++
		case <-over:
			return frames, nil
		case <-ctx.Done():
			return frames, ctx.Err()
		}
	}
}

// forget drops the frames that were painted before now.
func (s *screen) forget() {
	for {
		select {
		case <-s.frames:
		default:
			return
		}
	}
}

// drawn reports whether pixels are not all the same.
func drawn(pixels []byte) bool {
	return len(pixels) > 4 && !bytes.Equal(pixels[4:], pixels[:len(pixels)-4])
}
