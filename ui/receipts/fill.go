package receipts

import "sanduq/ui/words"

// filling is how far invented sales have come. It outlives the screen, which is built anew for another language or
// look meanwhile.
type filling struct {
	running, failed bool
	done, total     int
	told            func() // the newest screen
}

func (f *filling) sentence(w *words.Catalogue) string {
	return w.T("receipts.filling", "done", f.done, "total", f.total)
}

// startFill begins once; the window stays usable.
func (x *index) startFill() {
	f := &x.memory.fill
	if f.running {
		return
	}
	*f = filling{running: true, told: x.filled}
	x.filled()
	post := x.deps.Post
	x.deps.Go(func() {
		err := x.deps.Fill(x.deps.Life, func(done, total int) {
			post(func() {
				if f.done, f.total = done, total; f.running {
					f.told()
				}
			})
		})
		post(func() {
			f.running, f.failed = false, err != nil
			x.deps.failed(err)
			f.told()
		})
	})
}

// filled shows how far it is, and in the end what there is now.
func (x *index) filled() {
	f := &x.memory.fill
	switch {
	case f.running:
		x.explain()
	case !f.failed && x.empty.root.Visible():
		x.filters.pickRange(SevenDays)
	default:
		x.source.restart()
	}
}
