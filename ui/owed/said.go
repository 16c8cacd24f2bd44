package owed

import (
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// said is what became of an entry, as it stands below the one that is read. The zero
// value is nothing.
type said struct {
	of     journal.Debt
	text   string
	failed bool
}

// tell says what was done about an entry.
func (s *Screen) tell(d journal.Debt, text string) { s.say(said{of: d, text: text}) }

// refused says why nothing was recorded of an entry: here, or where the screen was
// left, whatever is shown instead.
func (s *Screen) refused(d journal.Debt, err error) {
	if !s.shown {
		s.env.Miss(cause(s.env, d), sentence(s.env, err))
		return
	}
	s.say(said{of: d, text: sentence(s.env, err), failed: true})
}

// say shows it, by the name of its entry unless that is the one that is read. It is said
// anew where another is read without anybody having picked it.
func (s *Screen) say(one said) {
	s.said = one
	text := one.text
	if text != "" && s.memory.chosen != one.of.Number {
		text = s.env.Words.T("said.about", "what", cause(s.env, one.of), "said", text)
	}
	s.frame.Told(text, one.failed)
}

// sentence is why something was refused.
func sentence(env screen.Env, err error) string {
	if code := journal.CodeOf(err); code != "" && env.Words.Has("error."+string(code)) {
		return env.Words.T("error." + string(code))
	}
	return env.Words.T("error.day")
}
