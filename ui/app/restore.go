package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"sanduq/core"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// RestoreFile restores a backup without a window: it asks on out for the
// recovery code where that is needed, and reads it from in. It returns the exit
// status.
func RestoreFile(ctx context.Context, o Options, path string, w *words.Catalogue, ask startup.Asker, in io.Reader, out, stderr io.Writer) int {
	a, err := Locate(o, w, stderr)
	a.start.asker = ask
	defer func() { a.Close() }() // there is one even beside an error
	if err == nil {
		err = a.restore(ctx, path, core.Secret{})
		if p, known := errors.AsType[*startup.Problem](err); known && p.Keyless() {
			fmt.Fprint(out, words.Plain(w.T("rescue.code.text")+"\n"+w.T("rescue.code")+": "))
			line, _ := bufio.NewReader(in).ReadString('\n') // none is a blank code
			if code := strings.TrimSpace(line); code != "" {
				err = a.restore(ctx, path, core.NewSecret(code))
			}
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "Sanduq: %s\n  (%v)\n", words.Plain(startup.RescueSentence(err, w)), err)
		return 1
	}
	fmt.Fprintln(out, words.Plain(w.T("rescue.done")))
	return 0
}
