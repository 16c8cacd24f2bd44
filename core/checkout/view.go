package checkout

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/checkout/internal/words"
)

// The kinds of page.
const (
	kindChoose     = "choose"
	kindAccount    = "account"
	kindWallet     = "wallet"
	kindQR         = "qr"
	kindCode       = "code"
	kindBusy       = "busy"
	kindProcessing = "processing"
	kindUnknown    = "unknown"
	kindPaid       = "paid"
	kindFailed     = "failed"
	kindExpired    = "expired"
)

// view is what the templates draw: a payment as it is stored, in a language.
type view struct {
	words.Words
	Lang, Dir, Kind, Note string
	Shop, Root, Path      string
	Practice              bool
	Others                []string
	Form                  string // the token of this page's forms
	Bank                  string // the institution that a refused form had chosen
	Spent                 bool   // no code that is entered is taken any more
	Banks                 institutions
	catalogue             map[string]words.Words
	version               string
	location              *time.Location
	now                   time.Time
	look
}

// kind is the page that a payment is on. way is the form that the browser asks
// for, and counts only while a form can be filled in.
func (l look) kind(way string) string {
	s := l.session
	switch {
	case s.State == core.StateSuccess:
		return kindPaid
	case s.Conflict != "", s.OTPUnresolved && !l.here:
		return kindUnknown
	case l.busy:
		return kindBusy
	case s.State == core.StateFailed:
		return kindFailed
	case s.State == core.StateExpired:
		return kindExpired
	case l.leavable() && (way == kindAccount || way == kindWallet || way == kindQR):
		return way
	case (l.record.Capped || l.record.Denied) && waits(s):
		return kindUnknown
	case s.State == core.StateWaitingPayment, s.State == core.StateAuthorized:
		return kindProcessing
	case way == kindAccount, way == kindWallet:
		return way
	case s.State == core.StateOTPRequired:
		return kindCode
	case s.State == core.StateQRGenerated:
		return kindQR
	}
	return kindChoose
}

// leavable reports whether a customer whose outcome is not known may pay in another
// way: a QR was shown, no code was sent, and the gateway's last word is that nothing
// was paid. The QR's leg is asked once more before anything is sent.
func (l look) leavable() bool {
	return l.record.Capped && !l.record.Denied && l.session.State == core.StateQRGenerated && !l.session.OTPIndeterminate &&
		strings.EqualFold(l.session.RawStatus, "PENDING") && !l.health.Degraded
}

// Leavable is leavable, for templates.
func (v *view) Leavable() bool { return v.leavable() }

// view is the page of a payment for a browser.
func (c *Checkout) view(r *http.Request, browser string, p *payment, note string) *view {
	v := c.bare(r, "")
	v.look = p.snapshot()
	v.Path = c.path(p.ref)
	query := r.URL.Query()
	v.Kind = v.kind(query.Get("way"))
	v.Spent = c.limits.guess(v.record) != nil
	if note == "" {
		note = query.Get("note")
	}
	if slices.Contains(notesOf[v.Kind], note) {
		v.Note = note
	}
	v.Form = c.vault.FormToken(browser, p.ref, v.record.Turn)
	if v.Kind == kindAccount || v.Kind == kindWallet {
		v.fillBanks(c, r, p, query)
	}
	return v
}

func (v *view) fillBanks(c *Checkout, r *http.Request, p *payment, query url.Values) {
	list, err := c.banks.get(r.Context(), p.current())
	if err != nil {
		c.log.Warn("the institutions did not come", "err", err)
		v.Note = "noBanks"
	}
	v.Banks = list.of(v.Rail())
	v.Bank = query.Get("bank")
	if len(v.Banks) == 1 {
		v.Bank = v.Banks[0].Code
	}
}

// bare is a page without a payment.
func (c *Checkout) bare(r *http.Request, kind string) *view {
	lang := c.languageOf(r)
	v := &view{Words: c.catalogue[lang], Lang: lang, Dir: "ltr", Kind: kind, Shop: cmp.Or(c.cfg.ShopNames[lang], c.cfg.Shop), Root: c.cfg.Path,
		Practice: c.cfg.Practice, Others: c.languages(lang), catalogue: c.catalogue, version: c.static.version,
		location: c.cfg.Location, now: time.Now()}
	if v.Text("direction") == "rtl" {
		v.Dir = "rtl"
	}
	return v
}

// always are notes that may stand on any page with a form.
var always = []string{"used", "busy", "notStored", "form", "denied", "legUnanswered", "notSent", "noAnswer", "tooMany"}

// notesOf are the notes that mean something on a kind of page: an address that
// somebody made up, or an old one, says nothing else.
var notesOf = map[string][]string{
	kindChoose:     append([]string{"refused"}, always...),
	kindQR:         append([]string{"refused"}, always...),
	kindAccount:    append([]string{"incomplete", "invalid", "account", "blocked", "funds", "limit", "refused", "tries", "noMoreCodes"}, always...),
	kindWallet:     append([]string{"incomplete", "invalid", "account", "blocked", "funds", "limit", "refused", "tries", "noMoreCodes"}, always...),
	kindCode:       append([]string{"invalid", "wrongCode", "codeExpired", "tries", "funds", "limit", "blocked", "refused", "tooSoon", "account", "noMoreCodes", "noMoreGuesses"}, always...),
	kindProcessing: {"used", "busy", "form", "noAnswer", "denied", "tooMany"},
	kindUnknown:    {"used", "busy", "form", "noAnswer", "denied", "tooMany"},
}

// T is a sentence, for templates.
func (v *view) T(key string, args ...any) string { return v.Text(key, args...) }

// ID tells one page from another: as long as it stays, the browser keeps what
// was typed and repaints only the live parts.
func (v *view) ID() string {
	return strings.Join([]string{v.Kind, v.Note, v.Form, strconv.FormatBool(v.Spent), v.Twice()}, " ")
}

// Title is the page's name, beginning with what is new.
func (v *view) Title() string { return v.T("title."+v.Kind) + " · " + v.Shop }

// Static is the address of a file that every page asks for.
func (v *view) Static(name string) string { return v.Root + "/static/" + v.version + "/" + name }

// Name is what a language calls itself.
func (v *view) Name(lang string) string { return v.catalogue[lang].Text("language") }

// Events is where changes of this page come from; blank where none are awaited.
func (v *view) Events() string {
	if v.Path == "" {
		return ""
	}
	query := url.Values{"lang": {v.Lang}}
	if v.Kind == kindAccount || v.Kind == kindWallet || v.Kind == kindQR && v.Leavable() {
		query.Set("way", v.Kind)
	}
	if v.Note != "" {
		query.Set("note", v.Note)
	}
	if v.Bank != "" {
		query.Set("bank", v.Bank)
	}
	return v.Path + "/events?" + query.Encode()
}

// Refresh is after how many seconds a browser without scripts asks again; zero
// where there is something to fill in.
func (v *view) Refresh() int {
	switch v.Kind {
	case kindBusy:
		return 2
	case kindQR, kindProcessing, "unavailable":
		return 5
	case kindUnknown:
		return 15
	}
	return 0
}

// Rail is the network of the form that is shown.
func (v *view) Rail() core.Rail {
	if v.Kind == kindWallet {
		return core.RailWallet
	}
	return core.RailBank
}
