package interleavings

import "testing"

// injected are ways to break the till or its disk on purpose. The search must
// find, in the scenario that is named, an order that breaks a law.
var injected = []struct {
	fault fault
	scene string
}{
	{fault{name: "settlements are not one at a time", void: []*lock{settling}}, "both settle"},
	{fault{name: "settlements are not kept off while it is looked whether one was written", void: []*lock{settling}},
		"replaced while it settles"},
	{fault{name: "commits are not one at a time", void: []*lock{committerLock}}, "one transaction for two sales"},
	{fault{name: "changes of a sale are not one at a time", void: []*lock{runWrite}}, "resolved outside while it settles"},
	{fault{name: "a sale is let go of while it is changed", void: []*lock{leasing}}, "copied and acknowledged"},
	{fault{name: "shown before it is on the disk", disk: lies}, "both settle"},
	{fault{name: "who was opened instead is forgotten", disk: forgetsLink}, "replaced while it settles, both pay"},
}

// seeInjected plays each scenario with its fault and returns how many were
// caught; the test fails for one that was not.
func seeInjected(t *testing.T) (caught int) {
	for _, c := range injected {
		t.Run(c.fault.name, func(t *testing.T) {
			x := search{scene: sceneNamed(c.scene), fault: c.fault}
			if x.run(t, 1000, 1); x.bad == 0 {
				t.Fatalf("not caught in %d plays of %q", x.plays, c.scene)
			}
			caught++
			for why := range x.why {
				t.Logf("caught in play %d of %q: %s", x.plays, c.scene, why)
			}
		})
	}
	return caught
}
