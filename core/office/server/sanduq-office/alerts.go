package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/office/server/alerts"
)

// alertFlags say who is told, and how. Secrets come from files, never from the
// command line.
type alertFlags struct {
	Webhook      string        `help:"Address that alerts are posted to, signed." placeholder:"URL"`
	SecretFile   string        `help:"File with the secret that signs them." placeholder:"FILE"`
	Mail         string        `help:"Mail server, host:port; TLS always." placeholder:"HOST:PORT"`
	From         string        `help:"Address that mails come from."`
	To           []string      `help:"Address that mails go to; may be given again."`
	User         string        `help:"Name at the mail server, where it asks for one."`
	PasswordFile string        `help:"File with the password at the mail server." placeholder:"FILE"`
	Language     string        `help:"Language of mails." enum:"en,ar,fr" default:"en"`
	Quiet        string        `help:"Hours in which nothing is sent, as in 22:00-07:30, in the page's zone."`
	Silent       time.Duration `help:"After how long without news a till is told of; 0 is never." default:"30m"`
	Gather       time.Duration `help:"How long an alert waits for others of its kind, to be told as one." default:"30s"`
}

// Bounds of waiting: a till that is silent for longer than Watch looks back would never be
// told of, and an alert that waits for a day tells of yesterday.
const (
	shortestSilence = time.Minute
	longestSilence  = 6 * 24 * time.Hour
	longestGather   = 24 * time.Hour
)

func (f alertFlags) check() error {
	switch {
	case f.Silent != 0 && (f.Silent < shortestSilence || f.Silent > longestSilence):
		return fmt.Errorf("--alert-silent is between %v and %v; 0 is never", shortestSilence, longestSilence)
	case f.Gather < 0 || f.Gather > longestGather:
		return fmt.Errorf("--alert-gather is between 0 and %v", longestGather)
	}
	_, err := alerts.ParseQuiet(f.Quiet)
	return err
}

// sender returns who sends alerts; nil where there is no way to.
func (f alertFlags) sender(db *pgxpool.Pool, zone *time.Location, s *surroundings) (*alerts.Sender, error) {
	quiet, err := alerts.ParseQuiet(f.Quiet)
	if err != nil {
		return nil, err
	}
	var ways []alerts.Way
	if f.Webhook != "" {
		secret, err := secretOf(s.file(f.SecretFile))
		if err != nil {
			return nil, err
		}
		hook, err := alerts.NewWebhook(f.Webhook, secret, nil)
		if err != nil {
			return nil, err
		}
		ways = append(ways, hook)
	}
	if f.Mail != "" {
		post, err := f.mail(zone, s)
		if err != nil {
			return nil, err
		}
		ways = append(ways, post)
	}
	if len(ways) == 0 {
		return nil, nil
	}
	return alerts.NewSender(alerts.Config{DB: db, Ways: ways, Quiet: quiet, Zone: zone, SilentAfter: f.Silent, Gather: f.Gather, Logger: s.log}), nil
}

func secretOf(file string) (core.Secret, error) {
	if file == "" {
		return core.Secret{}, errors.New("a secret comes from a file: name one")
	}
	text, err := os.ReadFile(file)
	return core.NewSecret(strings.TrimSpace(string(text))), err
}
