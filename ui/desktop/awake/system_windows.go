package awake

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/windows"
)

// What is passed to SetThreadExecutionState.
const (
	continuous = 0x80000000
	system     = 0x00000001
	display    = 0x00000002
)

var setState = windows.NewLazySystemDLL("kernel32.dll").NewProc("SetThreadExecutionState")

// System asks Windows, which ties the wish to one thread: that thread is kept
// until release.
func System() (release func(), err error) {
	asked, done := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if before, _, err := setState.Call(continuous | system | display); before == 0 {
			asked <- fmt.Errorf("SetThreadExecutionState: %w", err)
			return
		}
		asked <- nil
		<-done
		_, _, _ = setState.Call(continuous)
	}()
	if err := <-asked; err != nil {
		return nil, err
	}
	return func() { close(done) }, nil
}
