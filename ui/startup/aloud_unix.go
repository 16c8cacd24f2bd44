//go:build !windows

package startup

import (
	"context"
	"os/exec"
	"time"

	"sanduq/ui/subprocess"
)

// helpers are small programs of desktops that show a sentence without OpenGL,
// the most usual first.
var helpers = [][]string{
	{"zenity", "--error", "--no-markup", "--title=Sanduq", "--text"},
	{"kdialog", "--title", "Sanduq", "--error"},
	{"xmessage", "-center"},
	{"notify-send", "--urgency=critical", "Sanduq"},
}

// aloud shows a sentence where the application cannot open a window of its
// own: anyone who started it from a menu sees no terminal. It returns when the
// person has closed it, after ten minutes, or at once where the desktop has no
// such program.
func aloud(sentence string) (shown bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	for _, h := range helpers {
		if path, err := exec.LookPath(h[0]); err == nil {
			cmd := subprocess.Command(ctx, path, append(h[1:len(h):len(h)], sentence)...)
			if err := cmd.Start(); err == nil {
				_ = cmd.Wait() // how it was closed means nothing
				return true
			}
		}
	}
	return false
}
