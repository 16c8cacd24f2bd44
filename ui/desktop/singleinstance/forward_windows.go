package singleinstance

import "golang.org/x/sys/windows"

// letForward lets another program come forward. Windows allows that to the program that
// a person has just started, which is this one, and to whom it lets: of any other only the
// button in the task bar would blink.
func letForward() {
	const anyone = ^uintptr(0)
	if allow := windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow"); allow.Find() == nil {
		_, _, _ = allow.Call(anyone)
	}
}
