// Package words is the catalogue of every sentence that people read, in English, Arabic and French, and the way each
// language writes dates and counts. Sentences live in assets/translations as one flat object per language; code names
// them by dotted keys. Amounts, times and numbers keep Latin digits in every language.
//
// The package knows no toolkit.
//
//sanduq:norace its tests measure words on pictures, in one goroutine
package words

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"sanduq/assets"
)

// Catalogue gives sentences in the current language. It is safe from any goroutine.
type Catalogue struct {
	mu        sync.RWMutex
	lang      string
	sentences map[string]map[string]string
}

// all are the sentences of every language by their keys. They are read once in a process: nobody changes them.
var all = sync.OnceValues(func() (map[string]map[string]string, error) {
	sentences := map[string]map[string]string{}
	for _, l := range Languages() {
		s, err := read(l)
		if err != nil {
			return nil, err
		}
		sentences[l] = s
	}
	return sentences, nil
})

// Load is a catalogue of all languages, one of them current. An unknown language is an error; the catalogue is then
// English.
func Load(lang string) (*Catalogue, error) {
	sentences, err := all()
	if err != nil {
		return nil, err
	}
	c := &Catalogue{lang: English, sentences: sentences}
	return c, c.Use(lang)
}

// MustLoad is Load for programs that carry their catalogue with them; an unknown language falls back to English.
func MustLoad(lang string) *Catalogue {
	c, err := Load(lang)
	if c == nil {
		panic(err)
	}
	return c
}

func read(lang string) (map[string]string, error) {
	data, ok := assets.Translation(lang)
	if !ok {
		return nil, fmt.Errorf("words: no catalogue for %q", lang)
	}
	var s map[string]string
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("words: catalogue %q: %w", lang, err)
	}
	return s, nil
}

// Lang is the current language.
func (c *Catalogue) Lang() string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.lang
}

// Use makes a language current. One that is not known changes nothing.
func (c *Catalogue) Use(lang string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.sentences[lang]; !ok {
		return fmt.Errorf("words: no language %q", lang)
	}
	c.lang = lang
	return nil
}

// In is the same catalogue in another language: for the customer's window, which speaks two.
func (c *Catalogue) In(lang string) *Catalogue {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if _, ok := c.sentences[lang]; !ok {
		lang = English
	}
	return &Catalogue{lang: lang, sentences: c.sentences}
}

// T is the sentence of a key with its placeholders filled in: T("sale.charge", "amount", "12.500"). Values are joined
// as fmt.Sprint writes them. From right to left each value is held apart from the words around it, so that digits and
// Latin keep their own order.
//
// A key that the current language lacks falls back to English; a test compares the languages. One that English lacks
// too shows itself as ⟨key⟩.
func (c *Catalogue) T(key string, args ...any) string {
	s, lang := c.find(key)
	return fill(s, find(lang).rtl, args)
}

// Has reports whether the current language has a sentence for a key.
func (c *Catalogue) Has(key string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	_, ok := c.sentences[c.lang][key]
	return ok
}

func (c *Catalogue) find(key string) (sentence, lang string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if s, ok := c.sentences[c.lang][key]; ok {
		return s, c.lang
	}
	if s, ok := c.sentences[English][key]; ok {
		return s, English
	}
	return "⟨" + key + "⟩", c.lang
}

// The marks around a value: the reader decides its direction by its own first letter.
const (
	isolate    = "\u2068"
	isolateEnd = "\u2069"
)

// fill puts the values in, in one pass: a value is never read as a sentence. A sign before a placeholder, as in
// #{number} or +{n}, goes with the value.
func fill(s string, rtl bool, args []any) string {
	if len(args) == 0 {
		return s
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			b.WriteString(s)
			return b.String()
		}
		value, known := lookup(name, args)
		switch {
		case !known:
			b.WriteString(before + "{" + name + "}")
		case rtl && value != "":
			sign := ""
			if n := len(before); n > 0 && strings.ContainsRune("#+", rune(before[n-1])) {
				before, sign = before[:n-1], before[n-1:]
			}
			b.WriteString(before + isolate + sign + value + isolateEnd)
		default:
			b.WriteString(before + value)
		}
		s = after
	}
}

func lookup(name string, args []any) (string, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			if n, counts := args[i+1].(int); counts {
				return grouped(n), true
			}
			return fmt.Sprint(args[i+1]), true
		}
	}
	return "", false
}

// grouped parts the thousands of a number that is long enough to need it, as amounts do.
func grouped(n int) string {
	s := strconv.Itoa(n)
	if n < 10000 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u00a0" + s[i:]
	}
	return s
}

// Plain takes the invisible marks out of a sentence, for files, notifications and other places that are not drawn here.
func Plain(s string) string {
	return strings.NewReplacer(isolate, "", isolateEnd, "", "\u200e", "", "\u200f", "").Replace(s)
}
