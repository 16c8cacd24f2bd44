package inwords

import (
	"strings"
	"testing"

	"sanduq/core/money"
)

func TestEnglish(t *testing.T) {
	table(t, "en", "LYD", map[int64]string{
		0: "Zero Libyan dinars", 1: "One dirham", 500: "Five hundred dirhams", 1000: "One Libyan dinar", 2001: "Two Libyan dinars and one dirham",
		12_500_000:      "Twelve thousand five hundred Libyan dinars",
		12_500:          "Twelve Libyan dinars and five hundred dirhams",
		21_000:          "Twenty-one Libyan dinars",
		110_015:         "One hundred ten Libyan dinars and fifteen dirhams",
		1_000_000_000:   "One million Libyan dinars",
		999_999_999_999: "Nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine Libyan dinars and nine hundred ninety-nine dirhams",
	})
}

func TestFrench(t *testing.T) {
	table(t, "fr", "LYD", map[int64]string{
		0: "Zéro dinar libyen", 1000: "Un dinar libyen", 2000: "Deux dinars libyens", 500: "Cinq cents dirhams",
		21_000: "Vingt et un dinars libyens", 22_000: "Vingt-deux dinars libyens", 71_000: "Soixante et onze dinars libyens",
		77_000: "Soixante-dix-sept dinars libyens", 80_000: "Quatre-vingts dinars libyens", 81_000: "Quatre-vingt-un dinars libyens",
		91_000: "Quatre-vingt-onze dinars libyens", 99_000: "Quatre-vingt-dix-neuf dinars libyens", 100_000: "Cent dinars libyens",
		200_000: "Deux cents dinars libyens", 201_000: "Deux cent un dinars libyens", 1_000_000: "Mille dinars libyens",
		80_000_000: "Quatre-vingt mille dinars libyens", 200_000_000: "Deux cent mille dinars libyens", 12_500_000: "Douze mille cinq cents dinars libyens",
		1_000_000_000: "Un million de dinars libyens", 2_500_000_000: "Deux millions cinq cent mille dinars libyens",
		80_000_000_000: "Quatre-vingts millions de dinars libyens", 12_250: "Douze dinars libyens et deux cent cinquante dirhams",
		999_999_999_999: "Neuf cent quatre-vingt-dix-neuf millions neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf dinars libyens et neuf cent quatre-vingt-dix-neuf dirhams",
	})
}

func TestArabic(t *testing.T) {
	table(t, "ar", "LYD", map[int64]string{
		0: "صفر دينار ليبي", 1: "درهم واحد", 2: "درهمان", 3: "ثلاثة دراهم", 11: "أحد عشر درهمًا", 100: "مئة درهم", 200: "مئتا درهم", 250: "مئتان وخمسون درهمًا",
		1000: "دينار ليبي واحد", 2000: "ديناران ليبيان", 3000: "ثلاثة دنانير ليبية", 10_000: "عشرة دنانير ليبية", 11_000: "أحد عشر دينارًا ليبيًا",
		12_000: "اثنا عشر دينارًا ليبيًا", 20_000: "عشرون دينارًا ليبيًا", 21_000: "واحد وعشرون دينارًا ليبيًا", 99_000: "تسعة وتسعون دينارًا ليبيًا",
		100_000: "مئة دينار ليبي", 101_000: "مئة دينار ليبي ودينار واحد", 102_000: "مئة دينار ليبي وديناران", 103_000: "مئة وثلاثة دنانير ليبية",
		111_000: "مئة وأحد عشر دينارًا ليبيًا", 200_000: "مئتا دينار ليبي", 500_000: "خمسمئة دينار ليبي", 1_000_000: "ألف دينار ليبي", 2_000_000: "ألفا دينار ليبي",
		3_000_000: "ثلاثة آلاف دينار ليبي", 11_000_000: "أحد عشر ألف دينار ليبي", 12_500_000: "اثنا عشر ألفًا وخمسمئة دينار ليبي",
		100_000_000: "مئة ألف دينار ليبي", 200_000_000: "مئتا ألف دينار ليبي", 1_000_000_000: "مليون دينار ليبي", 2_000_000_000: "مليونا دينار ليبي",
		3_500_000_000: "ثلاثة ملايين وخمسمئة ألف دينار ليبي", 12_250: "اثنا عشر دينارًا ليبيًا ومئتان وخمسون درهمًا",
		102_002_000_000: "مئة مليون ومليونان وألفا دينار ليبي", 101_000_000_000: "مئة مليون ومليون دينار ليبي",
		999_999_999_999: "تسعمئة وتسعة وتسعون مليونًا وتسعمئة وتسعة وتسعون ألفًا وتسعمئة وتسعة وتسعون دينارًا ليبيًا وتسعمئة وتسعة وتسعون درهمًا",
	})
	table(t, "ar", "OMR", map[int64]string{1: "بيسة واحدة", 3: "ثلاث بيسات", 11: "إحدى عشرة بيسة", 12: "اثنتا عشرة بيسة", 23: "ثلاث وعشرون بيسة", 105: "مئة وخمس بيسات",
		1000: "ريال عماني واحد", 5000: "خمسة ريالات عمانية"})
}

// Parts are called by their own name in every currency that the service names.
func TestPartsHaveTheirNames(t *testing.T) {
	for currency, want := range map[string][3]string{
		"LYD": {"dirham", "dirham", "درهم"}, "BHD": {"fils", "fils", "فلس"}, "KWD": {"fils", "fils", "فلس"}, "OMR": {"baisa", "baisa", "بيسة"}, "TND": {"millime", "millime", "مليم"},
	} {
		for i, lang := range []string{"en", "fr", "ar"} {
			if got, ok := Amount(lang, money.Amount{Minor: 1001, Currency: currency}); !ok || !strings.Contains(got, want[i]) {
				t.Errorf("%s, %s: %q", currency, lang, got)
			}
		}
	}
	for lang, want := range map[string]string{"en": "Twelve AUD and 25/100", "fr": "Douze AUD et 25/100", "ar": "اثنا عشر AUD و25/100"} {
		if got, ok := Amount(lang, money.Amount{Minor: 1225, Currency: "AUD"}); !ok || got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestWhatCannotBeWrittenOut(t *testing.T) {
	for _, a := range []money.Amount{{Minor: -1, Currency: "LYD"}, {Minor: 1, Currency: "XYZ"}, {Minor: 1_000_000_000_000_000, Currency: "LYD"}} {
		if got, ok := Amount("en", a); ok {
			t.Errorf("%v is %q", a, got)
		}
	}
	if _, ok := Amount("de", money.Amount{Minor: 1000, Currency: "LYD"}); ok {
		t.Error("a language that nobody speaks")
	}
}

// No two amounts are written alike, and none has an empty place.
func TestEveryAmountHasItsOwnWords(t *testing.T) {
	for _, lang := range []string{"en", "fr", "ar"} {
		seen := map[string]int64{}
		step := int64(1)
		for n := int64(0); n < 1_000_000_000_000; n += step {
			got, ok := Amount(lang, money.Amount{Minor: n, Currency: "LYD"})
			if !ok || strings.Contains(got, "  ") || strings.TrimSpace(got) != got {
				t.Fatalf("%s %d: %q", lang, n, got)
			}
			if before, twice := seen[got]; twice {
				t.Fatalf("%s: %d and %d are %q", lang, before, n, got)
			}
			seen[got] = n
			if n > 4000 {
				step = n/97 + 13
			}
			if n > 4000 && n < 1_200_000 {
				step = 1000 // every whole amount to 1200
			}
		}
	}
}

func table(t *testing.T, lang, currency string, want map[int64]string) {
	t.Helper()
	for minor, words := range want {
		if got, ok := Amount(lang, money.Amount{Minor: minor, Currency: currency}); !ok || got != words {
			t.Errorf("%s %d: %q, want %q", lang, minor, got, words)
		}
	}
}
