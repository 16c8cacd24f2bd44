package permission_test

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/permission"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

type person struct {
	may, signs bool
	asked      []journal.Right
}

func (p *person) By() string             { return "Samira" }
func (p *person) May(journal.Right) bool { return p.may }
func (p *person) Signs() bool            { return p.signs }
func (p *person) Delegate(right journal.Right, then func()) {
	p.asked = append(p.asked, right)
	then()
}

func TestARightIsDelegatedOnlyToWhoHasItNot(t *testing.T) {
	env := screen.Env{Words: words.MustLoad(words.English)}
	for _, c := range []struct {
		may, signs            bool
		done, delegated, told bool
	}{
		{may: true, signs: true, done: true},
		{may: true, done: true},
		{signs: true, done: true, delegated: true},
		{told: true},
	} {
		p, done, why := &person{may: c.may, signs: c.signs}, false, ""
		permission.Ask(env, p, journal.RightOwed, func() { done = true }, func(text string) { why = text })
		if done != c.done || (len(p.asked) == 1 && p.asked[0] == journal.RightOwed) != c.delegated || (why != "") != c.told {
			t.Errorf("may %v, signs %v: done %v, delegated %v, told %q", c.may, c.signs, done, p.asked, why)
		}
	}
}
