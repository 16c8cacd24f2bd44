package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"sanduq/core/practice/sandbox"
)

// childArgument makes this program the practice bank itself, so that generator and bank are two processes.
const childArgument = "practice-bank"

// child serves until its input ends. Each line it is sent is answered with the bytes its heap holds after a
// collection. Beside the bank it runs an empty HTTP server, whose replies show what the machine alone takes.
func child() int {
	dir := os.Args[2]
	record, err := os.Create(filepath.Join(dir, "bank.log")) // the log is on, as in the till
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	defer func() { _ = record.Close() }()
	s, err := sandbox.Start(context.Background(), sandbox.Options{Dir: filepath.Join(dir, "ledger"), Addr: "127.0.0.1:0",
		Logger: slog.New(slog.NewTextHandler(record, nil))})
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	key, secret := s.Credentials()
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":{}}`) }))
	defer bare.Close()
	fmt.Println(s.BaseURL(), key.Reveal(), secret.Reveal(), bare.URL)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		fmt.Println(m.HeapAlloc)
	}
	books := "conserved"
	if err := s.CheckLedger(); err != nil {
		books = err.Error()
	}
	if err := s.Close(context.Background()); err != nil {
		books = err.Error()
	}
	fmt.Println(books)
	return 0
}

// bank is the practice bank in its process.
type bank struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       *bufio.Reader
	base      string
	bare      string // address of the empty server
	key       string
	secret    string
	dir       string
	dismissed bool
}

func startBank(ctx context.Context) (*bank, error) {
	dir, err := os.MkdirTemp("", "bank-bench")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &bank{cmd: exec.CommandContext(ctx, self, childArgument, dir), dir: dir}
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.cmd.Stderr, b.out = os.Stderr, bufio.NewReader(out)
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := b.out.ReadString('\n')
	parts := strings.Fields(line)
	if err != nil || len(parts) != 4 || parts[0] == "error" {
		return nil, errors.Join(fmt.Errorf("the bank did not start: %q", line), err, b.stop())
	}
	b.base, b.key, b.secret, b.bare = parts[0], parts[1], parts[2], parts[3]
	return b, nil
}

// heap is what the bank's heap holds after a collection, in bytes.
func (b *bank) heap() (int64, error) {
	if _, err := io.WriteString(b.in, "\n"); err != nil {
		return 0, err
	}
	line, err := b.out.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(line), 10, 64)
}

// stop ends the bank; it is an error if its books do not balance. Calls after the first do nothing.
func (b *bank) stop() error {
	if b.dismissed {
		return nil
	}
	b.dismissed = true
	defer os.RemoveAll(b.dir)
	err := b.in.Close()
	last, _ := b.out.ReadString('\n')
	if err = errors.Join(err, b.cmd.Wait()); err != nil {
		return err
	}
	if strings.TrimSpace(last) != "conserved" {
		return fmt.Errorf("the books: %s", last)
	}
	return nil
}
