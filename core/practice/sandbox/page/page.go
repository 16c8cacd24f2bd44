// Package page is the customer's bank as web pages, in English, Arabic and French.
// It shows what package bank knows, and has no state.
package page

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/skip2/go-qrcode"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/hub"
	"sanduq/core/practice/sandbox/network"
	"sanduq/core/practice/sandbox/tables"
)

//go:embed pages
var pageFiles embed.FS

var pageTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"lower": strings.ToLower,
	"pair":  func(w words, m any) map[string]any { return map[string]any{"W": w, "M": m} },
}).ParseFS(pageFiles, "pages/*.html"))

const (
	listedPayments = 40
	listedMessages = 12
	qrModule       = 6 // pixels a module: a whole number, so that every reader is content
)

// Pages are the web pages of the customer's bank.
type Pages struct {
	bank   *bank.Bank
	hub    *hub.Hub
	logger *slog.Logger
}

// New makes the pages; AddTo serves them.
func New(b *bank.Bank, h *hub.Hub, logger *slog.Logger) *Pages {
	return &Pages{bank: b, hub: h, logger: logger}
}

// AddTo serves the customer's bank. Everything works as plain pages and form posts; the script only refreshes what
// is shown when something changes.
func (s *Pages) AddTo(mux *http.ServeMux) {
	for name, kind := range map[string]string{"bank.css": "text/css; charset=utf-8", "bank.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml"} {
		data, _ := pageFiles.ReadFile("pages/" + name)
		mux.HandleFunc("GET /bank/"+name, asset(kind, data))
	}
	mux.Handle("GET /{$}", http.RedirectHandler("/bank", http.StatusSeeOther))
	mux.HandleFunc("GET /bank", s.localOnly(s.showBank))
	mux.HandleFunc("GET /bank/events", s.events)
	mux.HandleFunc("POST /bank/drill", s.localOnly(s.postDrill))
	mux.HandleFunc("POST /bank/behaviour", s.localOnly(s.postBehaviour))
	mux.HandleFunc("GET /b/{id}", s.showPayment)
	mux.HandleFunc("GET /b/{id}/qr.png", s.showQR)
	mux.HandleFunc("POST /b/{id}/{act}", s.postAct)
}

func asset(kind string, data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "private, max-age=600")
		_, _ = w.Write(data)
	}
}

// localOnly keeps the list, the inbox with everybody's codes, and the drills on this machine. A phone in the shop's
// network sees the one payment whose link it scanned.
func (s *Pages) localOnly(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !network.FromThisMachine(r) {
			s.render(w, r, http.StatusForbidden, "message.html", pageData{Note: "onlyHere"})
			return
		}
		next(w, r)
	}
}

// pageData is everything a page shows.
type pageData struct {
	W           words
	Path        string
	Note        string
	Payment     *paymentRow
	Payments    []paymentRow
	Waiting     []paymentRow
	Inbox       []messageRow
	Duplicates  []bank.Duplicate
	TestNumbers []tables.TestNumber
	Behaviour   string
	Behaviours  []string
	Drills      []bank.Drill
	NetworkUp   bool
	Local       bool
}

// paymentRow is a payment in a list.
type paymentRow struct{ bank.Payment }

// messageRow is a message on the phone.
type messageRow struct{ bank.Message }

func messageRows(list []bank.Message) []messageRow {
	rows := make([]messageRow, len(list))
	for i, m := range list {
		rows[i] = messageRow{m}
	}
	return rows
}

func (p paymentRow) parts() [2]string {
	whole, fraction := tables.SplitMajor(p.AmountMinor, int32(p.Digits))
	return [2]string{whole, fraction}
}

// Whole and Fraction are the two parts of the amount, which the page shows in two sizes. Thousands stand in groups.
func (p paymentRow) Whole() string    { return grouped(p.parts()[0]) }
func (p paymentRow) Fraction() string { return p.parts()[1] }

// waits says that the payment needs something of the customer: a tap, or a code told to the cashier.
func (p paymentRow) waits() bool {
	return p.Open || p.Status == contract.StatusPending && p.Holder != ""
}

// Clock is the time of day of the last change, as the phone shows it.
func (p paymentRow) Clock() string { return p.ChangedAt.Local().Format("15:04") }

// Took is how many whole minutes went by between the opening of the payment and its money.
func (p paymentRow) Took() int { return int(p.SettledAt.Sub(p.CreatedAt).Minutes()) }

// Clock is the time of day of the message.
func (m messageRow) Clock() string { return m.At.Local().Format("15:04") }

// grouped parts the thousands of a whole number by narrow spaces that do not break a line.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}

func (s *Pages) render(w http.ResponseWriter, r *http.Request, status int, name string, d pageData) {
	d.W, d.Path, d.Local = wordsFor(w, r), r.URL.Path, network.FromThisMachine(r)
	var b bytes.Buffer
	if err := pageTemplates.ExecuteTemplate(&b, name, d); err != nil {
		s.logger.Error("a page could not be drawn", "page", name, "error", err)
		http.Error(w, "page", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

func (s *Pages) showBank(w http.ResponseWriter, r *http.Request) {
	list, err := s.bank.Payments(listedPayments)
	inbox, err2 := s.bank.Inbox(listedMessages)
	twice, err3 := s.bank.Duplicates()
	if err := errors.Join(err, err2, err3); err != nil {
		s.failPage(w, r, err)
		return
	}
	d := pageData{Inbox: messageRows(inbox), Duplicates: twice, TestNumbers: tables.TestNumbers(), Behaviour: s.bank.Behaviour().String(),
		Behaviours: []string{faults.Answers.String(), faults.Slow.String(), faults.Silent.String()}, NetworkUp: s.bank.NetworkUp(),
		Drills: []bank.Drill{bank.DrillSlowBank, bank.DrillWalksAway, bank.DrillPaysLate, bank.DrillWrongCode, bank.DrillNoNetwork, bank.DrillCalm}}
	for _, each := range list {
		if p := (paymentRow{each}); p.waits() {
			d.Waiting = append(d.Waiting, p)
		} else {
			d.Payments = append(d.Payments, p)
		}
	}
	s.render(w, r, http.StatusOK, "bank.html", d)
}

func (s *Pages) showPayment(w http.ResponseWriter, r *http.Request) {
	p, found, err := s.bank.PaymentByID(r.PathValue("id"))
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	if !found {
		s.render(w, r, http.StatusNotFound, "message.html", pageData{Note: "unknown"})
		return
	}
	inbox, err := s.bank.Messages(listedMessages, p.ID)
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "payment.html", pageData{Payment: &paymentRow{p}, Inbox: messageRows(inbox), NetworkUp: s.bank.NetworkUp()})
}

func (s *Pages) failPage(w http.ResponseWriter, r *http.Request, err error) {
	s.logger.Error("the ledger failed", "path", r.URL.Path, "error", err)
	s.render(w, r, http.StatusServiceUnavailable, "message.html", pageData{Note: "broken"})
}

func (s *Pages) showQR(w http.ResponseWriter, r *http.Request) {
	p, found, err := s.bank.PaymentByID(r.PathValue("id"))
	if err != nil || !found || p.QR == "" {
		http.NotFound(w, r)
		return
	}
	png, err := qrcode.Encode(p.QR, qrcode.Medium, -qrModule)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(png)
}

func (s *Pages) postAct(w http.ResponseWriter, r *http.Request) {
	act, known := map[string]func(string) error{"approve": s.bank.Approve, "decline": s.bank.Decline, "expire": s.bank.Expire}[r.PathValue("act")]
	if !known {
		s.render(w, r, http.StatusNotFound, "message.html", pageData{Note: "unknown"})
		return
	}
	id := r.PathValue("id")
	switch err := act(id); {
	case errors.Is(err, bank.ErrNoPayment):
		s.render(w, r, http.StatusNotFound, "message.html", pageData{Note: "unknown"})
	case err != nil && !errors.Is(err, bank.ErrNotOpen):
		s.failPage(w, r, err)
	default: // too late is no error here: the page shows what the payment has become
		http.Redirect(w, r, "/b/"+id, http.StatusSeeOther)
	}
}

func (s *Pages) postDrill(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, contract.MaxBody)
	d := bank.Drill(r.PostFormValue("drill"))
	if d == bank.DrillNoNetwork {
		// The page that comes back must still arrive.
		time.AfterFunc(time.Second, func() { _ = s.bank.Drill(d) })
	} else if err := s.bank.Drill(d); errors.Is(err, bank.ErrNothingOpen) {
		s.render(w, r, http.StatusConflict, "message.html", pageData{Note: "nothingOpen"})
		return
	} else if err != nil {
		s.logger.Warn("a drill did not start", "error", err)
		s.render(w, r, http.StatusBadRequest, "message.html", pageData{Note: "broken"})
		return
	}
	http.Redirect(w, r, "/bank", http.StatusSeeOther)
}

func (s *Pages) postBehaviour(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, contract.MaxBody)
	all := []string{faults.Answers.String(), faults.Slow.String(), faults.Silent.String()}
	i := slices.Index(all, r.PostFormValue("behaviour"))
	if i < 0 {
		s.render(w, r, http.StatusBadRequest, "message.html", pageData{Note: "broken"})
		return
	}
	s.bank.SetBehaviour(faults.Behaviour(i))
	http.Redirect(w, r, "/bank", http.StatusSeeOther)
}
