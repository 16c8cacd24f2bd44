package alerts

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/mailer"
)

// MailConfig is where mail goes and by which server.
type MailConfig struct {
	Server   string // host:port; TLS from the first byte on 465, STARTTLS elsewhere, never none
	From     string
	To       []string
	User     string // blank: the server asks for none
	Password core.Secret
	Language string         // en, ar or fr
	Zone     *time.Location // in which moments are written
	TLS      *tls.Config    // nil is the system's
}

// Mail sends alerts as mail.
type Mail struct {
	cfg    MailConfig
	mailer mailer.Config
}

// NewMail returns a way by mail.
func NewMail(cfg MailConfig) (*Mail, error) {
	host, port, err := net.SplitHostPort(cfg.Server)
	if err != nil {
		return nil, fmt.Errorf("alerts: the mail server is host:port: %w", err)
	}
	if _, ok := texts[cfg.Language]; !ok || cfg.Zone == nil || len(cfg.To) == 0 {
		return nil, errors.New("alerts: mail needs a language (en, ar or fr), a zone and somebody to go to")
	}
	all := make([]string, 0, 1+len(cfg.To))
	for _, one := range append([]string{cfg.From}, cfg.To...) {
		a, err := mail.ParseAddress(one)
		if err != nil {
			return nil, fmt.Errorf("alerts: mail: %w", err)
		}
		all = append(all, a.Address)
	}
	to := mailer.Config{Server: host, Port: port, Direct: port == "465", From: all[0], To: strings.Join(all[1:], ","), User: cfg.User}
	if wrong := to.Check(); wrong != "" {
		return nil, fmt.Errorf("alerts: mail: %q cannot be used", wrong)
	}
	return &Mail{cfg, to}, nil
}

// Way is the way's name in the database.
func (*Mail) Way() string { return "mail" }

// Publish sends a line of verify, so that it is where nobody of the office can change it.
func (m *Mail) Publish(ctx context.Context, line string) error {
	return m.post(ctx, published[m.cfg.Language], line, line)
}

// Check asks the server whether it would take mail, and sends none.
func (m *Mail) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	return mailer.Reach(ctx, m.mailer, m.cfg.Password, m.cfg.TLS)
}

// Send sends alerts of one kind as one mail.
func (m *Mail) Send(ctx context.Context, group []Alert, _ time.Time) error {
	subject, body, id := sentences(m.cfg.Language, group, m.cfg.Zone)
	return m.post(ctx, subject, body, id)
}

// post sends a mail. The same id is the same mail.
func (m *Mail) post(ctx context.Context, subject, body, id string) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	return mailer.Send(ctx, m.mailer, m.cfg.Password, m.cfg.TLS, mailer.Letter{ID: id, Subject: subject, Body: body, At: time.Now()})
}
