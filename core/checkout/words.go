package checkout

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"sort"
	"strconv"
	"strings"
)

// words are the sentences of one language.
type words map[string]string

// text returns a sentence. What is put in is isolated, so that numbers and names
// keep their own direction.
func (w words) text(key string, args ...any) string {
	sentence, ok := w[key]
	if !ok {
		return key
	}
	for i, arg := range args {
		sentence = strings.ReplaceAll(sentence, "{"+strconv.Itoa(i)+"}", fmt.Sprintf("\u2068%v\u2069", arg))
	}
	return sentence
}

// loadWords reads the catalogues; those of more add to ours and replace them
// sentence by sentence.
func loadWords(more fs.FS) (map[string]words, error) {
	all := make(map[string]words)
	own, err := fs.Sub(embedded, "words")
	if err != nil {
		return nil, err
	}
	for _, from := range []fs.FS{own, more} {
		if from == nil {
			continue
		}
		names, err := fs.Glob(from, "*.json")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, err := fs.ReadFile(from, name)
			if err != nil {
				return nil, fmt.Errorf("checkout: %w", err)
			}
			lang := strings.TrimSuffix(path.Base(name), ".json")
			if all[lang] == nil {
				all[lang] = make(words)
			}
			var read words
			if err := json.Unmarshal(data, &read); err != nil {
				return nil, fmt.Errorf("checkout: the words of %s: %w", lang, err)
			}
			for key, sentence := range read {
				all[lang][key] = sentence
			}
		}
	}
	for lang, w := range all {
		for key, sentence := range all["en"] {
			if w[key] == "" {
				all[lang][key] = sentence
			}
		}
	}
	return all, nil
}

// languageOf is the language of a request: as asked for, as chosen before, as
// the browser prefers, or the shop's.
func (c *Checkout) languageOf(r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); c.catalogue[lang] != nil {
		return lang
	}
	if cookie, err := r.Cookie(languageCookie); err == nil && c.catalogue[cookie.Value] != nil {
		return cookie.Value
	}
	best, weight := c.cfg.Language, 0.0
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
		q := 1.0
		if value, given := strings.CutPrefix(strings.TrimSpace(rest), "q="); given {
			q, _ = strconv.ParseFloat(value, 64)
		}
		if c.catalogue[lang] != nil && q > weight {
			best, weight = lang, q
		}
	}
	return best
}

// languages are the other languages, for the bar.
func (c *Checkout) languages(but string) (others []string) {
	for lang := range c.catalogue {
		if lang != but {
			others = append(others, lang)
		}
	}
	sort.Strings(others)
	return others
}
