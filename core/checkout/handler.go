package checkout

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	browserCookie  = "sanduq_checkout"
	languageCookie = "sanduq_checkout_lang"
	// maxForm bounds what is read of a form.
	maxForm = 8 << 10
)

// policy forbids whatever the page does not do: nothing is inline but the empty
// icon, nothing comes from elsewhere, and nobody may put the page into a frame.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// routes is the handler: static files, the page of a payment and what it asks.
func (c *Checkout) routes() http.Handler {
	mux := http.NewServeMux()
	at := c.cfg.Path
	mux.HandleFunc("GET "+at+"/static/{version}/{file}", c.static.serve)
	mux.HandleFunc("GET "+at+"/{ref}", c.page)
	mux.HandleFunc("GET "+at+"/{ref}/events", c.events)
	mux.HandleFunc("GET "+at+"/{ref}/qr.png", c.qrPicture)
	mux.HandleFunc("GET "+at+"/{ref}/qr.svg", c.qrPicture)
	mux.HandleFunc("POST "+at+"/{ref}/{step}", c.form)
	mux.HandleFunc(at+"/", func(w http.ResponseWriter, r *http.Request) { c.gone(w, r) })
	return guard(http.NewCrossOriginProtection().Handler(mux))
}

func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// found brings the payment of a request, or says that there is none.
func (c *Checkout) found(w http.ResponseWriter, r *http.Request) (*payment, bool) {
	p, err := c.visit(r.PathValue("ref"))
	switch {
	case err == nil:
		return p, true
	case errors.Is(err, ErrNotStored):
		c.gone(w, r)
	default:
		c.log.Error("a payment could not be brought back", "err", err)
		c.unavailable(w, r)
	}
	return nil, false
}

// page shows a payment. It sends nothing, however often it is asked for.
func (c *Checkout) page(w http.ResponseWriter, r *http.Request) {
	p, ok := c.found(w, r)
	if !ok {
		return
	}
	defer c.release(p)
	if lang := r.URL.Query().Get("lang"); c.catalogue[lang] != nil {
		c.setCookie(w, r, languageCookie, lang)
	}
	c.render(w, r, p, http.StatusOK, "")
}

// render writes the page as it is now.
func (c *Checkout) render(w http.ResponseWriter, r *http.Request, p *payment, status int, note string) {
	browser := c.browser(w, r)
	onOtherStack(func() { c.write(w, status, c.view(r, browser, p, note)) })
}

func (c *Checkout) write(w http.ResponseWriter, status int, v *view) {
	page, err := c.draw("page.html", v)
	if err != nil {
		c.log.Error("a page could not be made", "err", err)
		http.Error(w, "the page could not be made; nothing was sent", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(page)
}

func (c *Checkout) gone(w http.ResponseWriter, r *http.Request) {
	c.write(w, http.StatusNotFound, c.bare(r, "gone"))
}

func (c *Checkout) unavailable(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "5")
	c.write(w, http.StatusServiceUnavailable, c.bare(r, "unavailable"))
}

// browser is the random number of this browser; a new one is given to one that
// has none. It says nothing about payments.
func (c *Checkout) browser(w http.ResponseWriter, r *http.Request) string {
	if id := browserOf(r); id != "" {
		return id
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random) // never fails
	id := hex.EncodeToString(random)
	c.setCookie(w, r, browserCookie, id)
	return id
}

func browserOf(r *http.Request) string {
	cookie, err := r.Cookie(browserCookie)
	if err != nil || len(cookie.Value) != 32 || strings.Trim(cookie.Value, "0123456789abcdef") != "" {
		return ""
	}
	return cookie.Value
}

func (c *Checkout) setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: c.cfg.Path + "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, Secure: c.cfg.Secure || r.TLS != nil, MaxAge: int((30 * 24 * time.Hour).Seconds())})
}

// form takes a form and shows the page again, by a redirect: what a reload then
// repeats is the page.
func (c *Checkout) form(w http.ResponseWriter, r *http.Request) {
	p, ok := c.found(w, r)
	if !ok {
		return
	}
	defer c.release(p)
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if r.ParseForm() != nil {
		c.render(w, r, p, http.StatusBadRequest, "form")
		return
	}
	turn, ours := c.vault.Redeem(browserOf(r), p.ref, r.PostForm.Get("form"))
	if !ours {
		c.render(w, r, p, http.StatusForbidden, "form")
		return
	}
	to := url.Values{}
	err := c.handleForm(r, p, turn, to)
	if errors.Is(err, errNoSuchStep) {
		c.gone(w, r)
		return
	}
	if err != nil {
		c.log.Info("a step was not taken", "payment", p.snapshot().record.PaymentID, "step", r.PathValue("step"), "err", err)
	}
	if note := noteOf(r.PathValue("step"), err); note != "" {
		to.Set("note", note)
	}
	address := c.path(p.ref)
	if len(to) > 0 {
		address += "?" + to.Encode()
	}
	http.Redirect(w, r, address, http.StatusSeeOther)
}
