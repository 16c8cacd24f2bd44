package harness

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// Gallery is screens of one package by name, each in a state that a picture shows.
type Gallery func(r *Harness) map[string]screen.Screen

// InEveryLook draws a gallery in each look, and fails where a key of the catalogue shows
// for want of words.
func InEveryLook(t *testing.T, gallery Gallery) {
	t.Helper()
	usual, small := fyne.NewSize(1134, 610), fyne.NewSize(928, 560)
	inLooks(t, gallery, []look{
		{"light", words.English, theme.Look{}, usual},
		{"dark", words.English, theme.Look{Variant: theme.Dark}, usual},
		{"contrast", words.English, theme.Look{Variant: theme.Contrast}, usual},
		{"ar", words.Arabic, theme.Look{RTL: true}, usual},
		{"fr", words.French, theme.Look{}, usual},
		{"small", words.English, theme.Look{Small: true}, small},
	})
}

// FormsInEveryLook is InEveryLook for forms, beside large words too.
func FormsInEveryLook(t *testing.T, gallery Gallery) {
	t.Helper()
	usual := fyne.NewSize(1134, 610)
	inLooks(t, gallery, []look{
		{"light", words.English, theme.Look{}, usual},
		{"contrast", words.English, theme.Look{Variant: theme.Contrast}, usual},
		{"ar", words.Arabic, theme.Look{RTL: true, Variant: theme.Dark}, usual},
		{"fr", words.French, theme.Look{Small: true}, fyne.NewSize(928, 560)},
		{"large", words.English, theme.Look{TextScale: 2}, fyne.NewSize(1134, 1064)},
	})
}

type look struct {
	name, lang string
	look       theme.Look
	size       fyne.Size
}

func inLooks(t *testing.T, gallery Gallery, looks []look) {
	t.Helper()
	for _, c := range looks {
		t.Run(c.name, func(t *testing.T) {
			r := New(t)
			r.Env.Words, r.Size = words.MustLoad(c.lang), c.size
			r.Apply(c.look)
			drawn := gallery(r)
			if len(drawn) == 0 {
				t.Fatal("nothing is drawn")
			}
			for name, s := range drawn {
				r.Picture(name+"-"+c.name, s)
				for _, key := range Untranslated(s.Object()) {
					t.Errorf("%s: no words for %s", name, key)
				}
			}
		})
	}
}

// Masters compares what stands where with the masters of some screens of a gallery. A
// changed picture shows first as a changed master: look at it before accepting it.
func Masters(t *testing.T, gallery Gallery, names ...string) {
	t.Helper()
	r := New(t)
	all := gallery(r)
	for _, name := range names {
		s := all[name]
		if s == nil {
			t.Errorf("there is no screen %s", name)
			continue
		}
		outline.Check(t, "screen-"+name, r.Window(s).Canvas())
	}
}
