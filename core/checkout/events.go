package checkout

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// heartbeat keeps a stream open through what closes silent connections.
const heartbeat = 20 * time.Second

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
	p, err := c.acquire(r.PathValue("ref"))
	if err != nil || browser == "" {
		if err == nil {
			c.release(p)
		}
		http.Error(w, "no such stream", http.StatusNotFound) // the browser does not come again
		return
	}
	defer c.release(p)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	var sent []byte
	for {
		changed := p.look().changed
		data, err := c.message(r, browser, p)
		if err != nil {
			c.log.Error("an event could not be made", "err", err)
			return
		}
		if !bytes.Equal(data, sent) {
			_, err = fmt.Fprintf(w, "data: %s\n\n", data)
			sent = data
		}
		if err != nil || control.Flush() != nil {
			return
		}
		select {
		case <-changed:
		case <-beat.C:
			_, _ = w.Write([]byte(": still here\n\n"))
		case <-r.Context().Done():
			return
		case <-p.ctx.Done():
			return
		}
	}
}

func (c *Checkout) message(r *http.Request, browser string, p *payment) ([]byte, error) {
	v := c.view(r, browser, p, "")
	var part bytes.Buffer
	if err := c.pages.ExecuteTemplate(&part, "main", v); err != nil {
		return nil, err
	}
	return json.Marshal(message{View: v.ID(), Title: v.Title(), HTML: part.String()})
}
