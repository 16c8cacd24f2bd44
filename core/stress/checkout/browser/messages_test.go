//go:build e2e

package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
)

// TestMessages looks at what the page says where it sends nothing more, and where
// a customer can leave "not known yet". The browser logs no breach of the policy.
func TestMessages(t *testing.T) {
	_, api := bank(t, sandbox.Options{Timing: payments.Timing{Settle: time.Hour, Auto: time.Hour}})
	p := servePage(t, api, true, core.WithSchedule(core.PollSchedule{Fast: 200 * time.Millisecond, FastFor: 400 * time.Millisecond, Slow: 200 * time.Millisecond, Cap: 600 * time.Millisecond}))
	b := startBrowser(t)
	breaches := b.breaches()
	see := func(state, kind, url, note string) {
		for _, size := range sizes {
			for _, lang := range []string{"en", "ar", "fr"} {
				b.size(size.w, size.h)
				b.visit(url + "lang=" + lang)
				b.on(kind)
				await[bool](b, "document.fonts.ready.then(() => true)")
				b.size(size.w, max(size.h, value[int64](b, "document.documentElement.scrollHeight")))
				b.picture(fmt.Sprintf("%s-%s-%s.png", state, size.name, lang))
				if wide := value[int](b, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
					t.Errorf("%s, %s, %s: the page is %d px wider than the window: %s", state, size.name, lang, wide, value[string](b, outside))
				}
				if there := value[bool](b, "document.querySelector("+fmt.Sprintf("%q", note)+") !== null"); !there {
					t.Errorf("%s, %s, %s: nothing says why", state, size.name, lang)
				}
			}
		}
		b.size(390, 844)
	}
	account := p.open(t, "TILL-261120-101", 12500)
	see("too-many", "account", account+"?way=account&note=tooMany&", "#note")
	see("no-more-codes", "account", account+"?way=account&note=noMoreCodes&", "#note")
	b.visit(account + "?way=account&lang=en")
	b.fill("#number", "0020480000204417")
	b.click(`input[value="FPB"]`)
	b.click("form.fill .primary")
	b.on("code")
	see("no-more-guesses", "code", account+"?note=noMoreGuesses&", "#note")

	few := serveLimited(t, api, true, checkout.Limits{Guesses: 1}).open(t, "TILL-261120-103", 12500)
	b.visit(few + "?way=account&lang=en")
	b.fill("#number", "0020480000204417")
	b.click(`input[value="FPB"]`)
	b.click("form.fill .primary")
	b.on("code")
	b.fill("#code", "000000")
	b.click("[data-code]")
	b.on("code wrongCode")
	see("last-guess", "code", few+"?", ".primary:not([data-code])")
	if value[bool](b, "document.querySelector('#code') !== null") {
		t.Error("after the last guess a code can be entered")
	}

	qr := p.open(t, "TILL-261120-102", 12500)
	b.size(1280, 800)
	b.visit(qr + "?lang=en")
	b.on("choose")
	time.Sleep(500 * time.Millisecond)
	if kind := b.view(); len(kind) < 6 || kind[:6] != "choose" {
		t.Errorf("a wide window goes on to %q by itself", kind)
	}
	b.click("form.first button")
	b.on("unknown")
	see("not-known-yet", "unknown", qr+"?", ".others")
	b.visit(qr + "?lang=en")
	b.do(chromedp.Click(chromedp.CSS(`.others a[href="?way=account"]`)))
	b.on("account")
	if found := breaches(); len(found) > 0 {
		t.Errorf("the browser logs %q", found)
	}
}

// TestAPageThatWasRefusedFollowsLater: its stream is one too many until another page
// is closed.
func TestAPageThatWasRefusedFollowsLater(t *testing.T) {
	_, api := bank(t, sandbox.Options{})
	url := serveLimited(t, api, true, checkout.Limits{Streams: 1}).open(t, "TILL-261120-104", 12500)
	first := startBrowser(t)
	first.visit(url + "?lang=en")
	first.on("choose")
	second := first.tab()
	second.visit(url + "?lang=en")
	second.on("choose")
	time.Sleep(time.Second) // its stream is refused
	first.visit("about:blank")
	time.Sleep(17 * time.Second) // the page tries again after 15 s
	first.visit(url + "?lang=en")
	first.click("form.first button")
	second.on("qr") // by itself
}
