//go:build e2e

package browser

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/payments"
)

// buy fills the basket and orders.
func (b *browser) buy(s *shop) (page string) {
	b.t.Helper()
	b.visit(s.url + "/")
	b.click("#buy")
	b.on("choose")
	return value[string](b, "location.origin + location.pathname")
}

func (b *browser) toCode() {
	b.t.Helper()
	b.click(`a.way[href="?way=account"]`)
	b.on("account")
	b.fill("#number", "0020480000204417")
	b.click(`input[value="FPB"]`)
	b.click("form.fill .primary")
	b.on("code")
}

func (s *shop) counts(validated, submitted int) {
	s.t.Helper()
	v, o := s.service.Calls().Count(contract.OpValidateBank), s.service.Calls().Count(contract.OpSubmitBank)
	if v != validated || o != submitted {
		s.t.Errorf("%d codes were asked for and %d submitted, want %d and %d", v, o, validated, submitted)
	}
	if twice, err := s.service.Bank().Duplicates(); err != nil || len(twice) != 0 {
		s.t.Errorf("orders opened twice: %v, %v", twice, err)
	}
}

// TestShopIsKilled kills the shop's server at every step of a payment. Each time
// the customer goes on where it was, and pays once.
func TestShopIsKilled(t *testing.T) {
	service, _ := bank(t, sandbox.Options{Timing: payments.Timing{Settle: 6 * time.Second}})
	s := startShop(t, service)
	b := startBrowser(t)
	b.size(390, 844)
	b.visit(s.url + "/")
	b.picture("shop-1-basket.png")
	page := b.buy(s)
	b.picture("shop-2-redirected.png")

	s.killAndRestart()
	b.do(chromedp.Reload())
	b.on("choose")
	b.toCode()
	s.killAndRestart()
	b.do(chromedp.Reload())
	b.on("code")
	b.picture("shop-3-code-after-kill.png")
	s.counts(1, 0)

	// The bank has executed the code, and the server dies before the reply, which waits.
	service.Faults().Inject(faults.Fault{Op: contract.OpSubmitBank, Kind: faults.Latency, Delay: 10 * time.Second, AfterCommit: true})
	b.fill("#code", theCode)
	b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById('pay').requestSubmit()`))
	executed := func() bool {
		payments, err := service.Bank().Payments(1)
		return err == nil && len(payments) == 1 && payments[0].Status == contract.StatusProcessing
	}
	for deadline := time.Now().Add(10 * time.Second); !executed(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the code did not reach the bank")
		}
	}
	s.killAndRestart()
	service.Faults().Clear()
	b.visit(page)
	// The step of the dead server holds the form for some seconds more: busy.
	view := b.view()
	if kind := strings.Fields(view)[0]; kind != "unknown" && kind != "busy" && kind != "processing" && kind != "paid" {
		t.Errorf("after the kill the page is %q", view)
	}
	b.picture("shop-4-after-kill-in-flight.png")
	s.counts(1, 1)
	b.on("paid")
	b.picture("shop-5-paid.png")
	s.killAndRestart()
	b.do(chromedp.Reload())
	b.on("paid")
	b.click("a.primary")
	b.do(chromedp.WaitVisible(chromedp.CSS(`#outcome[data-state="paid"]`)))
	b.picture("shop-6-back.png")
	s.counts(1, 1)
}

// TestTabsAndBack: a second tab follows, Back and a form that is posted again
// send nothing.
func TestTabsAndBack(t *testing.T) {
	service, _ := bank(t, sandbox.Options{Timing: payments.Timing{Settle: 3 * time.Second}})
	s := startShop(t, service)
	b := startBrowser(t)
	page := b.buy(s)
	second := b.tab()
	second.visit(page)
	second.on("choose")
	b.toCode()
	second.on("code") // by itself
	b.do(chromedp.NavigateBack())
	b.on("account")
	s.counts(1, 0)
	b.visit(page)
	b.on("code")
	b.fill("#code", theCode)
	b.click("[data-code]")
	b.on("processing")
	b.do(chromedp.NavigateBack())
	time.Sleep(300 * time.Millisecond)
	if kind := strings.Fields(b.view())[0]; kind == "code" || kind == "account" {
		t.Errorf("Back shows %q", kind)
	}
	second.on("processing")
	b.visit(page)
	b.on("paid")
	second.on("paid")
	s.counts(1, 1)
}

// TestWithoutScripts pays with scripts switched off: the page refreshes itself.
func TestWithoutScripts(t *testing.T) {
	service, _ := bank(t, sandbox.Options{Timing: payments.Timing{Settle: time.Second}})
	s := startShop(t, service)
	b := startBrowser(t)
	b.size(390, 844)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.visit(s.url + "/")
	b.click("#buy")
	b.do(chromedp.WaitReady(chromedp.CSS(`main[data-view^="choose "]`)))
	b.toCode()
	b.picture("noscript-code.png")
	b.fill("#code", theCode)
	b.click("[data-code]")
	b.on("processing")
	b.picture("noscript-processing.png")
	b.on("paid")
	b.picture("noscript-paid.png")
	s.counts(1, 1)
}
