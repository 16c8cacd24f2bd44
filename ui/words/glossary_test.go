package words

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// term is a line of the glossary: the forms that say it in each language, and those that must not.
type term struct {
	name     string
	say, not map[string][]form
}

// form is a word as it is written; open ones go on as they like.
type form struct {
	word string
	open bool
}

// glossary reads glossary.md.
func glossary(t *testing.T) (all []term) {
	t.Helper()
	data, err := os.ReadFile("glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 6 || strings.HasPrefix(cells[0], "---") || strings.TrimSpace(cells[0]) == "English" {
			continue
		}
		one := term{name: strings.TrimSpace(cells[0]), say: map[string][]form{}, not: map[string][]form{}}
		for i, lang := range []string{English, Arabic, French} {
			one.say[lang], one.not[lang] = formsIn(cells[i]), formsIn(cells[i+3])
			if one.say[lang] == nil {
				t.Fatalf("%s: no word in %s", one.name, lang)
			}
		}
		all = append(all, one)
	}
	return all
}

// formsIn are the forms that stand in a cell.
func formsIn(cell string) (all []form) {
	for word := range strings.SplitSeq(cell, ",") {
		if word, open := strings.CutSuffix(strings.TrimSpace(word), "*"); word != "" {
			all = append(all, form{strings.ToLower(word), open})
		}
	}
	return all
}

// particles are written together with an Arabic word.
var particles = regexp.MustCompile(`^[وفبك]?(?:ال|لل|ل)?$`)

// says reports which of some forms a sentence has, "" for none.
func says(lang, sentence string, forms []form) string {
	for _, f := range forms {
		for at := 0; ; at++ {
			next := strings.Index(sentence[at:], f.word)
			if next < 0 {
				break
			}
			at += next
			head, rest := sentence[:at], sentence[at+len(f.word):]
			begun := head
			if i := strings.LastIndexFunc(head, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
				_, n := utf8.DecodeRuneInString(head[i:])
				begun = head[i+n:]
			}
			after, _ := utf8.DecodeRuneInString(rest)
			if (begun == "" || lang == Arabic && particles.MatchString(begun)) && (f.open || !unicode.IsLetter(after)) {
				return f.word
			}
		}
	}
	return ""
}

// bare is a sentence as the glossary is compared with it: in small letters, without what is filled in, without names of
// settings and of programs, and without short vowels.
func bare(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r >= '\u064b' && r <= '\u0652' || r == '\u0640' {
			return -1
		}
		return r
	}, technical.ReplaceAllString(placeholder.ReplaceAllString(s, " "), " ")))
}

// technical are names of settings and of programs, which are no words.
var technical = regexp.MustCompile(`[Ww]hat is exported is one of .*|SERVICE_\w+|--[a-z=-]+|LIVE`)

// searched are the words that a search understands, whatever a person calls a thing.
const searched = "ask.word."

// freely are messages that say a term in another way, for want of room or because their own language has a better one.
var freely = map[string][]string{
	"till, tills": {"fr banner.late.ended", "fr receipt.late", "fr lock.watched", "fr note.STORE_CLOCK_BACK", "ar note.STORE_CLOCK_BACK", "ar fact.capped", "ar office.heardOf",
		"fr startup.STORE_KEYRING_ABSENT", "fr startup.STORE_NEWER", "fr startup.STORE_NO_KEY", "fr setup.recovery.text", "fr startup.phrase.why"},
	"bank, banks, bank’s":             {"fr card.under", "fr unknown.conflict", "fr settings.env.live.keys", "fr settings.keys"},
	"wallet, wallets":                 {"fr card.pin", "fr card.scan.text"},
	"payment, payments":               {"fr audit.broken", "fr banner.corrupt.do", "fr damage.do", "fr frozen.do", "ar setup.tagline", "fr setup.tagline", "ar wallet.none", "fr wallet.none"},
	"customer, customers, customer’s": {"fr refused.submitOtp.LIMIT_EXCEEDED", "ar settings.clientId", "ar setup.client", "ar settings.keys.pair"},
	"sale, sales":                     {"ar day.later", "ar day.takenBank", "ar export.sales", "ar receipts.paid", "ar reports.taken", "ar report.column.number"},
	"order, orders":                   {"fr help.letters", "fr help.scan", "ar report.error.formatOrder", "fr report.error.formatOrder"},
	"receipt, receipts": {"fr printer.not-a-printer", "ar seller.document.invoice", "fr seller.document.invoice", "ar seller.document.simplified", "fr seller.document.simplified",
		"ar seller.document.text", "fr seller.document.text"},
	"drawer":                          {"fr settings.day.expected"},
	"returned":                        {"fr settings.day.coin"},
	"cash":                            {"ar slip.z.in.one", "ar slip.z.out.one", "fr slip.z.in.one", "fr slip.z.out.one", "fr settings.printer.drawer", "ar settings.printer.drawer"},
	"shop, shops, shop’s":             {"fr card.secret.text"},
	"practice":                        {"fr nav.phone", "fr phone.title"},
	"office, office’s":                {"fr settings.office.address"},
	"computer, computers, computer’s": {"fr settings.probe.expired", "fr startup.window", "ar startup.window"},
}

// TestGlossary holds every message against the glossary: one word for one thing, in each language.
func TestGlossary(t *testing.T) {
	c := load(t, English)
	all := glossary(t)
	if len(all) < 30 {
		t.Fatalf("%d terms were read", len(all))
	}
	used := map[string]bool{}
	for _, b := range breaches(c.sentences, all, used) {
		t.Error(b)
	}
	for name, keys := range freely {
		for _, key := range keys {
			if !used[name+key] {
				t.Errorf("%s: %s says it by now: take it off the list", name, key)
			}
		}
	}
}

// TestGlossaryFindsWrongWords: three wrong words, one in each language, are each found.
func TestGlossaryFindsWrongWords(t *testing.T) {
	all := glossary(t)
	for lang, wrong := range map[string]struct{ key, word, instead string }{
		English: {"help.print", "receipt", "voucher"},
		Arabic:  {"error.noAnswer", "المصرف", "البنك"},
		French:  {"receipts.anyShop", "magasins", "boutiques"},
	} {
		c := load(t, English)
		before := c.sentences[lang][wrong.key]
		c.sentences[lang][wrong.key] = strings.Replace(before, wrong.word, wrong.instead, 1)
		if c.sentences[lang][wrong.key] == before {
			t.Fatalf("%s: %q does not say %q", wrong.key, before, wrong.word)
		}
		found := breaches(c.sentences, all, map[string]bool{})
		if !slices.ContainsFunc(found, func(b string) bool { return strings.Contains(b, wrong.key) && strings.Contains(b, lang) }) {
			t.Errorf("%s: %q was not found: %v", lang, c.sentences[lang][wrong.key], found)
		}
	}
}

// breaches lists the messages that say a term by another word. Which of freely was needed is noted.
func breaches(sentences map[string]map[string]string, all []term, used map[string]bool) (found []string) {
	for _, key := range slices.Sorted(maps.Keys(sentences[English])) {
		if strings.HasPrefix(key, searched) {
			continue
		}
		in := map[string]string{}
		for _, lang := range Languages() {
			in[lang] = bare(sentences[lang][key])
		}
		for _, one := range all {
			meant := says(English, in[English], one.say[English]) != ""
			for _, lang := range Languages() {
				if wrong := says(lang, in[lang], one.not[lang]); wrong != "" && !excused(one.name, lang+" "+key, used) {
					found = append(found, fmt.Sprintf("%s, %s: %q says %q, the word is %q", key, lang, sentences[lang][key], wrong, one.name))
				}
				if meant && says(lang, in[lang], one.say[lang]) == "" && !excused(one.name, lang+" "+key, used) {
					found = append(found, fmt.Sprintf("%s, %s: %q does not say %q, as English does: %q", key, lang, sentences[lang][key], one.name, sentences[English][key]))
				}
			}
		}
	}
	return found
}

func excused(name, key string, used map[string]bool) bool {
	for _, free := range freely[name] {
		if strings.HasPrefix(key, free) {
			used[name+free] = true
			return true
		}
	}
	return false
}

// TestOnlyTakenMoneyIsCalledTaken: no message calls money collected that only was asked for. Each kind of message that
// says it stands here, with money that the bank or the cashier has said to have.
func TestOnlyTakenMoneyIsCalledTaken(t *testing.T) {
	collected := map[string]*regexp.Regexp{
		English: regexp.MustCompile(`(?i)\b(?:taken|collected|cashed)\b`),
		Arabic:  regexp.MustCompile(`(?:^|\PL)(?:[وف]?ال)?(?:قبض|مقبوض|حصل)\pL*`),
		French:  regexp.MustCompile(`(?i)(?:^|\PL)(?:encaissée?s?|perçue?s?)(?:\PL|$)`),
	}
	of := []string{
		"cash.", "aside.cash", "audit.cash", "fact.cash", "happened.cashTaken", "receipts.means.cash", "owed.cash", "owed.with.", "owed.todo.saidCash", "settings.day.cash.text", // cash, as the cashier recorded it
		"day.taken", "mail.taken", "day.unshifted", "day.later", "reports.taken", "report.column.taken", "report.lost", "slip.z.taken", "slip.z.nothing", "manager.reports.text", // sums of what is paid
		"banner.keys.then", "fact.takenOver", "audit.takenOver", "report.match.returned", "startup.bank", // other senses of the English word
	}
	for _, lang := range Languages() {
		for key, s := range load(t, lang).sentences[lang] {
			if collected[lang].MatchString(bare(s)) && !strings.HasPrefix(key, searched) && !beginsWith(key, of) {
				t.Errorf("%s, %s: %q calls money collected", key, lang, s)
			}
		}
	}
}
