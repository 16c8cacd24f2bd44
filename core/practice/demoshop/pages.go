package demoshop

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"strconv"

	"sanduq/core/money"
)

// wares are what the shop sells, in minor units.
var wares = []ware{{"dates", "Dates, 1 kg", "تمر، كيلو", 12500}, {"oil", "Olive oil, 1 l", "زيت زيتون، لتر", 28000}, {"tea", "Green tea", "شاي أخضر", 6250}}

type ware struct {
	Name, English, Arabic string
	minor                 int64
}

// Price is for people.
func (w ware) Price() string { return money.Amount{Minor: w.minor, Currency: "LYD"}.String() }

// mostOfOne is how many of one ware a customer may take.
const mostOfOne = 20

func (s *Shop) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/pay/", s.checkout)
	mux.HandleFunc("GET /{$}", s.basket)
	mux.HandleFunc("POST /order", s.buy)
	mux.HandleFunc("GET /order/{id}", s.back)
	mux.HandleFunc("POST "+WebhookPath, s.takeWebhook)
	mux.Handle("GET /shop.css", kept(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, pages, "pages/shop.css") })))
	if s.fonts != nil {
		mux.Handle("GET /fonts/", kept(http.StripPrefix("/fonts/", http.FileServerFS(s.fonts))))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { s.write(w, http.StatusNotFound, "sorry.html", nil) })
	guarded := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		guarded.ServeHTTP(w, r)
	})
}

// kept lets a browser keep a file for an hour: a page whose typeface is fetched
// again is drawn twice.
func kept(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		files.ServeHTTP(w, r)
	})
}

func (s *Shop) write(w http.ResponseWriter, status int, name string, data any) {
	var page bytes.Buffer
	if err := s.pages.ExecuteTemplate(&page, name, data); err != nil {
		s.log.Error("a page could not be made", "err", err)
		http.Error(w, "sorry", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes())
}

// basket shows what there is. The order's number is in the form: sent twice, it
// is one order.
func (s *Shop) basket(w http.ResponseWriter, _ *http.Request) {
	s.write(w, http.StatusOK, "basket.html", map[string]any{"Wares": wares, "Order": newOrder(), "Bank": s.bank})
}

// buy places the order and sends the browser to the payment page.
func (s *Shop) buy(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 8<<10)
	total := money.Amount{Currency: "LYD"}
	for _, ware := range wares {
		n, _ := strconv.ParseInt(r.PostFormValue(ware.Name), 10, 64)
		total.Minor += ware.minor * min(max(n, 0), mostOfOne)
	}
	if total.Minor == 0 {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	o, err := s.place(r.Context(), r.PostFormValue("order"), total)
	if err != nil {
		s.log.Error("an order was not placed", "err", err)
		s.write(w, http.StatusServiceUnavailable, "sorry.html", nil)
		return
	}
	to := "/order/" + o.ID
	if o.State == orderOpen {
		to = o.Page
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// back is where the customer comes back to: the outcome is asked here and now. One
// whose payment is still being opened waits here, and goes on to its page, whichever
// request opened it.
func (s *Shop) back(w http.ResponseWriter, r *http.Request) {
	o, err := s.orders.get(r.PathValue("id"))
	if errors.Is(err, os.ErrNotExist) {
		s.write(w, http.StatusNotFound, "sorry.html", nil)
		return
	}
	waited := r.URL.Query().Has("opening")
	if err == nil && o.State == orderOpening {
		waited = true
		o, err = s.place(r.Context(), o.ID, o.Total)
	}
	if err == nil && waited && o.State == orderOpen {
		http.Redirect(w, r, o.Page, http.StatusSeeOther)
		return
	}
	if err == nil {
		o, err = s.verify(r.Context(), o)
	}
	if err == nil {
		o, err = s.again(o)
	}
	if err != nil {
		s.log.Error("an order could not be read", "err", err)
		s.write(w, http.StatusServiceUnavailable, "sorry.html", nil)
		return
	}
	s.write(w, http.StatusOK, "order.html", map[string]any{"Order": o, "Bank": s.bank})
}

// again reads the order as it is stored now, with what was heard of the payment.
func (s *Shop) again(o order) (order, error) {
	stored, err := s.orders.get(o.ID)
	stored.Payment = o.Payment
	return stored, err
}
