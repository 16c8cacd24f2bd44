package gateway

import (
	"unicode/utf8"

	"sanduq/ui/startup"
	"sanduq/ui/toolkit/form"
)

// LinePhrase is the name of the line of a passphrase, lineAgain of that in which it is
// typed again.
const (
	LinePhrase = "phrase"
	lineAgain  = "phraseAgain"
)

// PhraseFields are where a passphrase is chosen that keeps live's keys, with what is
// to be known of it. The first line may have a value.
func PhraseFields(why, lost form.Field, value form.Value) []form.Field {
	n := []any{"n", startup.PhraseLeast}
	why.Kind, why.Label, why.Args = form.Note, "startup.phrase.why", n
	lost.Kind, lost.Label = form.Note, "startup.phrase.lost"
	return []form.Field{why,
		{Name: LinePhrase, Kind: form.Secret, Label: "startup.phrase.newLabel", Args: n, Value: value, Needed: true, Wrong: func(text string) string {
			if utf8.RuneCountInString(text) < startup.PhraseLeast {
				return "startup.phrase.tooShort"
			}
			return ""
		}},
		{Name: lineAgain, Kind: form.Secret, Label: "startup.phrase.again", Same: LinePhrase, Differs: "startup.phrase.differs", Beside: true, Needed: true},
		lost}
}
