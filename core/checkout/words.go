package checkout

import (
	"net/http"
	"sort"
	"strconv"
	"strings"
)

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
