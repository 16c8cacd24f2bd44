package day

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/core/mailer"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// fakeMail has one answer for every Z.
type fakeMail struct {
	item  mailer.Item
	again []uint64
	err   error
}

func (*fakeMail) On() bool                             { return true }
func (f *fakeMail) Item(journal.Z) (mailer.Item, bool) { return f.item, f.item.State != "" }
func (f *fakeMail) Again(z journal.Z) error            { f.again = append(f.again, z.Seq); return f.err }
func (r *harness) mailButtons() (all []*control.Button) {
	for _, b := range uitest.All[*control.Button](r.window.Canvas().Content()) {
		if b.Spec().Label == r.env.Words.T("mail.button") && b.Visible() {
			all = append(all, b)
		}
	}
	return all
}

// TestAZSaysWhatBecameOfItByMail: on the page of the Zs and on that of the one just made; why it was not sent stands
// there, and it can be sent again.
func TestAZSaysWhatBecameOfItByMail(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{})
		f := &fakeMail{item: mailer.Item{Number: 1, State: mailer.Failed, Why: mailer.Login}}
		r.deps.Mail = f
		r.show()
		pages := 0
		walk(r, func(name string) {
			all := r.mailButtons()
			if name != "zs" && name != "closed" {
				if len(all) != 0 {
					t.Errorf("%s: %d buttons", name, len(all))
				}
				return
			}
			pages++
			w := r.env.Words
			if text := uitest.Words(r.window.Canvas().Content()); len(all) != 1 || !strings.Contains(text, w.T("mail.refused")+" "+w.T("mail.why.login")) {
				t.Fatalf("%s: %d buttons in %q", name, len(all), text)
			}
			uitest.Picture(t, r.window, "day-mail-"+name+"-"+lang)
			f.err = errors.New("disk full")
			test.Tap(all[0])
			if text := uitest.Words(r.window.Canvas().Content()); !strings.Contains(text, w.T("settings.mail.unkept")) {
				t.Errorf("%s does not say that it cannot be kept: %q", name, text)
			}
			f.err = nil
			test.Tap(all[0])
		})
		if pages != 2 || len(f.again) != 4 || f.again[0] == 0 {
			t.Errorf("%d pages, sent again %v", pages, f.again)
		}
	}
}
