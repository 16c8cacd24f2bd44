package screen

import (
	"slices"
	"testing"
	"time"
)

func TestATimerRunsOneThing(t *testing.T) {
	var queue []func()
	cancelled, ran := 0, []string(nil)
	e := Env{After: func(_ time.Duration, f func()) func() {
		queue = append(queue, f)
		return func() { cancelled++ }
	}}
	add := func(name string) func() { return func() { ran = append(ran, name) } }
	var one Timer
	one.Once(e, time.Second, add("first"))
	one.Once(e, time.Second, add("while the first waits"))
	if !one.Waits() || len(queue) != 1 {
		t.Errorf("waits: %v, with %d due", one.Waits(), len(queue))
	}
	one.Start(e, time.Second, add("second"))
	for _, f := range queue { // the first was due before it was cancelled
		f()
	}
	if want := []string{"second"}; !slices.Equal(ran, want) || one.Waits() || cancelled != 1 {
		t.Errorf("ran %q, not %q; waits %v; cancelled %d", ran, want, one.Waits(), cancelled)
	}
	one.Start(e, time.Second, add("third"))
	one.Stop()
	if queue[2](); len(ran) != 1 || one.Waits() || cancelled != 2 {
		t.Errorf("after Stop: ran %q, waits %v, cancelled %d", ran, one.Waits(), cancelled)
	}
	if one.Start(Env{}, time.Second, add("no clock")); one.Waits() {
		t.Error("it waits for what never comes")
	}
}
