package mailer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"sanduq/core"
)

// Config says by which server letters go, and to whom. It holds no secret; the zero value sends nothing.
type Config struct {
	Server string `json:"server"`
	Port   string `json:"port"`
	// Direct is TLS from the first byte, as on port 465; else it begins by STARTTLS.
	Direct bool   `json:"direct,omitempty"`
	From   string `json:"from"`
	To     string `json:"to"`             // addresses, with commas or blanks between
	User   string `json:"user,omitempty"` // blank: the server asks for none
}

// On reports whether anything is sent.
func (c Config) On() bool { return c.Server != "" }

// Account names whose password is asked for: that of a user at a server.
func (c Config) Account() string { return c.User + " " + c.Server + " " + c.Port }

// Recipients are the addresses that letters go to.
func (c Config) Recipients() []string {
	return strings.FieldsFunc(c.To, func(r rune) bool { return strings.ContainsRune(",;،؛", r) || unicode.IsSpace(r) })
}

// The fields of a Config, as Check names them.
const (
	FieldServer = "server"
	FieldPort   = "port"
	FieldFrom   = "from"
	FieldTo     = "to"
)

// Check returns the field that cannot be used, blank for none.
func (c Config) Check() string {
	port, err := strconv.Atoi(c.Port)
	all := c.Recipients()
	switch {
	case c.Server == "" || strings.ContainsAny(c.Server, " /:@") || strings.ContainsFunc(c.Server, unseen):
		return FieldServer
	case err != nil || port < 1 || port > 65535:
		return FieldPort
	case !address(c.From):
		return FieldFrom
	case len(all) == 0 || slices.ContainsFunc(all, func(to string) bool { return !address(to) }):
		return FieldTo
	}
	return ""
}

// address reports whether a text is the address of a mailbox and nothing else.
func address(text string) bool {
	a, err := netmail.ParseAddress(text)
	return err == nil && a.Address == text && !strings.ContainsFunc(text, unseen)
}

// unseen reports whether a rune shows as nothing, as the marks of direction that come with a text that was copied.
func unseen(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }

// Letter is what is sent.
type Letter struct {
	ID      string // the same ID is the same letter
	Subject string
	Body    string
	File    string // the attachment's name
	Data    []byte // the attachment, none when empty
	At      time.Time
}

// Why is why a letter was not sent.
type Why string

// The reasons. Those that pass by themselves come first.
const (
	Away   Why = "away"   // the server is not reached, or does not answer
	Cut    Why = "cut"    // the line was cut: the letter may have arrived, or not
	Busy   Why = "busy"   // the server asks to try again later
	Unread Why = "unread" // the Z, the password or the queue cannot be read or kept now

	Encryption  Why = "encryption"  // the server offers no TLS
	Certificate Why = "certificate" // it cannot prove who it is
	Login       Why = "login"       // it does not take user and password
	Refused     Why = "refused"     // it does not take the letter
)

// Failure is an error of Send: the letter is not known to be sent.
type Failure struct {
	Why   Why
	Final bool   // trying again changes nothing
	All   bool   // it is so for every letter
	Said  string // the server's words, for a person; blank for none
	cause error
}

// Error implements error. It has no words of the server after a password was sent.
func (f *Failure) Error() string {
	return strings.TrimSpace(fmt.Sprintf("mailer: %s %s", f.Why, f.Said))
}

// Unwrap returns the cause, for errors.Is; its text is not for a log.
func (f *Failure) Unwrap() error { return f.cause }

// sendTime is how long a try may take.
const sendTime = time.Minute

// Send sends a letter to all who are named, or to none. roots is whom the server's certificate must come from, nil for
// whom the system trusts. An error is a *Failure.
func Send(ctx context.Context, c Config, password core.Secret, roots *tls.Config, l Letter) error {
	return send(ctx, c, password, roots, l, sendTime)
}

// Reach asks the server whether it would take letters, and sends none. Arguments and errors are those of Send.
func Reach(ctx context.Context, c Config, password core.Secret, roots *tls.Config) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	client, hangUp, err := dial(ctx, c, password, roots)
	defer hangUp()
	if err == nil {
		_ = client.Close() // it has let us in
	}
	return err
}

func send(ctx context.Context, c Config, password core.Secret, roots *tls.Config, l Letter, limit time.Duration) error {
	msg, err := message(c, l)
	if err != nil {
		return &Failure{Why: Refused, Final: true, cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	client, hangUp, err := dial(ctx, c, password, roots)
	defer hangUp()
	if err != nil {
		return err
	}
	err = client.Send(msg)
	if msg.IsDelivered() { // what comes after the server's word changes nothing
		return nil
	}
	return refused(err)
}

// dial connects to the server and logs in, until ctx ends, which has a deadline. hangUp closes the line, which a polite
// end would not: that waits for an answer. An error is a *Failure.
func dial(ctx context.Context, c Config, password core.Secret, roots *tls.Config) (client *mail.Client, hangUp func(), err error) {
	trust := &tls.Config{}
	if roots != nil {
		trust = roots.Clone()
	}
	trust.ServerName, trust.MinVersion = c.Server, tls.VersionTLS12
	var line atomic.Pointer[net.Conn]
	cut := func() {
		if conn := line.Load(); conn != nil {
			_ = (*conn).Close()
		}
	}
	forget := context.AfterFunc(ctx, cut) // the library looks at the context while it dials alone
	hangUp = func() { forget(); cut() }
	port, _ := strconv.Atoi(c.Port)
	o := []mail.Option{mail.WithPort(port), mail.WithTimeout(left(ctx)), mail.WithTLSConfig(trust), mail.WithTLSPolicy(mail.TLSMandatory),
		mail.WithDialContextFunc(func(ctx context.Context, network, address string) (net.Conn, error) {
			var dialer interface {
				DialContext(ctx context.Context, network, address string) (net.Conn, error)
			} = &net.Dialer{}
			if c.Direct {
				dialer = &tls.Dialer{Config: trust}
			}
			conn, err := dialer.DialContext(ctx, network, address)
			if err == nil {
				line.Store(&conn)
			}
			return conn, err
		})}
	if c.Direct {
		o = append(o, mail.WithSSL())
	}
	if c.User != "" {
		o = append(o, mail.WithSMTPAuthCustom(&login{user: c.User, password: password, host: c.Server}))
	}
	client, err = mail.NewClient(c.Server, o...)
	if err != nil {
		return nil, hangUp, &Failure{Why: Refused, Final: true, All: true, cause: err}
	}
	if err := client.DialWithContext(ctx); err != nil {
		return nil, hangUp, dialed(err)
	}
	return client, hangUp, nil
}

// left is how long a context lasts.
func left(ctx context.Context) time.Duration {
	end, _ := ctx.Deadline()
	return max(time.Millisecond, time.Until(end))
}

// dialed is why there is no server that takes letters.
func dialed(err error) *Failure {
	f := &Failure{Why: Away, All: true, cause: err}
	said, answered := errors.AsType[*textproto.Error](err)
	_, forged := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, errNoLogin), answered && said.Code >= 500 && strings.Contains(err.Error(), "SMTP AUTH"):
		f.Why, f.Final = Login, true
	case answered && strings.Contains(err.Error(), "SMTP AUTH"):
		f.Why = Busy
	case forged:
		f.Why, f.Final = Certificate, true
	case strings.Contains(err.Error(), "STARTTLS mode"), isPlain(err):
		f.Why, f.Final = Encryption, true
	case answered:
		f.Why, f.Final, f.Said = Busy, said.Code >= 500, clean(fmt.Sprintf("%d %s", said.Code, said.Msg))
		if f.Final {
			f.Why = Refused
		}
	}
	return f
}

// isPlain reports whether there is no TLS that both sides speak.
func isPlain(err error) bool {
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	_, alert := errors.AsType[tls.AlertError](err)
	return plain || alert
}

// reply is what a server says of a letter, in the text of an error.
var reply = regexp.MustCompile(`: ([45]\d\d\b.*)`)

// refused is why a server did not take a letter.
func refused(err error) *Failure {
	f := &Failure{Why: Away, cause: err}
	said, ok := errors.AsType[*mail.SendError](err)
	if !ok {
		return f
	}
	if found := reply.FindStringSubmatch(said.Error()); found != nil {
		text, _, _ := strings.Cut(found[1], ", affected message ID")
		f.Said = clean(strings.ReplaceAll(strings.Replace(text, ", affected recipient(s): ", " · ", 1), `"`, ""))
	}
	switch code := said.ErrorCode(); {
	case code >= 500:
		f.Why, f.Final = Refused, true
	case code >= 400:
		f.Why = Busy
	case said.Reason == mail.ErrSMTPDataClose: // all of it was handed over, and nobody said what became of it
		f.Why = Cut
	}
	return f
}

// mostSaid is how much of a server's words is kept.
const mostSaid = 160

// clean is a server's words on one line, without what a terminal or a screen would take for more than words.
func clean(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r <= ' ' || r == 0x7f || r >= 0x200e && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}), " ")
	if all := []rune(text); len(all) > mostSaid {
		text = string(all[:mostSaid]) + "…"
	}
	return text
}

func message(c Config, l Letter) (*mail.Msg, error) {
	msg := mail.NewMsg()
	if err := errors.Join(msg.From(c.From), msg.To(c.Recipients()...)); err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(c.From, "@")
	sum := sha256.Sum256([]byte(l.ID))
	msg.SetMessageIDWithValue(hex.EncodeToString(sum[:16]) + "@" + domain)
	msg.Subject(clean(l.Subject))
	msg.SetDateWithValue(l.At)
	msg.SetBodyString(mail.TypeTextPlain, l.Body)
	if len(l.Data) > 0 {
		if err := msg.AttachReader(l.File, bytes.NewReader(l.Data), mail.WithFileContentType("application/pdf")); err != nil {
			return nil, err
		}
	}
	return msg, nil
}

// errNoLogin is a server that knows no way to log in that is used here.
var errNoLogin = errors.New("no way to log in")

// login is PLAIN where the server takes it, else LOGIN, which some know alone. Both go through TLS only.
type login struct {
	smtp.Auth
	user, host string
	password   core.Secret
}

// Start implements smtp.Auth.
func (l *login) Start(s *smtp.ServerInfo) (proto string, toServer []byte, err error) {
	switch {
	case slices.Contains(s.Auth, "PLAIN"):
		l.Auth = smtp.PlainAuth("", l.user, l.password.Reveal(), l.host, false)
	case slices.Contains(s.Auth, "LOGIN"):
		l.Auth = smtp.LoginAuth(l.user, l.password.Reveal(), l.host, false)
	default:
		return "", nil, errNoLogin
	}
	return l.Auth.Start(s)
}

// whyOf is why something failed; what is no Failure is of this computer.
func whyOf(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	return &Failure{Why: Unread, cause: err}
}
