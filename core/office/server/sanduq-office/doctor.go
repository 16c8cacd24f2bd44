package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core/office/server/alerts"
	"sanduq/core/office/server/doctor"
)

// examine is the command doctor. Its flags are those that serve has.
type examine struct {
	Cert   string `help:"Certificate that serve uses, PEM." placeholder:"FILE"`
	Key    string `help:"Its key, PEM." placeholder:"FILE"`
	Keep   keep   `help:"After how many months serve lets a month go." placeholder:"MONTHS" name:"keep-months"`
	Folder string `help:"Folder on the disk that the database writes to, where that is not known." placeholder:"FOLDER"`

	Alerts alertFlags `embed:"" prefix:"alert-"`
}

// errUnwell ends the program with an error, once what is wrong is printed.
var errUnwell = errors.New("this installation is not as it should be")

func (x examine) Run(s *surroundings) error {
	database, err := s.database()
	if err != nil {
		return err
	}
	cfg := doctor.Config{Database: database, Cert: s.file(x.Cert), Key: s.file(x.Key), Folder: x.Folder, Keep: int(x.Keep)}
	if x.Alerts.Mail != "" {
		cfg.Mail = func(ctx context.Context) error {
			post, err := x.Alerts.mail(time.UTC, s)
			if err != nil {
				return err
			}
			return post.Check(ctx)
		}
	}
	unwell := false
	for _, line := range doctor.Examine(s.ctx, cfg) {
		said := "ok"
		if !line.OK {
			said, unwell = "WRONG", true
		}
		if _, err := fmt.Fprintf(s.out, "%-5s  %-12s %s\n", said, line.Name, line.Said); err != nil {
			return err
		}
	}
	if unwell {
		return errUnwell
	}
	return nil
}

// mail is the way by mail that the flags name.
func (f alertFlags) mail(zone *time.Location, s *surroundings) (*alerts.Mail, error) {
	cfg := alerts.MailConfig{Server: f.Mail, From: f.From, To: f.To, User: f.User, Language: f.Language, Zone: zone}
	if f.User != "" {
		var err error
		if cfg.Password, err = secretOf(s.file(f.PasswordFile)); err != nil {
			return nil, err
		}
	}
	return alerts.NewMail(cfg)
}
