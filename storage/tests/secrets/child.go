package secrets

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// placeLedger is the one place that is not the till's.
const placeLedger = "bank's ledger"

const envStory = "SANDUQ_CANARY_STORY"

// Child tells a story if this process was started for one. The test binary
// calls it before anything else.
func Child() {
	text := os.Getenv(envStory)
	if text == "" {
		return
	}
	var s teller
	err := json.Unmarshal([]byte(text), &s.Story)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
		defer cancel()
		s.ctx = ctx
		var t told
		if t, err = s.run(); err == nil {
			err = json.NewEncoder(os.NewFile(3, "told")).Encode(t)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "STORY:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Run runs a story in a process of its own, so that whatever it writes
// anywhere can be searched, and searches it.
func Run(ctx context.Context, program string, s Story) (told, *Search, error) {
	var t told
	for _, name := range []string{"tmp", "home"} {
		if err := os.MkdirAll(filepath.Join(s.Dir, name), 0o700); err != nil {
			return t, nil, err
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		return t, nil, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return t, nil, err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), envStory+"="+string(text), "TMPDIR="+filepath.Join(s.Dir, "tmp"), "HOME="+filepath.Join(s.Dir, "home"))
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = &stdout, &stderr, []*os.File{w}
	if err := cmd.Start(); err != nil {
		return t, nil, errors.Join(err, w.Close(), r.Close())
	}
	_ = w.Close()
	wrong := json.NewDecoder(r).Decode(&t)
	if err := errors.Join(cmd.Wait(), wrong, r.Close()); err != nil {
		return t, nil, fmt.Errorf("the story broke: %w\n%s", err, tail(stderr.Bytes()))
	}
	search, err := NewSearch(append(t.Secrets, t.Controls...))
	if err != nil {
		return t, nil, err
	}
	search.Bytes("stdout", "stdout", stdout.Bytes())
	search.Bytes("stderr", "stderr", stderr.Bytes())
	for place, folder := range map[string]string{
		"database": filepath.Join(dataFolder, "till.*"), "backups": filepath.Join(dataFolder, "backups"), "log": filepath.Join(dataFolder, "log"),
		"choices": filepath.Join(dataFolder, "choices.json"), "elsewhere": filepath.Join(dataFolder, "elsewhere"),
		"receipts, PDF and PNG": paperFolder, "printed values, call log": printFolder, "environment of children": filepath.Join(childFolder, "*.txt"),
		"bank's log": bankLogFolder, placeLedger: bankFolder, "temporary folder": "tmp", "home folder": "home",
	} {
		found, err := filepath.Glob(filepath.Join(s.Dir, folder))
		if err != nil {
			return t, nil, err
		}
		for _, path := range found {
			if err := search.Folder(place, path); err != nil {
				return t, nil, err
			}
		}
	}
	return t, search, nil
}

// tail is where a broken story says why.
func tail(b []byte) []byte {
	for _, sign := range []string{"panic: ", "fatal error: "} {
		if at := bytes.Index(b, []byte(sign)); at >= 0 {
			return b[at:min(len(b), at+4000)]
		}
	}
	return b[max(0, len(b)-2000):]
}
