package startup

import "golang.org/x/sys/windows"

// aloud shows a sentence where the application cannot open a window of its
// own, in the box that Windows has for that. It returns when the person has
// closed it.
func aloud(sentence string) (shown bool) {
	text, err := windows.UTF16PtrFromString(sentence)
	if err != nil {
		return false
	}
	title, _ := windows.UTF16PtrFromString("Sanduq") // no zero byte is in it
	_, err = windows.MessageBox(0, text, title, windows.MB_OK|windows.MB_ICONERROR|windows.MB_SETFOREGROUND)
	return err == nil
}
