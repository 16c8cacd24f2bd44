package page

import (
	"embed"
	"encoding/json"
	"net/http"
	"strings"
)

// wordFiles are the languages of the page, one file each. What English says in the tables of institutions and test
// numbers is its own key there.
//
//go:embed words
var wordFiles embed.FS

// words is one language of the bank page.
type words struct {
	Lang string
	text map[string]string
}

// first is spoken where no other is asked for.
const first = "en"

// languages are those of wordFiles by their code.
var languages = func() map[string]words {
	all := map[string]words{}
	files, err := wordFiles.ReadDir("words")
	for _, f := range files {
		w := words{Lang: strings.TrimSuffix(f.Name(), ".json")}
		var data []byte
		if data, err = wordFiles.ReadFile("words/" + f.Name()); err == nil {
			err = json.Unmarshal(data, &w.text)
		}
		if err != nil {
			break
		}
		all[w.Lang] = w
	}
	if err != nil {
		panic(err) // the program carries the files, and a test reads them
	}
	return all
}()

// T returns the sentence for a key; a key without one shows itself, so that it is noticed.
func (w words) T(key string) string {
	if s, found := w.text[key]; found {
		return s
	}
	return key
}

// Others are the languages to switch to, by their codes.
func (w words) Others() (all []words) {
	files, _ := wordFiles.ReadDir("words")
	for _, f := range files {
		if other := languages[strings.TrimSuffix(f.Name(), ".json")]; other.Lang != w.Lang {
			all = append(all, other)
		}
	}
	return all
}

const langCookie = "bank-lang"

// wordsFor chooses the language: asked for in the address, else chosen before, else the first of the browser's that the
// page has.
func wordsFor(w http.ResponseWriter, r *http.Request) words {
	if asked, known := languages[r.URL.Query().Get("lang")]; known {
		http.SetCookie(w, &http.Cookie{Name: langCookie, Value: asked.Lang, Path: "/", MaxAge: 365 * 24 * 3600,
			HttpOnly: true, SameSite: http.SameSiteStrictMode})
		return asked
	}
	if c, err := r.Cookie(langCookie); err == nil {
		if chosen, known := languages[c.Value]; known {
			return chosen
		}
	}
	for tag := range strings.SplitSeq(strings.ToLower(r.Header.Get("Accept-Language")), ",") {
		code, _, _ := strings.Cut(strings.TrimSpace(tag), ";")
		code, _, _ = strings.Cut(code, "-")
		if wanted, known := languages[code]; known {
			return wanted
		}
	}
	return languages[first]
}
