// Package words reads the sentences of the payment page, in each language that has a
// catalogue.
package words

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// Words are the sentences of one language.
type Words map[string]string

// Text returns a sentence. What is put in is isolated, so that numbers and names
// keep their own direction.
func (w Words) Text(key string, args ...any) string {
	sentence, ok := w[key]
	if !ok {
		return key
	}
	for i, arg := range args {
		sentence = strings.ReplaceAll(sentence, "{"+strconv.Itoa(i)+"}", fmt.Sprintf("\u2068%v\u2069", arg))
	}
	return sentence
}

// Load reads catalogues, {language}.json each; later ones add to those before and
// replace them sentence by sentence. What a language lacks is said in English.
func Load(catalogues ...fs.FS) (map[string]Words, error) {
	all := make(map[string]Words)
	for _, from := range catalogues {
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
				all[lang] = make(Words)
			}
			var read Words
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
