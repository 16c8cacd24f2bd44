package checkout

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"sanduq/core/checkout/internal/stream"
)

// heartbeat keeps a stream open through what closes silent connections.
const heartbeat = 20 * time.Second

// glance is how often a stream looks at what is no event: when the gateway was
// heard last, and how much of the time has gone.
const glance = 3 * time.Second

// message is one server-sent event: the page's changing part, whole.
type message struct {
	View  string `json:"view"` // what kind of page it is, and its turn
	Title string `json:"title"`
	HTML  string `json:"html"`
}

// events streams the page's changing part after each change that is stored. A
// browser that reads slowly gets the newest, not each.
func (c *Checkout) events(w http.ResponseWriter, r *http.Request) {
	browser := browserOf(r)
	p, err := c.visit(r.PathValue("ref"))
	if err != nil || browser == "" {
		if err == nil {
			c.release(p)
		}
		http.Error(w, "no such stream", http.StatusNotFound) // the browser does not come again
		return
	}
	leave, ok := c.limits.stream(p.ref, c.cfg.ClientAddress(r))
	if !ok {
		c.release(p)
		w.Header().Set("Retry-After", "15")
		http.Error(w, "too many pages follow this payment", http.StatusTooManyRequests)
		return
	}
	for _, name := range []string{"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy"} {
		w.Header().Del(name) // they are about pages, and a stream would keep them for as long as it lasts
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	over := r.Context().Done()
	r = r.WithContext(context.WithoutCancel(r.Context())) // a connection that is taken over ends its request
	follow := func(out stream.Outlet) {
		defer c.release(p)
		defer leave()
		c.follow(r, browser, p, out)
	}
	out, own := stream.TakeOver(w)
	if !own {
		follow(stream.Response(w, over))
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.spawn(func() { defer out.Close(); defer out.EndWith(p.ctx)(); follow(out) }) {
		out.Close()
		leave()
		go c.release(p)
	}
}

// follow writes messages until the browser goes or the payment is put away.
func (c *Checkout) follow(r *http.Request, browser string, p *payment, out stream.Outlet) {
	tick := time.NewTicker(glance)
	defer tick.Stop()
	var sent [sha256.Size]byte // of the newest message: the pages of a thousand customers are not kept
	wrote := time.Now()
	for {
		changed := p.news()
		data, err := c.message(r, browser, p)
		if err != nil {
			c.log.Error("an event could not be made", "err", err)
			return
		}
		if sum := sha256.Sum256(data); sum != sent {
			err = out.Send(slices.Concat([]byte("data: "), data, []byte("\n\n")))
			sent, wrote = sum, time.Now()
		} else if time.Since(wrote) >= heartbeat {
			err = out.Send([]byte(": still here\n\n"))
			wrote = time.Now()
		}
		data = nil
		if err != nil {
			return
		}
		select {
		case <-changed:
		case <-tick.C:
			if out.Gone() {
				return
			}
		case <-out.Done():
			return
		case <-p.ctx.Done():
			return
		}
	}
}

func (c *Checkout) message(r *http.Request, browser string, p *payment) (data []byte, err error) {
	onOtherStack(func() { data, err = c.messageNow(r, browser, p) })
	return data, err
}

func (c *Checkout) messageNow(r *http.Request, browser string, p *payment) ([]byte, error) {
	v := c.view(r, browser, p, "")
	html, err := c.draw("main", v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(message{View: v.ID(), Title: v.Title(), HTML: string(html)})
}

// draw executes a template.
func (c *Checkout) draw(name string, v *view) (page []byte, err error) {
	var b bytes.Buffer
	err = c.pages.ExecuteTemplate(&b, name, v)
	return b.Bytes(), err
}

// onOtherStack runs something and returns once it is done. What waits long for
// the next customer or answer keeps a small stack by it.
func onOtherStack(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	<-done
}
