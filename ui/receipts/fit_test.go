package receipts

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestTheHistoryFits lays the list and a receipt out at every size, in every
// size of text and every language, and looks for words that are cut off or over
// others.
func TestTheHistoryFits(t *testing.T) {
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(1688, 1000), fyne.NewSize(928, 560)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, text*100), func(t *testing.T) {
					theme.Use(theme.Look{Still: true, Small: size.Width < 1000, TextScale: text, RTL: lang == words.Arabic})
					r := build(t, friday20(), lang).show()
					r.window.Resize(size)
					look := func(screen string) {
						for _, f := range overflow.Faults(r.window.Canvas()) {
							t.Errorf("%s: %s", screen, f)
						}
					}
					look("list")
					r.screen.index.filters.setSearch(map[string]string{words.English: "wallet last week paid 12.5", words.Arabic: "محفظة الأسبوع الماضي مدفوعة ١٢٫٥", words.French: "portefeuille semaine dernière payé 12,5"}[lang])
					look("asked")
					r.key(fyne.KeyEscape, fyne.KeyReturn)
					look("receipt")
				})
			}
		}
	}
}
