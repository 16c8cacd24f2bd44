package page

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/intake"
)

// What the owner's window asks, in a session of the page. A question of a person
// carries the shops that they see, as everything here does.

// askTime is how long the database may work on one question.
const askTime = 10 * time.Second

func (p *Page) serveReading(mux *http.ServeMux) {
	mux.HandleFunc("GET /office/api/sales", answering(p, p.listed))
	mux.HandleFunc("GET /office/api/totals", answering(p, p.sums))
	mux.HandleFunc("GET /office/api/figures", answering(p, p.figures))
	mux.HandleFunc("GET /office/api/receipt", answering(p, p.receipt))
	mux.HandleFunc("GET /office/api/audit", answering(p, p.decided))
	mux.HandleFunc("GET /office/api/tills", answering(p, p.tills))
	mux.HandleFunc("GET /office/api/events", p.changes)
}

// errQuestion is a question that is none.
var errQuestion = errors.New("page: not a question")

// answering lets those in who have signed in, and answers as JSON.
func answering[T any](p *Page, ask func(r *http.Request, who Person) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := p.People.Session(r.Context(), p.held(r))
		var out T
		if err == nil {
			out, err = ask(r, who)
		}
		status := http.StatusOK
		switch {
		case err == nil:
		case errors.Is(err, ErrSession):
			status = http.StatusUnauthorized
		case errors.Is(err, errQuestion):
			status = http.StatusBadRequest
		case errors.Is(err, pgx.ErrNoRows):
			status = http.StatusNotFound
		default:
			p.cfg.Logger.Error("not answered", "path", r.URL.Path, "err", err)
			status = http.StatusServiceUnavailable
		}
		if status != http.StatusOK {
			http.Error(w, http.StatusText(status), status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(out) // who does not listen asks again
	}
}

// question reads the parameter.
func question(r *http.Request) (q office.Question, err error) {
	if err := json.Unmarshal([]byte(r.URL.Query().Get("q")), &q); err != nil || q.Limit < 0 || q.Limit > office.MaxListed {
		return q, errQuestion
	}
	for _, day := range []string{string(q.From), string(q.To)} {
		if _, err := time.Parse("20060102", day); day != "" && err != nil {
			return q, errQuestion
		}
	}
	if _, ok := office.ParseID(q.Before); q.Before != "" && !ok {
		return q, errQuestion
	}
	if h := q.Hour; h != nil && (h.Hour < 0 || h.Hour > 23 || len(h.Clock) > office.MaxSpans) {
		return q, errQuestion
	}
	return q, nil
}

func (p *Page) listed(r *http.Request, who Person) (out office.Listed, err error) {
	q, err := question(r)
	if err == nil {
		err = p.read(r, func(db asked) error { out, err = db.list(who, q); return err })
	}
	return out, err
}

func (p *Page) sums(r *http.Request, who Person) (out []office.Sum, err error) {
	q, err := question(r)
	if err == nil {
		err = p.read(r, func(db asked) error { out, err = db.sum(who, q); return err })
	}
	return out, err
}

func (p *Page) figures(r *http.Request, who Person) (out office.Figures, err error) {
	q, err := question(r)
	if err == nil && (q.From == "" || q.To == "" || q != office.Question{Practice: q.Practice, From: q.From, To: q.To, Currency: q.Currency, Shop: q.Shop, Till: q.Till}) {
		err = errQuestion // reports select by nothing else
	}
	if err == nil {
		err = p.read(r, func(db asked) error { out, err = db.figures(who, q); return err })
	}
	return out, err
}

func (p *Page) receipt(r *http.Request, who Person) (out office.Receipt, err error) {
	v := r.URL.Query()
	till, e1 := strconv.ParseInt(v.Get("till"), 10, 32)
	epoch, e2 := strconv.ParseInt(v.Get("epoch"), 10, 32)
	seq, e3 := strconv.ParseInt(v.Get("seq"), 10, 64)
	if errors.Join(e1, e2, e3) != nil {
		return out, errQuestion
	}
	err = p.read(r, func(db asked) error { out, err = db.receipt(who, till, epoch, seq); return err })
	return out, err
}

func (p *Page) decided(r *http.Request, who Person) (out []office.AuditRow, err error) {
	v := r.URL.Query()
	till, e1 := strconv.ParseInt(v.Get("till"), 10, 32)
	epoch, e2 := strconv.ParseInt(v.Get("epoch"), 10, 32)
	sale := journal.SaleID(v.Get("sale"))
	if errors.Join(e1, e2) != nil || !intake.SoundID(sale) {
		return out, errQuestion
	}
	err = p.read(r, func(db asked) error { out, err = db.decided(who, till, epoch, sale); return err })
	return out, err
}

func (p *Page) tills(r *http.Request, who Person) (out office.Tills, err error) {
	out.Who, out.Now = who.Name, p.cfg.Now()
	err = p.read(r, func(db asked) error { out.Tills, err = db.tills(who, out.Now); return err })
	return out, err
}

// changes tells that something has changed, whenever it has and now and then, as
// long as the session lasts.
func (p *Page) changes(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	told, leave := p.news.subscribe()
	defer leave()
	tick := time.NewTicker(15 * time.Second)
	defer tick.Stop()
	for first := true; ; first = false {
		if _, err := p.People.Session(r.Context(), p.held(r)); err != nil {
			if first {
				http.Error(w, http.StatusText(http.StatusUnauthorized), http.StatusUnauthorized)
			}
			return
		}
		if first {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		_ = control.SetWriteDeadline(time.Now().Add(10 * time.Second)) // not every writer can
		if _, err := w.Write([]byte("data:\n\n")); err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-told:
		case <-tick.C:
		case <-r.Context().Done():
			return
		case <-p.news.over:
			return
		}
	}
}
