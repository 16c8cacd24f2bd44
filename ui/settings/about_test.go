package settings

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/settings/about"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
)

// licences shows the page and returns the button of a work of others.
func licences(r *harness, work string) *control.Button {
	r.t.Helper()
	r.screen.goTo(atAbout)
	var found *control.Button
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		if b, ok := o.(*control.Button); ok && strings.HasPrefix(b.Spec().Label, work) {
			found = b
		}
	})
	if found == nil {
		r.t.Fatalf("%s is not listed in %q", work, r.text())
	}
	return found
}

func TestAboutNamesTheVersionAndShowsLicences(t *testing.T) {
	r := newHarness(t, func(r *harness) {
		r.deps.About = about.Program{Version: "9.8.7", Commit: "abcdef012345", Date: "2026-11-21"}
	})
	bbolt := licences(r, "go.etcd.io/bbolt v")
	r.says("9.8.7", "abcdef012345", "2026-11-21", "IBM Plex Sans Arabic")
	test.Tap(bbolt)
	r.says("go.etcd.io/bbolt", "Permission is hereby granted, free of charge", "Back")
	r.saysNot("9.8.7")
	r.key(fyne.KeyEscape)
	r.says("9.8.7")
	if r.left != 0 {
		t.Error("Esc on a licence left the settings")
	}
	r.key(fyne.KeyEscape)
	if r.left != 1 {
		t.Error("Esc on the list does not leave the settings")
	}
}
