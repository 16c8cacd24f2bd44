package alerts

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"sanduq/core"
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
	client *mail.Client
}

// NewMail returns a way by mail.
func NewMail(cfg MailConfig) (*Mail, error) {
	host, port, err := net.SplitHostPort(cfg.Server)
	number, err2 := strconv.Atoi(port)
	if err = errors.Join(err, err2); err != nil {
		return nil, fmt.Errorf("alerts: the mail server is host:port: %w", err)
	}
	if _, ok := texts[cfg.Language]; !ok || cfg.Zone == nil || len(cfg.To) == 0 {
		return nil, errors.New("alerts: mail needs a language (en, ar or fr), a zone and somebody to go to")
	}
	options := []mail.Option{mail.WithPort(number), mail.WithTimeout(sendTime)}
	if number == 465 {
		options = append(options, mail.WithSSL())
	} else {
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if cfg.TLS != nil {
		options = append(options, mail.WithTLSConfig(cfg.TLS))
	}
	if cfg.User != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthPlain), mail.WithUsername(cfg.User), mail.WithPassword(cfg.Password.Reveal()))
	}
	client, err := mail.NewClient(host, options...)
	if err != nil {
		return nil, fmt.Errorf("alerts: mail: %w", err)
	}
	m := &Mail{cfg, client}
	if _, err := m.message([]Alert{{}}); err != nil { // addresses that are none
		return nil, err
	}
	return m, nil
}

// Way is the way's name in the database.
func (*Mail) Way() string { return "mail" }

func (m *Mail) message(group []Alert) (*mail.Msg, error) {
	msg := mail.NewMsg()
	if err := errors.Join(msg.From(m.cfg.From), msg.To(m.cfg.To...)); err != nil {
		return nil, fmt.Errorf("alerts: mail: %w", err)
	}
	subject, body, id := sentences(m.cfg.Language, group, m.cfg.Zone)
	m.fill(msg, id, subject, body)
	return msg, nil
}

// fill writes a mail. The same id is the same mail.
func (m *Mail) fill(msg *mail.Msg, id, subject, body string) {
	_, domain, _ := strings.Cut(m.cfg.From, "@")
	sum := sha256.Sum256([]byte(id))
	msg.SetMessageIDWithValue(hex.EncodeToString(sum[:16]) + "@" + strings.TrimRight(domain, ">"))
	msg.Subject(subject)
	msg.SetDate()
	msg.SetBodyString(mail.TypeTextPlain, body)
}

// Publish sends a line of verify, so that it is where nobody of the office can change it.
func (m *Mail) Publish(ctx context.Context, line string) error {
	msg := mail.NewMsg()
	if err := errors.Join(msg.From(m.cfg.From), msg.To(m.cfg.To...)); err != nil {
		return errors.New("no mail can be made")
	}
	m.fill(msg, line, published[m.cfg.Language], line)
	return m.post(ctx, msg)
}

// Check asks the server whether it would take mail, and sends none.
func (m *Mail) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if err := m.client.DialWithContext(ctx); err != nil {
		return errors.New("the mail server does not answer, or does not let us in")
	}
	return m.client.Close()
}

// Send sends alerts of one kind as one mail.
func (m *Mail) Send(ctx context.Context, group []Alert, _ time.Time) error {
	msg, err := m.message(group)
	if err != nil {
		return errors.New("no mail can be made")
	}
	return m.post(ctx, msg)
}

func (m *Mail) post(ctx context.Context, msg *mail.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if err := m.client.DialAndSendWithContext(ctx, msg); err != nil {
		if said, ok := errors.AsType[*mail.SendError](err); ok {
			return fmt.Errorf("refused with %d", said.ErrorCode())
		}
		return errors.New("the mail server does not answer, or not as it should")
	}
	return nil
}
