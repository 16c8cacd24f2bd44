package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net/url"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/storage/config"
	"sanduq/storage/keys"
	officepage "sanduq/ui/settings/office"
)

// headOffice lets the till send what it writes down to its head office, beside
// everything else: nothing at the till waits for it, and a till without an office
// has nothing of it but this. It is the Office of the settings; its methods
// may be called from any goroutine.
type headOffice struct {
	app   *App
	keep  keys.OfficeStore
	roots *tls.Config

	changing sync.Mutex // one joins or leaves at a time

	mu      sync.Mutex // guards the rest
	kept    keys.Office
	joined  bool
	unread  error // why nobody knows whether there is an office
	agent   *agent.Agent
	stop    context.CancelFunc
	running sync.WaitGroup
	over    bool
}

// sendToOffice begins to send, where an office was joined. The key is looked for
// beside the start: a keyring may take seconds to answer.
func (a *App) sendToOffice() {
	h := &headOffice{app: a, keep: a.vault.Office(a.env), roots: a.trusted, unread: errNotYet}
	a.sent.office = h
	a.undo = append(a.undo, h.close)
	a.background(h.recall)
}

var errNotYet = errors.New("not read yet")

// readAgain is how long after a key that could not be read it is tried again.
var readAgain = time.Minute

// recall reads what is kept, and begins; again and again while it cannot be read.
func (h *headOffice) recall(ctx context.Context) {
	for told := false; ; told = true {
		err := h.recallOnce(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		if !told {
			h.app.log.Warn("not sending to the office", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(readAgain):
		}
	}
}

// recallOnce is one try. An error is that of reading.
func (h *headOffice) recallOnce(ctx context.Context) error {
	h.changing.Lock()
	defer h.changing.Unlock()
	h.mu.Lock()
	joined := h.joined
	h.mu.Unlock()
	if joined { // somebody was faster
		return nil
	}
	kept, there, err := h.keep.Load(ctx)
	h.mu.Lock()
	h.unread = err
	h.mu.Unlock()
	if err != nil || !there {
		return err
	}
	if err := h.begin(kept); err != nil {
		h.app.log.Warn("not sending to the office", "err", err)
	}
	return nil
}

// begin sends by a key, until end.
func (h *headOffice) begin(k keys.Office) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept, h.joined, h.unread = k, true, nil
	if h.over {
		return nil
	}
	client, err := agent.NewClient(k.Address, k.Key, h.roots)
	if err != nil {
		return err
	}
	a := h.app
	sender, err := agent.New(agent.Config{Store: a.store, Office: client, Till: k.Till, Environment: a.env, BackupFailing: a.backupsFailSince, Now: a.till.Now, Logger: a.log})
	if err != nil {
		client.Close()
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	h.agent, h.stop = sender, stop
	told := a.till.Subscribe()
	h.running.Go(func() {
		defer told.Close()
		for {
			n, err := told.Next(ctx)
			if err != nil {
				return
			}
			if n.Kind == journal.NoticeSale {
				sender.Wake(n.View.ID)
			}
		}
	})
	h.running.Go(func() {
		defer client.Close()
		_ = sender.Run(ctx)
	})
	a.log.Info("sending to the office", "till", k.Till)
	return nil
}

// end stops sending, and waits for what is under way.
func (h *headOffice) end() {
	h.mu.Lock()
	stop := h.stop
	h.agent, h.stop = nil, nil
	h.mu.Unlock()
	if stop != nil {
		stop()
	}
	h.running.Wait()
}

func (h *headOffice) close() {
	h.mu.Lock()
	h.over = true
	h.mu.Unlock()
	h.stayTill()
	h.end()
}

// State implements the Office of the settings.
func (h *headOffice) State(ctx context.Context) officepage.State {
	h.mu.Lock()
	k, sender, unread := h.kept, h.agent, h.unread
	s := officepage.State{Joined: h.joined, Address: k.Address, Shop: k.Shop, Till: k.Name}
	h.mu.Unlock()
	if unread != nil && !errors.Is(unread, errNotYet) {
		s.Fault = officepage.Disk
	}
	s.Shown, _ = config.ShownOffice(h.app.root) // what cannot be read shows the till
	if sender == nil {
		return s
	}
	now := sender.Status()
	s.Heard = now.Heard
	if now.Failing {
		s.Fault, s.Since = faultOf(now.Err), now.Since
	}
	rows, counted, err := sender.Waiting(ctx)
	if err != nil {
		h.app.log.Warn("what waits for the office is not known", "err", err)
	}
	s.Waiting, s.Counted = int(rows), counted
	return s
}

// joinTime is how long an office may take to trade a code for a key.
const joinTime = 30 * time.Second

// Join implements the Office of the settings.
func (h *headOffice) Join(ctx context.Context, by, address string, code core.Secret) (officepage.Fault, error) {
	h.changing.Lock()
	defer h.changing.Unlock()
	address, host := addressOf(address)
	stranger, err := agent.NewClient(address, core.Secret{}, h.roots)
	if err != nil {
		return officepage.Address, nil
	}
	defer stranger.Close()
	a := h.app
	if err := a.till.Staff.OfficeChanging(ctx, by, host); err != nil {
		return officepage.Unwritten, err
	}
	asked, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	k := keys.Office{Address: address, Since: a.till.Now()}
	if k.Till, k.Shop, k.Name, k.Key, err = stranger.Enrol(asked, code, a.env); err != nil {
		if why := faultOf(err); why != officepage.Key {
			return why, err
		}
		return officepage.Code, nil
	}
	if err := h.keep.Save(ctx, k); err != nil {
		return officepage.Unkept, err
	}
	h.end()
	if err := h.begin(k); err != nil {
		return officepage.Other, err
	}
	return "", nil
}

// addressOf is a typed address as it is meant, and its host.
func addressOf(typed string) (address, host string) {
	address = strings.TrimRight(strings.TrimSpace(money.Copied(typed)), "/")
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	if u, err := url.Parse(address); err == nil {
		host = u.Host
	}
	return address, host
}

// Unenrol implements the Office of the settings.
func (h *headOffice) Unenrol(ctx context.Context, by string) error {
	h.changing.Lock()
	defer h.changing.Unlock()
	if err := h.app.till.Staff.OfficeChanging(ctx, by, "left"); err != nil {
		return err
	}
	if err := h.keep.Delete(ctx); err != nil {
		return err
	}
	h.end()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept, h.joined, h.unread = keys.Office{}, false, nil
	return nil
}

// faultOf is what a person can be told of why an office took nothing, or not all.
func faultOf(err error) officepage.Fault {
	if said, ok := errors.AsType[*office.Refusal](err); ok {
		switch said.Code {
		case office.CodeKey, office.CodeOtherTill:
			return officepage.Key
		case office.CodeEnvironment:
			return officepage.Environment
		case office.CodeVersion:
			return officepage.Version
		case office.CodeHeld:
			return officepage.Held
		case office.CodeBusy:
			return officepage.Away
		case office.CodeMalformed:
			if len(said.Rejected) > 0 {
				return officepage.Rows
			}
		}
		return officepage.Other
	}
	for _, own := range []error{journal.ErrPoisoned, journal.ErrCorrupt, journal.ErrSlow, journal.ErrReplaced, journal.ErrFull} {
		if errors.Is(err, own) {
			return officepage.Disk
		}
	}
	if unproven(err) {
		return officepage.Certificate
	}
	return officepage.Away
}

// unproven reports whether the server that answered could not prove to be the office.
func unproven(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	_, ok := errors.AsType[x509.HostnameError](err)
	return ok
}
