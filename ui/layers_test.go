package ui

import (
	"testing"

	"sanduq/core/tests/layers"
)

// TestNothingReachesUpALayer type-checks the shell and the packages of its parts, and
// follows each name to the file that declares it.
func TestNothingReachesUpALayer(t *testing.T) {
	for folder, c := range map[string]struct {
		least int
		order []layers.Layer
	}{
		".": {200, []layers.Layer{
			{Name: "what it is made of", Files: "program options"},
			{Name: "the window", Files: "shell"},
			{Name: "going to a place", Files: "screens"},
			{Name: "who is there", Files: "customer lock feed"},
			{Name: "the history and the settings", Files: "receipts settings"},
			{Name: "what must be settled", Files: "settle"},
			{Name: "the day and the reports", Files: "reports"},
			{Name: "the steps of a sale", Files: "steps"},
			{Name: "a till that was put back", Files: "frozen"},
			{Name: "where the parts lead", Files: "window"},
			{Name: "building", Files: "build"},
			{Name: "preferences", Files: "preferences"},
			{Name: "connecting", Files: "connect leave"},
		}},
		"shell/sidebar": {60, []layers.Layer{
			{Name: "what it asks", Files: "deps"},
			{Name: "the tiles", Files: "tiles column"},
			{Name: "the sidebar", Files: "sidebar places rest"},
		}},
		"shell/feed": {40, []layers.Layer{
			{Name: "what was said", Files: "state owing settled reconnected"},
			{Name: "sales", Files: "sales groups"},
			{Name: "listening", Files: "feed"},
		}},
		"customer": {60, []layers.Layer{
			{Name: "what is seen of a sale", Files: "scene sheet shield"},
			{Name: "parts of a scene", Files: "hero"},
			{Name: "scenes", Files: "code ends qr waits"},
			{Name: "the view and its window", Files: "receipt strip handover side view window"},
			{Name: "the system's windows", Files: "native"},
		}},
		"lock": {40, []layers.Layer{
			{Name: "what it asks", Files: "deps dots person"},
			{Name: "a PIN", Files: "entry listen"},
			{Name: "cards and the locked screen", Files: "approval screen preferences"},
			{Name: "who sits at the till", Files: "session"},
		}},
		"app": {150, []layers.Layer{
			{Name: "what a start was told", Files: "options card phone desk"},
			{Name: "the application and its records", Files: "app store recovery rescue backup office officeshown officeview mail files"},
			{Name: "what runs beside the window", Files: "news patrol paper computer"},
			{Name: "the first run", Files: "setup"},
			{Name: "the gateway", Files: "gateway"},
			{Name: "opening", Files: "open"},
			{Name: "without a window", Files: "users export restore exportasked"},
			{Name: "screens", Files: "statement day reports"},
			{Name: "the window", Files: "shell"},
			{Name: "the program", Files: "program"},
		}},
	} {
		r, err := layers.Check(folder, c.order)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Problems {
			t.Errorf("%s: %s", folder, p)
		}
		if r.Followed < c.least {
			t.Errorf("%s: only %d names of other files were followed", folder, r.Followed)
		}
	}
}
