package startup

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/toolkit/control"
)

// Copy is a backup that can be restored.
type Copy struct {
	Path  string
	At    time.Time // when it was made; zero when its name does not say
	Size  int64     // in bytes
	Where string    // the stick or folder that it lies on; blank beside the data
	// Till is whose it is, where tills may share a folder: the shop and the till, or else how the
	// folder of the copies is called; those of one stand together. Blank beside the data, which come
	// first.
	Till string
}

// row is one backup: when it was made, and how large it is.
func (r *rescue) row(i int, c Copy) fyne.CanvasObject {
	at := r.words.T("rescue.undated")
	if !c.At.IsZero() {
		at = r.words.Moment(c.At.Local())
	}
	label := r.words.T("rescue.copy", "at", at, "size", bytesOf(c.Size))
	if c.Where != "" {
		label = r.words.T("rescue.copy.where", "at", at, "size", bytesOf(c.Size), "where", c.Where)
	}
	spec := control.ButtonSpec{Label: label, Chosen: i == r.picked}
	if spec.Chosen {
		spec.Icon = "check"
	}
	return control.NewButton(spec, func() { r.pick(i) })
}

func (r *rescue) pick(i int) {
	if r.busy {
		return
	}
	r.picked, r.said, r.once.sure = i, "", ""
	if i >= 0 {
		r.path.SetText("")
	}
	r.build()
}

// chosen is the backup to be restored; blank for none.
func (r *rescue) chosen() string {
	if r.picked >= 0 {
		return r.copies[r.picked].Path
	}
	return strings.TrimSpace(r.path.Text())
}

// bytesOf is a size as people write it.
func bytesOf(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", (n+1023)/1024)
	}
	return fmt.Sprintf("%d.%d MB", n>>20, (n&(1<<20-1))*10>>20)
}
