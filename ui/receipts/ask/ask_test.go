package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/words"
)

func vocabulary() *Vocabulary {
	w := words.MustLoad(words.English)
	return NewVocabulary(w, w.In(words.Arabic), w.In(words.French))
}

// friday is the day that the sentences are asked on; its week began on Monday.
func known() Known {
	return Known{Words: vocabulary(), Today: "20261120", FirstDay: time.Monday, Currency: "LYD",
		Cashiers: []string{"Samira", "Omar Al Fitouri", "سميرة", "Huda One", "Huda Two"}}
}

// said writes chips so that tables can be read.
func said(q Question) string {
	var out []string
	for _, c := range q.Chips {
		switch c.Kind {
		case Cashier:
			out = append(out, "cashier "+c.Name)
		case Route:
			out = append(out, string(c.Route))
		case Status:
			out = append(out, string(c.Status))
		case Owed:
			out = append(out, "owed")
		case Period:
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s-%s %s", c.From[4:], c.To[4:], c.Said)))
		case Amount:
			out = append(out, fmt.Sprintf("%d..%d", c.Min, c.Max))
		}
	}
	if q.Rest != "" {
		out = append(out, "“"+q.Rest+"”")
	}
	return strings.Join(out, ", ")
}

func TestSentences(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"", ""},
		{"samira wallet this week 12.5", "cashier Samira, wallet, 1116-1120 ask.week, 12500..12500"},
		{"12.5 this week Wallet SAMIRA", "12500..12500, 1116-1120 ask.week, wallet, cashier Samira"},
		{"سميرة محفظة هذا الأسبوع ١٢٫٥", "cashier سميرة, wallet, 1116-1120 ask.week, 12500..12500"},
		{"المحفظة الأسبوع الماضي", "wallet, 1109-1115 ask.lastWeek"},
		{"portefeuille cette semaine 12,5", "wallet, 1116-1120 ask.week, 12500..12500"},
		{"payées hier par samira", "paid, 1119-1119 receipts.yesterday, cashier Samira"},
		{"impaye aujourd'hui", "failed, 1120-1120 receipts.today"},
		{"لم يدفع امس", "failed, 1119-1119 receipts.yesterday"},
		{"not paid by omar al fitouri", "failed, cashier Omar Al Fitouri"},
		{"omar monday", "cashier Omar Al Fitouri, 1116-1116"},
		{"huda today", "1120-1120 receipts.today, “huda”"}, // two have that name
		{"huda two today", "cashier Huda Two, 1120-1120 receipts.today"},
		{"last 7 days qr", "1114-1120, qr"},
		{"qr آخر ٧ أيام", "qr, 1114-1120"},
		{"les 7 derniers jours", "1114-1120"},
		{"20 nov unknown", "1120-1120, unknown"},
		{"nov 18 2026 paid", "1118-1118, paid"},
		{"18/11 paid", "1118-1118, paid"},
		{"2026-11-18 paid", "1118-1118, paid"},
		{"25 dec paid", "1225-1225, paid"}, // last year's
		{"october paid", "1001-1031, paid"},
		{"18 نوفمبر مدفوعة", "1118-1118, paid"},
		{"2 février payé", "0202-0202, paid"},
		{"30 february paid", "0201-0228, paid, “30”"},
		{"2027-01-01 paid", "paid, “2027-01-01”"}, // nothing was sold on days to come
		{"over 100 wallet", "100001..0, wallet"},
		{"less than 5.250 dinars", "0..5249"},
		{"between 10 and 20", "10000..20000"},
		{"بين 10 و 20 محفظة", "10000..20000, wallet"},
		{"أكثر من ١٠٠ دينار", "100001..0"},
		{"entre 10 et 20 dinars", "10000..20000"},
		{"10.5-20 wallet", "10500..20000, wallet"},
		{"20 lyd wallet", "20000..20000, wallet"},
		{"owed back this month", "owed, 1101-1120 ask.month"},
		{"paid twice", "owed"},
		{"set aside yesterday", "setAside, 1119-1119 receipts.yesterday"},
		// What may be a number stays one, and what is not understood is searched for.
		{"12.5", "“12.5”"},
		{"18", "“18”"},
		{"#12", "“#12”"},
		{"T-0018", "“T-0018”"},
		{"TILL-261120-012", "“TILL-261120-012”"},
		{"261120-012 paid", "paid, “261120-012”"},
		{"8F2K-71QD-0446 paid", "paid, “8F2K-71QD-0446”"},
		{"4417 wallet", "wallet, “4417”"},
		{"12.5005 wallet", "wallet, “12.5005”"}, // more digits than the currency has
		{"wallet qr", "wallet, “qr”"},           // one of each
		{"by the", "“by the”"},
		{"sales by samira", "cashier Samira"},
	} {
		if got := said(Read(c.sentence, known())); got != c.want {
			t.Errorf("%q: %s, want %s", c.sentence, got, c.want)
		}
	}
}

// TestAChipGoesWithItsWords: what is left means what it meant, but for the chip.
func TestAChipGoesWithItsWords(t *testing.T) {
	k := known()
	q := Read("samira  wallet this week 12.5 4417", k)
	for i, want := range []string{"wallet this week 12.5 4417", "samira this week 12.5 4417", "samira wallet 12.5 4417", "samira wallet this week 4417"} {
		if got := q.Without(i); got != want {
			t.Errorf("without %d: %q, want %q", i, got, want)
		}
	}
}

// What two languages write alike must mean one thing.
func TestNoWordMeansTwoThings(t *testing.T) {
	w := words.MustLoad(words.English)
	of := map[string]string{}
	for _, lang := range words.Languages() {
		for key, p := range meanings {
			for _, s := range ways(w.In(lang).T(key)) {
				meaning := fmt.Sprintf("%+v", p)
				if of[s] != "" && of[s] != meaning {
					t.Errorf("%s: %q is %s and %s", lang, s, of[s], meaning)
				}
				of[s] = meaning
				if s == "" || strings.Contains(s, "⟨") || len(strings.Fields(s)) > longest {
					t.Errorf("%s: %s: %q cannot be understood", lang, key, s)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"samira wallet this week 12.5", "سميرة محفظة هذا الأسبوع ١٢٫٥", "between 10 and 20", "20 nov 2026", "10-", "over", "last 9999 days", "ال", "\u2068x\u2069"} {
		f.Add(s)
	}
	k := known()
	f.Fuzz(func(t *testing.T, s string) {
		q := Read(s, k)
		s = money.Copied(s) // its words
		seen := map[Kind]bool{}
		for i, c := range q.Chips {
			if seen[c.Kind] || len(c.words) == 0 {
				t.Fatalf("%q: %+v", s, q.Chips)
			}
			seen[c.Kind] = true
			if c.Kind == Period && (c.From > c.To || c.To > k.Today || c.From == "") {
				t.Fatalf("%q: from %s to %s", s, c.From, c.To)
			}
			if c.Kind == Amount && (c.Min < 0 || c.Max < 0 || c.Max != 0 && c.Min > c.Max || c.Min == 0 && c.Max == 0) {
				t.Fatalf("%q: %d to %d", s, c.Min, c.Max)
			}
			if c.Kind == Cashier && !slices.Contains(k.Cashiers, c.Name) {
				t.Fatalf("%q: %q", s, c.Name)
			}
			if c.Kind == Status && journal.Status(c.Status) == "" {
				t.Fatalf("%q: no status", s)
			}
			if left := len(strings.Fields(q.Without(i))); left != len(strings.Fields(s))-len(c.words) {
				t.Fatalf("%q without %d has %d words", s, i, left)
			}
		}
		if len(q.Chips) == 0 && q.Rest != strings.Join(strings.Fields(s), " ") {
			t.Fatalf("%q is searched for as %q", s, q.Rest)
		}
		if again := Read(q.Rest, k); len(q.Chips) == 0 && len(again.Chips) != 0 {
			t.Fatalf("%q reads %+v the second time", s, again.Chips)
		}
	})
}

// TestASumThatIsCopiedFromTheScreenIsOneWord: its thousands are parted by a space that does
// not break.
func TestASumThatIsCopiedFromTheScreenIsOneWord(t *testing.T) {
	for text, least := range map[string]int64{"12\u00a0500.500 LYD": 12_500_500, "12.5 LYD": 12_500,
		"over 12\u202f500.499":               12_500_500,
		"\u2066١٢\u00a0٥٠٠٫٥٠٠\u2069 samira": 12_500_500} {
		q := Read(text, known())
		i := slices.IndexFunc(q.Chips, func(c Chip) bool { return c.Kind == Amount })
		if i < 0 || q.Chips[i].Min != least || q.Rest != "" {
			t.Errorf("%q: %+v, rest %q", text, q.Chips, q.Rest)
		}
	}
	if q := Read("\u200e12\u00a0500.500", known()); len(q.Chips) > 0 || q.Rest == "" {
		t.Errorf("alone: %+v, rest %q", q.Chips, q.Rest)
	}
}
