//go:build e2e

package browser

import (
	"fmt"
	"os"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/tests/needs"
)

var sizes = []struct {
	name string
	w, h int64
}{{"phone", 390, 844}, {"desktop", 1280, 800}}

// outside names what sticks out of the window.
const outside = `[...document.querySelectorAll('body *')].filter(e => { const r = e.getBoundingClientRect(); return r.left < -1 || r.right > innerWidth + 1 }).map(e => e.tagName + '.' + e.className + ' ' + e.id).join('; ')`

// capture draws the page as it stands in every size and language and asks axe-core
// about each.
func capture(b *browser, state, url string) {
	b.t.Helper()
	axe, err := os.ReadFile(os.Getenv("SANDUQ_AXE"))
	if err != nil {
		needs.Check(b.t, needs.Missing{What: fmt.Sprintf("SANDUQ_AXE names no axe.min.js: %v", err), Group: "web"})
	}
	sep := "?"
	for _, c := range url {
		if c == '?' {
			sep = "&"
		}
	}
	for _, size := range sizes {
		for _, lang := range []string{"en", "ar", "fr"} {
			b.size(size.w, size.h)
			b.visit(url + sep + "lang=" + lang)
			await[bool](b, "document.fonts.ready.then(() => true)")
			name := fmt.Sprintf("%s-%s-%s", state, size.name, lang)
			b.size(size.w, max(size.h, value[int64](b, "document.documentElement.scrollHeight")))
			b.picture(name + ".png")
			if wide := value[int](b, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
				b.t.Errorf("%s: the page is %d px wider than the window: %s", name, wide, value[string](b, outside))
			}
			value[bool](b, string(axe)+"; true")
			found := await[[]struct {
				ID, Impact, Help string
				Nodes            []string
			}](b, `axe.run().then(r => { window.axePasses = r.passes.length; return r.violations.map(v => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 160))})) })`)
			for _, v := range found {
				b.t.Errorf("%s: axe-core: %s (%s): %s %q", name, v.ID, v.Impact, v.Help, v.Nodes)
			}
			b.t.Logf("axe | %-28s | %d violations | %d rules passed", name, len(found), value[int](b, "window.axePasses"))
		}
	}
}

// TestPictures takes a payment to each state there is and looks at it.
func TestPictures(t *testing.T) {
	service, api := bank(t, sandbox.Options{Timing: payments.Timing{Settle: 300 * time.Millisecond, Auto: 200 * time.Millisecond}})
	p := servePage(t, api, true, core.WithSchedule(core.PollSchedule{Fast: 200 * time.Millisecond, FastFor: 4 * time.Minute, Slow: time.Second, Cap: 5 * time.Minute}))
	b := startBrowser(t)
	b.size(390, 844)
	code := func(url, way, number, bank string) {
		b.visit(url + "?way=" + way)
		b.fill("#number", number)
		b.click(`input[value="` + bank + `"]`)
		b.click("form.fill .primary")
	}

	url := p.open(t, "TILL-261120-012", 12500)
	capture(b, "account", url+"?way=account")
	capture(b, "wallet", url+"?way=wallet")
	code(url, "account", "1000000001", "FPB")
	b.on("account account")
	capture(b, "account-refused", url+"?way=account&note=account")

	b.size(390, 844)
	b.visit(url)
	capture(b, "choose", url+"?note=refused")
	b.size(390, 844)
	code(url, "account", "0020480000204417", "FPB")
	b.on("code")
	capture(b, "code", url)
	b.size(390, 844)
	b.visit(url)
	b.fill("#code", "111111")
	b.click("[data-code]")
	b.on("code wrongCode")
	capture(b, "code-wrong", url+"?note=wrongCode")
	b.size(390, 844)
	b.visit(url)
	b.fill("#code", theCode)
	b.picture("code-filled-phone-en.png")
	b.size(1280, 800)
	b.picture("code-filled-desktop-en.png")
	b.click("[data-code]")
	b.on("paid")
	capture(b, "paid", url)

	b.size(390, 844)
	never := p.open(t, "TILL-261120-013", 12500)
	code(never, "account", "1000000005", "FPB")
	b.on("code")
	b.fill("#code", theCode)
	b.click("[data-code]")
	b.on("processing")
	capture(b, "processing", never)

	qr := p.open(t, "TILL-261120-014", 12500)
	b.size(390, 844)
	b.visit(qr)
	b.click("form.first button")
	b.on("qr")
	capture(b, "qr", qr)

	for state, minor := range map[string]int64{"failed": 12541, "expired": 12542} {
		end := p.open(t, "TILL-261120-"+state, minor)
		b.size(390, 844)
		b.visit(end)
		b.click("form.first button")
		b.on(state)
		capture(b, state, end)
	}

	lost := p.open(t, "TILL-261120-015", 12500)
	b.size(390, 844)
	code(lost, "account", "1000000005", "FPB")
	b.on("code")
	service.Faults().Inject(faults.Fault{Op: contract.OpSubmitBank, Kind: faults.CommitThenDrop, Count: 1})
	service.Faults().Inject(faults.Fault{Op: contract.OpStatus, Kind: faults.Status, Status: 503})
	b.fill("#code", theCode)
	b.click("[data-code]")
	b.on("unknown")
	capture(b, "unknown", lost)
	service.Faults().Clear()

	capture(b, "gone", p.url+"/pay/00000000000000000000000000000000")

	real := servePage(t, api, false)
	url = real.open(t, "TILL-261120-016", 12500)
	b.size(390, 844)
	code(url, "wallet", "0910000011", "PWL")
	b.on("code")
	b.fill("#code", theCode)
	b.click("[data-code]")
	b.on("paid")
	capture(b, "paid-live", url)
}
