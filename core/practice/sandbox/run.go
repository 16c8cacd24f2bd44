package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/tables"
)

// KeysFile is the name of the file in Options.Dir, readable by its owner only, to which Run writes the merchant's keys,
// the control token and the webhooks' secret.
const KeysFile = "practice-keys.json"

// Run is the service as a command of its own: it starts, says on out where everything is, and serves until ctx ends,
// which is no error. Secrets go to the keys file, never to out. What stands beside the service, such as a shop that
// uses it, is opened by beside once the service answers, and stopped before it.
func Run(ctx context.Context, o Options, out io.Writer, beside ...func(*Server) (stop func(), err error)) error {
	s, err := Start(ctx, o)
	if err != nil {
		return err
	}
	path, err := s.writeKeys()
	if err == nil {
		err = s.announce(out, path)
	}
	if err == nil {
		err = s.wait(ctx, beside)
	}
	if closed := s.Close(context.WithoutCancel(ctx)); err == nil {
		err = closed
	}
	return err
}

// wait opens what stands beside the service and waits for ctx.
func (s *Server) wait(ctx context.Context, beside []func(*Server) (func(), error)) error {
	for _, open := range beside {
		stop, err := open(s)
		if err != nil {
			return err
		}
		defer stop()
	}
	<-ctx.Done()
	return nil
}

func (s *Server) writeKeys() (path string, err error) {
	path = filepath.Join(s.opts.Dir, KeysFile)
	data, err := json.MarshalIndent(map[string]string{"baseUrl": s.BaseURL(), "apiKey": s.ledger.APIKey,
		"secretKey": s.ledger.SecretKey, "controlToken": s.ledger.ControlToken, "webhookSecret": s.webhooks.Secret().Reveal()}, "", "  ")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(path+".new", append(data, '\n'), 0o600); err != nil {
		return "", fmt.Errorf("sandbox: write the keys: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return "", fmt.Errorf("sandbox: write the keys: %w", err)
	}
	return path, nil
}

func (s *Server) announce(out io.Writer, keys string) error {
	fmt.Fprintf(out, "The practice bank is open. No money moves.\n\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "Service\t%s%s\nCustomer's bank\t%s\nContract\t%s/openapi.yaml\nKeys\t%s\n\t\n",
		s.BaseURL(), contract.Prefix, s.bank.Address(), s.BaseURL(), keys)
	fmt.Fprintf(w, "Route\tNumber\tOutcome\tShows at\n")
	for _, m := range tables.TestNumbers() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.Route, m.Given(), m.English, m.When)
	}
	return w.Flush()
}
