//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"sanduq/core/printer"
)

// paperSales is how many sales each till of measurePaper makes.
const paperSales = 12

// measurePaper makes sales in two tills, turn by turn: one prints each slip on
// the slowest printer there is, the other prints none. What is seen of a payment
// may not wait for paper.
func (b *bench) measurePaper(ctx context.Context) error {
	slow, stop, err := slowPrinter(ctx)
	if err != nil {
		return err
	}
	defer stop()
	var shops [2]*shop
	for i, p := range []string{
		fmt.Sprintf(`{"printer.address":%q,"printer.slips":1}`, slow),
		`{"printer.slips":0}`,
	} {
		name := fmt.Sprintf("paper-%d", i)
		if err := b.prefer(name, p); err != nil {
			return err
		}
		if shops[i], err = b.shop(ctx, name); err != nil {
			return err
		}
		defer shops[i].close()
	}
	var took [2]times
	for range paperSales {
		for i, s := range shops {
			d, err := s.sell(ctx)
			if err != nil {
				return fmt.Errorf("till %d, sale %d: %w", i, s.sale, err)
			}
			took[i] = append(took[i], d)
		}
	}
	if line := shops[0].program.Last("slip not printed"); line == "" {
		return errors.New("the slow printer was not printed on")
	}
	r := ratio(took[0], took[1])
	b.table.add(fmt.Sprintf("commit to changed pixels, a printer that hangs, %d sales", paperSales), took[0].String(), "no printer: "+took[1].String(), fmt.Sprintf("%.2f", r), "at most 1.10", r <= 1.1)
	return nil
}

// prefer gives a till that was never started its preferences.
func (b *bench) prefer(data, preferences string) error {
	dir := filepath.Join(b.dir, data, "config", "fyne", "ly.sanduq.till")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "preferences.json"), []byte(preferences), 0o600)
}

// slowPrinter says that it is ready, takes the beginning of a slip and then
// nothing more.
func slowPrinter(ctx context.Context) (address string, stop func(), err error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go hang(c)
		}
	}()
	return printer.Address(printer.WayTCP, l.Addr().String()), func() { _ = l.Close() }, nil
}

// hang answers a printer's four questions for its state, and no more.
func hang(c net.Conn) {
	defer func() { _ = c.Close() }()
	_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
	question := make([]byte, 3)
	for range 4 {
		if _, err := io.ReadFull(c, question); err != nil {
			return
		}
		if _, err := c.Write([]byte{0x12}); err != nil {
			return
		}
	}
	_, _ = io.CopyN(io.Discard, c, 6000)
	time.Sleep(time.Minute)
}
