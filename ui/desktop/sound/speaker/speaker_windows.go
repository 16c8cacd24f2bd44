package speaker

import (
	"errors"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Speaker is the computer's sound device.
type Speaker struct{}

var playSound = windows.NewLazySystemDLL("winmm.dll").NewProc("PlaySoundW")

// Flags of PlaySound: the sound is in memory, and none is played in its place.
const (
	inMemory  = 0x0004
	noDefault = 0x0002
)

// Play implements sound.Device.
func (Speaker) Play(samples []int16) error {
	if len(samples) == 0 {
		return nil
	}
	if err := playSound.Find(); err != nil {
		return err
	}
	file := wave(samples)
	ok, _, _ := playSound.Call(uintptr(unsafe.Pointer(&file[0])), 0, inMemory|noDefault)
	runtime.KeepAlive(file)
	if ok == 0 {
		return errors.New("the sound could not be played")
	}
	return nil
}
