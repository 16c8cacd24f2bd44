package typeset

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"
)

// TestAnEndlessTextIsCutAtOnce: what somebody else wrote must not stop the
// window. A text of 60,000 signs was once taken apart sign by sign.
func TestAnEndlessTextIsCutAtOnce(t *testing.T) {
	test.NewTempApp(t)
	for _, endless := range []string{strings.Repeat("7", 60_000), strings.Repeat("لله", 20_000), strings.Repeat("i ", 30_000), strings.Repeat("\u200d", 60_000)} {
		done := make(chan []line, 1)
		go func() { done <- NewText(endless, Body).Cut().spans.breakAt(300, Ellipsis) }()
		select {
		case lines := <-done:
			var said string
			for _, p := range lines[0].pieces {
				said += p.text
			}
			if len(lines) != 1 || lines[0].width > 300 || !strings.Contains(said, "…") {
				t.Errorf("%.8q…: %d lines, %.0f wide, %q", endless, len(lines), lines[0].width, said)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%.8q…: not cut after half a minute", endless)
		}
	}
}

// TestATextIsCutNoEarlierThanItMust compares with taking sign after sign off
// the end.
func TestATextIsCutNoEarlierThanItMust(t *testing.T) {
	test.NewTempApp(t)
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.StringMatching(`[A-Za-z0-9 ابتلنيسم#+:.-]{1,90}`).Draw(r, "text")
		width := rapid.Float32Range(5, 600).Draw(r, "width")
		whole := styled{{text, Body}}.paragraphs()[0]
		got, want := whole, whole
		got.shorten(styled{{text, Body}}, width)
		oneByOne(&want, styled{{text, Body}}, width)
		if !slices.Equal(got.runes, want.runes) {
			r.Fatalf("%.0f: %q, want %q", width, string(got.runes), string(want.runes))
		}
	})
}

// oneByOne takes runes off the end until the paragraph and an ellipsis fit.
func oneByOne(p *paragraph, t styled, width float32) {
	for n := len(p.runes) - 1; n >= 0; n-- {
		if n > 0 && p.runes[n-1] == ' ' {
			continue
		}
		if q := p.upTo(n); q.width(t, span{0, len(q.runes)}) <= width {
			*p = q
			return
		}
	}
	*p = paragraph{}
}
