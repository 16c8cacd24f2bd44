package screen

import "testing"

func TestContentTellsWhatIsNew(t *testing.T) {
	var c Content
	for i, step := range []struct {
		says []any
		want bool
	}{{[]any{"a", 1}, true}, {[]any{"a", 1}, false}, {[]any{"a", 2}, true}, {[]any{"a"}, true}, {[]any{"a", 1}, true}} {
		if got := c.Changed(step.says...); got != step.want {
			t.Errorf("step %d: changed %v, want %v", i, got, step.want)
		}
	}
}
