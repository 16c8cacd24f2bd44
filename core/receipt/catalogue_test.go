package receipt

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// catalogue says what the program's own catalogue of a language says.
type catalogue struct {
	dates     Words
	sentences map[string]string
}

// spoken is the catalogue of a language.
func spoken(lang string) Words {
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "translations", lang+".json"))
	if err != nil {
		panic(err)
	}
	c := catalogue{dates: map[string]Words{"en": english{}, "ar": arabic{}, "fr": french{}}[lang]}
	if err := json.Unmarshal(data, &c.sentences); err != nil {
		panic(err)
	}
	return c
}

func (c catalogue) Say(key string, args ...any) string {
	text, ok := c.sentences[key]
	if !ok {
		panic("no word for " + key)
	}
	return fill(text, args)
}
func (c catalogue) DateTime(t time.Time) string { return c.dates.DateTime(t) }
func (c catalogue) Currency(code string) string { return c.dates.Currency(code) }
func (c catalogue) RTL() bool                   { return c.dates.RTL() }
