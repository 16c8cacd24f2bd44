package page

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/internal/limit"
)

//go:embed web
var web embed.FS

var templates = template.Must(template.ParseFS(web, "web/page.html"))

// Config is what a Page is made of.
type Config struct {
	DB       *pgxpool.Pool
	Zone     *time.Location   // in which days begin; nil is the machine's
	Plain    bool             // no TLS: the cookie goes over HTTP, on this machine alone
	Secure   bool             // with Plain: a proxy in front has TLS, so that cookies are as with TLS
	Proxies  limit.Proxies    // whose word is taken about whom they speak for
	SignOn   *SignOn          // nil lets people in by password alone
	Now      func() time.Time // nil is time.Now
	Logger   *slog.Logger     // nil is silence
	Security *slog.Logger     // who signed in and who was refused; nil is silence
}

// Page shows the office to a telephone. It may be used from any goroutine.
type Page struct {
	cfg    Config
	People *People
	news   *news
	views  views
	curves curves
	stop   context.CancelFunc
}

// New returns the page, which hears of news until Close.
func New(cfg Config) *Page {
	if cfg.Zone == nil {
		cfg.Zone = time.Local
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Security == nil {
		cfg.Security = slog.New(slog.DiscardHandler)
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Page{cfg: cfg, People: NewPeople(cfg.DB, cfg.Now), news: listen(ctx, cfg.DB, cfg.Logger), stop: stop}
}

// Close ends what the page began, pages that wait for news among it.
func (p *Page) Close() { p.stop(); p.news.running.Wait() }

// Handler returns the page, below /office/. Requests that change something are
// refused when they come from another site.
func (p *Page) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /office/{$}", p.show)
	mux.HandleFunc("POST /office/sign-in", p.signIn)
	mux.HandleFunc("POST /office/sign-out", p.signOut)
	mux.HandleFunc("POST /office/seen", p.seen)
	mux.HandleFunc("GET /office/events", p.events)
	if p.cfg.SignOn != nil {
		mux.HandleFunc("GET "+signOnPath, p.signOn)
		mux.HandleFunc("GET "+backPath, p.signedOn)
	}
	p.serveReading(mux)
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // of what is part of the program
	}
	static := http.StripPrefix("/office/", http.FileServerFS(files))
	mux.Handle("GET /office/style.css", static)
	mux.Handle("GET /office/live.js", static)
	return guarded(http.NewCrossOriginProtection().Handler(mux))
}

// bodyTime is how long a form may take to come.
const bodyTime = 10 * time.Second

func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		if r.Method == http.MethodPost { // a page that waits for news goes on
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // not every writer can
		}
		r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
		next.ServeHTTP(w, r)
	})
}

// cookie is the session's; with TLS no other host and no plain HTTP can set it.
func (p *Page) cookie(value string, age int) *http.Cookie {
	c := &http.Cookie{Name: "__Host-office", Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: true, SameSite: http.SameSiteStrictMode}
	if p.cfg.Plain && !p.cfg.Secure {
		c.Name, c.Secure = "office", false
	}
	return c
}

func (p *Page) held(r *http.Request) core.Secret {
	c, err := r.Cookie(p.cookie("", 0).Name)
	if err != nil {
		return core.Secret{}
	}
	return core.NewSecret(c.Value)
}

// view is what the templates see.
type view struct {
	Language, Dir, Error string
	Live, SignOn         bool
	O                    overview
	zone                 *time.Location
}

func (p *Page) view(r *http.Request) view {
	v := view{Language: language(r), Dir: "ltr", SignOn: p.cfg.SignOn != nil, zone: p.cfg.Zone}
	if v.Language == "ar" {
		v.Dir = "rtl"
	}
	return v
}

// T is a sentence.
func (v view) T(key string) string { return words[v.Language][key] }

// State is what people call a status.
func (v view) State(status string) string {
	if status == "unknown" {
		status = "unknownState"
	}
	if said, ok := words[v.Language][status]; ok {
		return said
	}
	return status
}

// Alarm is what people call a kind of alarm.
func (v view) Alarm(kind string) string {
	if said, ok := words[v.Language]["alarm "+kind]; ok {
		return said
	}
	return kind
}

// Amount is an amount with its currency, its thousands parted, as the language writes it.
func (v view) Amount(minor any, currency string) string {
	number, unit, _ := strings.Cut(amount(minor, currency), " ")
	whole, fraction, has := strings.Cut(number, ".")
	if has {
		fraction = v.T("point") + fraction
	}
	return strings.TrimSpace(parted(whole) + fraction + " " + unit)
}

// Of is a line of the table of shops, for the part of the template that shows one.
func (v view) Of(d shopDay) struct {
	V view
	D shopDay
} {
	return struct {
		V view
		D shopDay
	}{v, d}
}

// Clock is a time of today.
func (v view) Clock(t time.Time) string { return t.In(v.zone).Format("15:04") }

// Moment is a time, with its day where that is not today.
func (v view) Moment(t *time.Time) string {
	if t == nil {
		return ""
	}
	at := t.In(v.zone)
	if at.Format(time.DateOnly) == v.O.Now.Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return at.Format("2006-01-02 15:04")
}

func (p *Page) render(w http.ResponseWriter, status int, name string, v view) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, name, v); err != nil {
		p.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = out.WriteTo(w) // who does not read asks again
}

func (p *Page) fail(w http.ResponseWriter, err error) {
	p.cfg.Logger.Error("page not shown", "err", err)
	http.Error(w, "The office's database does not answer. Try again in a moment.", http.StatusServiceUnavailable)
}

func (p *Page) show(w http.ResponseWriter, r *http.Request) {
	who, err := p.People.Session(r.Context(), p.held(r))
	v := p.view(r)
	if errors.Is(err, ErrSession) {
		p.render(w, http.StatusOK, "signin", v)
		return
	}
	if err == nil {
		v.O, err = p.look(r.Context(), who)
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	v.Live = true
	p.render(w, http.StatusOK, "page", v)
}

func (p *Page) signIn(w http.ResponseWriter, r *http.Request) {
	a := Attempt{Name: r.PostFormValue("name"), Password: core.NewSecret(r.PostFormValue("password")), From: p.cfg.Proxies.Of(r)}
	if c, err := r.Cookie(p.deviceCookie("").Name); err == nil {
		a.Device = core.NewSecret(c.Value)
	}
	in, err := p.People.SignIn(r.Context(), a)
	v, log := p.view(r), p.cfg.Security.With("event", "signIn", "from", a.From)
	switch {
	case errors.Is(err, ErrSignIn):
		log.Warn("refused", "why", "wrong") // no name: people type passwords there
		v.Error = "wrong"
		p.render(w, http.StatusForbidden, "signin", v)
	case errors.Is(err, ErrOften):
		log.Warn("refused", "why", "often")
		v.Error = "locked"
		p.render(w, http.StatusTooManyRequests, "signin", v)
	case errors.Is(err, ErrBusy):
		log.Warn("refused", "why", "busy")
		v.Error = "busy"
		w.Header().Set("Retry-After", "5")
		p.render(w, http.StatusServiceUnavailable, "signin", v)
	case err != nil:
		p.fail(w, err)
	default:
		log.Info("signed in")
		http.SetCookie(w, p.deviceCookie(in.Device.Reveal()))
		http.SetCookie(w, p.cookie(in.Session.Reveal(), int(sessionTime/time.Second)))
		http.Redirect(w, r, "/office/", http.StatusSeeOther)
	}
}

// deviceCookie is by which a browser is known again.
func (p *Page) deviceCookie(value string) *http.Cookie {
	c := p.cookie(value, int(deviceTime/time.Second))
	c.Name += "-device"
	return c
}

func (p *Page) signOut(w http.ResponseWriter, r *http.Request) {
	who, err := p.People.Session(r.Context(), p.held(r))
	if err == nil && (who.Form == "" || r.PostFormValue("form") != who.Form) {
		http.Error(w, "This form is not of this session.", http.StatusForbidden)
		return
	}
	if err == nil {
		err = p.People.SignOut(r.Context(), p.held(r))
	}
	if err != nil && !errors.Is(err, ErrSession) {
		p.fail(w, err)
		return
	}
	http.SetCookie(w, p.cookie("", -1))
	http.Redirect(w, r, "/office/", http.StatusSeeOther)
}

// seen notes that a person has taken note of an alarm, as they saw it: one that came again
// meanwhile stays.
func (p *Page) seen(w http.ResponseWriter, r *http.Request) {
	who, err := p.People.Session(r.Context(), p.held(r))
	if err == nil && (who.Form == "" || r.PostFormValue("form") != who.Form) {
		http.Error(w, "This form is not of this session.", http.StatusForbidden)
		return
	}
	id, bad := strconv.ParseInt(r.PostFormValue("alarm"), 10, 64)
	times, worse := strconv.Atoi(r.PostFormValue("times"))
	if errors.Join(bad, worse) != nil {
		http.Error(w, "This form is not of this page.", http.StatusBadRequest)
		return
	}
	if err == nil {
		_, err = p.cfg.DB.Exec(r.Context(), `UPDATE alarms a SET seen_at = greatest($4, a.last_at), seen_by = $5 FROM tills t
			WHERE a.id = $1 AND a.times = $6 AND t.id = a.till_id AND ($2 OR t.shop_id = ANY($3))`, id, who.All, who.Shops, p.cfg.Now(), who.Name, times)
	}
	if err != nil && !errors.Is(err, ErrSession) {
		p.fail(w, err)
		return
	}
	p.news.notify() // other open pages of this process
	http.Redirect(w, r, "/office/", http.StatusSeeOther)
}
