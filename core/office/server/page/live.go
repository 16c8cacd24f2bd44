package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// How often an open page looks: at news once a second (see gathering), whether its session
// still is, and whether a till has fallen silent meanwhile.
const (
	sessionEvery = 5 * time.Second
	viewFresh    = 10 * time.Second
)

// parts are what the page is made of that changes, in the order in which they stand.
var parts = []string{"asOf", "alarms", "silent", "today", "late", "unknown", "owed", "newest"}

// views are what open pages see, read once for all who see the same shops.
type views struct {
	mu  sync.Mutex // guards the map
	all map[string]*sharedView
}

type sharedView struct {
	mu  sync.Mutex // guards the rest; held while the database is asked
	of  uint64     // the news of which it is
	at  time.Time
	is  overview
	has bool
}

// scopes is how many different lists of shops are remembered.
const scopes = 1000

// shared is look for open pages: of the newest news, and not older than viewFresh.
func (p *Page) shared(ctx context.Context, who Person) (overview, error) {
	key := fmt.Sprint(who.All, who.Shops)
	p.views.mu.Lock()
	v := p.views.all[key]
	if v == nil {
		if p.views.all == nil || len(p.views.all) >= scopes {
			p.views.all = map[string]*sharedView{}
		}
		v = &sharedView{}
		p.views.all[key] = v
	}
	p.views.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	if news := p.news.count.Load(); !v.has || v.of != news || time.Since(v.at) > viewFresh {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTime) // it is for the others too
		defer cancel()
		is, err := p.look(ctx, who)
		if err != nil {
			return is, err
		}
		v.is, v.of, v.at, v.has = is, news, time.Now(), true
	}
	out := v.is
	out.Who = who
	return out, nil
}

// stream is one open page: what it was told, and the way there.
type stream struct {
	to      io.Writer
	packed  *gzip.Writer // nil where the browser does not unpack
	control *http.ResponseController
	told    map[string]string
}

// stream begins an answer that goes on. Packed, a part that comes again costs about as much as what
// has changed in it: the packer remembers it.
func newStream(w http.ResponseWriter, r *http.Request) *stream {
	s := &stream{to: w, control: http.NewResponseController(w), told: map[string]string{}}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy that gathers would keep it back
	h.Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		s.packed, _ = gzip.NewWriterLevel(w, gzip.BestSpeed) // a level that there is
		s.to = s.packed
	}
	return s
}

func (s *stream) send(text string) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(10 * time.Second)) // not every writer can
	_, err := io.WriteString(s.to, text)
	if err == nil && s.packed != nil {
		err = s.packed.Flush()
	}
	if err == nil {
		err = s.control.Flush()
	}
	return err
}

// show sends the parts that are not as they were told.
func (s *stream) show(v view) error {
	var all strings.Builder
	for _, part := range parts {
		var html bytes.Buffer
		if err := templates.ExecuteTemplate(&html, part, v); err != nil {
			return err
		}
		if now := html.String(); s.told[part] != now {
			s.told[part] = now
			all.WriteString("event: news\ndata: ")
			out := json.NewEncoder(&all) // one line, with its end
			out.SetEscapeHTML(false)
			if err := out.Encode(struct {
				Part string `json:"part"`
				HTML string `json:"html"`
			}{part, now}); err != nil {
				return err
			}
			all.WriteString("\n")
		}
	}
	if all.Len() == 0 {
		return nil
	}
	return s.send(all.String())
}

// events sends the parts that change whenever there is news, and now and then, as long as
// the session lasts.
func (p *Page) events(w http.ResponseWriter, r *http.Request) {
	s := newStream(w, r)
	told, leave := p.news.subscribe()
	defer leave()
	tick := time.NewTicker(sessionEvery)
	defer tick.Stop()
	var who Person
	var checked time.Time
	for {
		var err error
		if time.Since(checked) >= sessionEvery-time.Second {
			if who, err = p.People.Session(r.Context(), p.held(r)); err != nil {
				_ = s.send("event: out\ndata:\n\n")
				return
			}
			checked = time.Now()
			if err := s.send(":\n\n"); err != nil { // who is gone is noticed
				return
			}
		}
		v := p.view(r)
		if v.O, err = p.shared(r.Context(), who); err == nil {
			err = s.show(v)
		}
		if err != nil {
			return // the browser comes again by itself
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
