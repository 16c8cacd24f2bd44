package words

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sanduq/assets"
)

var (
	placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)
	plural      = regexp.MustCompile(`^(.*)\[(\w+)\]$`)
	keyShape    = regexp.MustCompile(`^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9_-]+)*(\[\w+\])?$`)
)

func load(t *testing.T, lang string) *Catalogue {
	t.Helper()
	c, err := Load(lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEveryLanguageSaysTheSame(t *testing.T) {
	c := load(t, English)
	for key, english := range c.sentences[English] {
		if !keyShape.MatchString(key) {
			t.Errorf("%s: not a dotted key", key)
		}
		for _, lang := range Languages() {
			s, ok := c.sentences[lang][key]
			switch {
			case !ok:
				t.Errorf("%s: missing in %s", key, lang)
			case strings.TrimSpace(s) != s || s == "":
				t.Errorf("%s: empty or with a space at an end in %s", key, lang)
			case !samePlaceholders(key, english, s):
				t.Errorf("%s: %s has %v, English has %v", key, lang, placeholder.FindAllString(s, -1), placeholder.FindAllString(english, -1))
			}
		}
	}
	for _, lang := range Languages() {
		for key := range c.sentences[lang] {
			if _, ok := c.sentences[English][key]; !ok {
				t.Errorf("%s: in %s, not in English", key, lang)
			}
		}
	}
}

// samePlaceholders lets a form of counting say its number in words: "one try left".
func samePlaceholders(key, a, b string) bool {
	set := func(s string) []string {
		all := placeholder.FindAllString(s, -1)
		if plural.MatchString(key) {
			all = slices.DeleteFunc(all, func(p string) bool { return p == "{n}" })
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return slices.Equal(set(a), set(b))
}

func TestKeysAreGivenOnce(t *testing.T) {
	for _, lang := range Languages() {
		data, _ := assets.Translation(lang)
		seen := map[string]bool{}
		d := json.NewDecoder(strings.NewReader(string(data)))
		_, _ = d.Token()
		for d.More() {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			if name := key.(string); seen[name] {
				t.Errorf("%s: twice in %s", name, lang)
			} else {
				seen[name] = true
			}
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestSentencesThatCountHaveEveryForm(t *testing.T) {
	c := load(t, English)
	for key := range c.sentences[English] {
		m := plural.FindStringSubmatch(key)
		if m == nil {
			continue
		}
		for _, lang := range Languages() {
			for _, form := range forms(lang) {
				if k := m[1] + "[" + form + "]"; c.sentences[lang][k] == "" {
					t.Errorf("%s: missing in %s", k, lang)
				}
			}
		}
	}
}

func TestDigitsAreLatinEverywhere(t *testing.T) {
	c := load(t, English)
	for _, lang := range Languages() {
		for key, s := range c.sentences[lang] {
			if strings.ContainsFunc(s, func(r rune) bool { return r >= '٠' && r <= '٩' || r >= '۰' && r <= '۹' }) {
				t.Errorf("%s: Arabic-Indic digits in %s", key, lang)
			}
		}
	}
}

func TestPracticeNeverPromisesMoney(t *testing.T) {
	for _, lang := range Languages() {
		c := load(t, lang)
		live, practice := c.T("paid.instruction"), c.T("practice.instruction")
		if live == practice || strings.Contains(practice, live) && lang == English {
			t.Errorf("%s: practice says %q", lang, practice)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	for _, x := range []struct {
		sentence string
		rtl      bool
		args     []any
		want     string
	}{
		{"Charge {amount}", false, []any{"amount", "12.500 LYD"}, "Charge 12.500 LYD"},
		{"{a} and {b}, {a}", false, []any{"a", 1, "b", "{a}"}, "1 and {a}, 1"},
		{"{a} {b", false, []any{"a", "x"}, "x {b"},
		{"{other}", false, []any{"a", "x"}, "{other}"},
		{"بيع {number}", true, []any{"number", "#12"}, "بيع \u2068#12\u2069"},
		{"بيع #{number}", true, []any{"number", "12"}, "بيع \u2068#12\u2069"},
		{"+{n}", true, []any{"n", 2}, "\u2068+2\u2069"},
		{"رد {time}", true, []any{"time", ""}, "رد "},
	} {
		got := fill(x.sentence, x.rtl, x.args)
		if got != x.want {
			t.Errorf("%q: got %q, want %q", x.sentence, got, x.want)
		}
		if plain := Plain(got); strings.ContainsAny(plain, "\u2068\u2069") {
			t.Errorf("%q: marks left in %q", x.sentence, plain)
		}
	}
}

func TestAMissingKeyIsSeen(t *testing.T) {
	c := load(t, Arabic)
	if got := c.T("no.such.key"); got != "⟨no.such.key⟩" {
		t.Errorf("got %q", got)
	}
	without := maps.Clone(c.sentences[Arabic])
	delete(without, "sale.charge")
	c = &Catalogue{lang: Arabic, sentences: map[string]map[string]string{English: c.sentences[English], Arabic: without}}
	if got := c.T("sale.charge"); got != "Charge" {
		t.Errorf("instead of a sentence that is missing, got %q", got)
	}
}

func TestAnUnknownLanguageChangesNothing(t *testing.T) {
	c := load(t, French)
	if err := c.Use("de"); err == nil || c.Lang() != French {
		t.Error("an unknown language was taken")
	}
}

func TestAnotherLanguageBesides(t *testing.T) {
	c := load(t, English)
	ar := c.In(Arabic)
	if ar.T("customer.thanks") == c.T("customer.thanks") || !ar.RTL() || c.RTL() {
		t.Error("In changed the wrong catalogue")
	}
}

// forms are those of counting that a language tells apart.
func forms(lang string) (all []string) {
	for n := range 200 {
		if form := find(lang).plural(n); !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

func TestForms(t *testing.T) {
	for _, x := range []struct {
		lang string
		n    int
		want string
	}{
		{English, 0, "other"}, {English, 1, "one"}, {English, 2, "other"}, {French, 0, "one"}, {French, 1, "one"}, {French, 2, "other"},
		{Arabic, 0, "zero"}, {Arabic, 1, "one"}, {Arabic, 2, "two"}, {Arabic, 3, "few"}, {Arabic, 10, "few"}, {Arabic, 11, "many"},
		{Arabic, 99, "many"}, {Arabic, 100, "other"}, {Arabic, 102, "other"}, {Arabic, 103, "few"}, {Arabic, 111, "many"},
	} {
		if got := find(x.lang).plural(x.n); got != x.want {
			t.Errorf("%s %d: %s, want %s", x.lang, x.n, got, x.want)
		}
	}
	for lang, want := range map[string]int{English: 2, Arabic: 6, French: 2} {
		if got := forms(lang); len(got) != want {
			t.Errorf("%s counts in %v, want %d forms", lang, got, want)
		}
	}
	c := load(t, English)
	if one, less := c.N("otp.left", 1), c.N("otp.left", -1); one != strings.ReplaceAll(less, "-1", "1") {
		t.Errorf("%q and %q", one, less)
	}
	if got := c.N("otp.left", 2); got != "2 more digits, then it is sent" {
		t.Errorf("got %q", got)
	}
}
