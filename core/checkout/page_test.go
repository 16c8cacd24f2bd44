package checkout_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/coretest"
	"sanduq/core/wire"
)

var (
	sheetIn = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`)
	fontIn  = regexp.MustCompile(`url\("?([^")]+\.woff)"?\)`)
)

// The page has its typeface with it: a program that gives none gets it all the same.
func TestThePageHasItsFont(t *testing.T) {
	c := serve(t, new(gateway), new(checkout.MemoryStore)).customer()
	sheet := sheetIn.FindStringSubmatch(c.html)[1]
	folder := sheet[:strings.LastIndexByte(sheet, '/')+1]
	c.receive(c.Get(c.s.web.URL + sheet))
	fonts := fontIn.FindAllStringSubmatch(c.html, -1)
	if len(fonts) < 3 {
		t.Fatalf("the sheet names %d fonts", len(fonts))
	}
	for _, font := range fonts {
		if c.receive(c.Get(c.s.web.URL + folder + font[1])); c.code != 200 || !strings.HasPrefix(c.html, "wOFF") {
			t.Errorf("%s: %d", font[1], c.code)
		}
	}
}

// What the page links to is what its policy allows, its icon as well.
func TestThePolicyAllowsTheIcon(t *testing.T) {
	c := serve(t, new(gateway), new(checkout.MemoryStore)).customer()
	answer, err := c.Get(c.s.web.URL + c.s.path)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	policy := answer.Header.Get("Content-Security-Policy")
	images := regexp.MustCompile(`img-src ([^;]*)`).FindStringSubmatch(policy)[1]
	if strings.Contains(c.html, `rel="icon" href="data:`) && !strings.Contains(images, "data:") {
		t.Errorf("the icon is a data address, and images may come from %s", images)
	}
}

// No page asks for a QR by itself: what is sent is the customer's choice.
func TestNothingIsAskedForByItself(t *testing.T) {
	c := serve(t, new(gateway), new(checkout.MemoryStore)).customer()
	script := regexp.MustCompile(`<script src="([^"]+)"`).FindStringSubmatch(c.html)[1]
	if strings.Contains(c.html, "data-wide") {
		t.Error("a form sends itself in a wide window")
	}
	if c.receive(c.Get(c.s.web.URL + script)); strings.Contains(c.html, "'POST'") || !strings.Contains(c.html, "EventSource") {
		t.Error("the script posts by itself")
	}
}

// A customer who did not pay by the QR, as the gateway says, can leave "We do not
// know yet" for the QR or another way. One who entered a code cannot.
func TestNotKnownYetCanBeLeft(t *testing.T) {
	short := func(c *checkout.Config) {
		c.SDK = []core.Option{core.WithSchedule(core.PollSchedule{Slow: 10 * time.Millisecond, Cap: 50 * time.Millisecond})}
	}
	api := new(gateway)
	c := serve(t, api, new(checkout.MemoryStore), short).customer()
	c.post("qr")
	c.until("unknown")
	for _, way := range []string{"qr", "account", "wallet"} {
		if !strings.Contains(c.html, `href="?way=`+way+`"`) {
			t.Errorf("the page does not lead to %s", way)
		}
	}
	c.get("?way=qr")
	c.on("qr")
	c.get("?way=account")
	c.on("account")
	c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	c.on("code")
	wantCounts(t, api, 1, 0)
	c.post("code", "code", code)
	c.until("unknown")
	if c.get("?way=account"); c.kind() != "unknown" || strings.Contains(c.html, `href="?way=`) {
		t.Errorf("after a code the page is %s", c.kind())
	}

	silent := &gateway{statusErr: core.ErrNotSent}
	d := serve(t, silent, new(checkout.MemoryStore), short).customer()
	d.post("qr")
	d.until("unknown")
	if d.get("?way=account"); d.kind() != "unknown" || strings.Contains(d.html, `href="?way=`) {
		t.Errorf("without an answer the page is %s", d.kind())
	}
}

// With a new key, payments of the old one go on: their address, their forms and
// what is stored of them.
func TestTheKeyIsChanged(t *testing.T) {
	api := new(gateway)
	s := serve(t, api, new(checkout.MemoryStore))
	c := s.customer()
	c.get("?way=account")
	form, path := c.token(), s.path
	old := s.cfg.Key
	s.cfg.Key, s.cfg.OldKeys = []byte(strings.Repeat("n", checkout.KeySize)), [][]byte{old}
	s.restart()
	if s.path != path {
		t.Errorf("the payment is at %s, and was at %s", s.path, path)
	}
	c.postAs(form, "account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	c.on("code")
	c.post("code", "code", code)
	c.on("processing")
	if _, err := s.page.Outcome(t.Context(), "P-1"); err != nil {
		t.Error(err)
	}
	s.cfg.OldKeys = nil
	s.page.Close()
	page, err := checkout.New(s.cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	if _, err := page.Outcome(t.Context(), "P-1"); err == nil {
		t.Error("the address is of a key that is gone, and is found")
	}
}

// A customer gave the QR up, named an account, and paid by the QR after all. The receipt as text names the account no
// more than the page does, and has no line without a fact.
func TestTheCopiedReceiptIsThePages(t *testing.T) {
	l := &legs{of: map[bool]wire.StatusResult{false: coretest.Pending, true: coretest.Pending}}
	s, _ := told(t, &l.gateway, func(c *checkout.Config) { c.API = l })
	c := s.customer()
	c.post("qr")
	c.on("qr")
	c.toCode()
	l.says(false, paidBy(""))
	if _, err := s.page.Outcome(t.Context(), "P-1"); err != nil {
		t.Fatal(err)
	}
	c.until("paid")
	copied := regexp.MustCompile(`data-copy="([^"]*)"`).FindStringSubmatch(c.html)[1]
	if strings.Contains(copied, "4417") || strings.Contains(copied, "from") || strings.Contains(copied, ": \n") || !strings.Contains(copied, "Order: SHOP-1") {
		t.Errorf("the copied receipt is\n%s", copied)
	}
}

// A code had no answer, and the customer confirms the QR that was given up. The page says that, and not that the code
// was accepted.
func TestAConfirmedQRIsNoAcceptedCode(t *testing.T) {
	l := &legs{of: map[bool]wire.StatusResult{false: coretest.Pending, true: coretest.Pending}}
	l.submitErr = core.ErrOutcomeUnknown
	s, _ := told(t, &l.gateway, func(c *checkout.Config) { c.API = l })
	c := s.customer()
	c.post("qr")
	c.on("qr")
	c.toCode()
	c.post("code", "code", code)
	c.until("unknown")
	l.says(false, wire.StatusResult{State: core.StateWaitingPayment, RawStatus: "PROCESSING"})
	c.until("processing")
	if strings.Contains(c.html, "Code accepted") || !strings.Contains(c.html, "You confirmed") {
		t.Error("the page says that the code was accepted")
	}
}

// The QR's leg was refused while the bank carries the account's code out: what nobody knows is not "not paid".
func TestTheLastAnswerIsNotTheOtherLegs(t *testing.T) {
	l := &legs{of: map[bool]wire.StatusResult{false: coretest.Pending, true: coretest.Pending}}
	s, _ := told(t, &l.gateway, func(c *checkout.Config) {
		c.API, c.SDK = l, []core.Option{core.WithSchedule(core.PollSchedule{Slow: 10 * time.Millisecond, Cap: 300 * time.Millisecond})}
	})
	c := s.customer()
	c.post("qr")
	c.on("qr")
	c.toCode()
	l.says(true, wire.StatusResult{State: core.StateWaitingPayment, RawStatus: "PROCESSING"})
	l.says(false, wire.StatusResult{State: core.StateFailed, RawStatus: "FAILED"})
	c.post("code", "code", code)
	c.until("unknown")
	if last := regexp.MustCompile(`data-live="last">.*?</span>`).FindString(c.html); !strings.Contains(last, "processing") {
		t.Errorf("the page says %s", last)
	}
}
