package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/export"
	"sanduq/core/report/statement"
	"sanduq/core/tests/shop"
)

// measured is what a process of one export said: its time without the start of
// the program, what it took of the processors, and the most memory that it ever held, in MB.
type measured struct {
	took time.Duration
	cpu  time.Duration // of all processors, with the start of the program
	peak int
}

func child(ctx context.Context, what string, rows int, path string) (measured, error) {
	self, err := os.Executable()
	if err != nil {
		return measured{}, err
	}
	c := exec.CommandContext(ctx, self, what, strconv.Itoa(rows), path)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return measured{}, err
	}
	var nanoseconds int64
	var m measured
	if _, err := fmt.Sscan(string(out), &nanoseconds, &m.peak); err != nil {
		return measured{}, fmt.Errorf("the process said %q", out)
	}
	m.took, m.cpu = time.Duration(nanoseconds), c.ProcessState.UserTime()+c.ProcessState.SystemTime()
	return m, nil
}

// one is such a process.
func one(ctx context.Context) error {
	rows, err := strconv.Atoi(os.Args[2])
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation("Africa/Tripoli")
	if err != nil {
		return err
	}
	var took time.Duration
	if os.Args[1] == "match" {
		took, err = match(rows, zone)
	} else {
		took, err = save(ctx, os.Args[1], rows, os.Args[3], zone)
	}
	if err != nil {
		return err
	}
	peak, err := mostMemory()
	fmt.Println(took.Nanoseconds(), peak)
	return err
}

func save(ctx context.Context, what string, rows int, path string, zone *time.Location) (time.Duration, error) {
	j := export.Job{Format: export.Plain, About: shop.About(shop.English), Words: shop.English, Zone: zone, Progress: func(export.Progress) {}}
	sales := many(rows)
	j.Tables = []export.Table{export.PlainSales(sales, rows, nil)}
	if what == "xlsx" {
		j.Format, j.Tables = export.XLSX, []export.Table{export.Sales(sales, rows, nil, shop.English)}
	}
	began := time.Now()
	r, err := export.Save(ctx, path, j)
	if err == nil && r.Rows != rows {
		err = fmt.Errorf("%d rows of %d", r.Rows, rows)
	}
	return time.Since(began), err
}

const block = 5000

// many repeats a block of invented sales, each time with other receipts, so
// that inventing takes none of the time that is measured.
func many(n int) iter.Seq2[journal.Sale, error] {
	all := make([]journal.Sale, min(n, block))
	for i := range all {
		all[i] = shop.Sale(i, block)
	}
	return func(yield func(journal.Sale, error) bool) {
		for i := range n {
			s := all[i%block]
			if s.ReceiptSeq != 0 {
				s.ReceiptSeq = uint64(i + 1)
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

// match holds so many rows against as many payments: most by their names, one
// of a hundred by sum and time alone.
func match(n int, zone *time.Location) (time.Duration, error) {
	var text bytes.Buffer
	fmt.Fprintln(&text, "Date,Transaction ID,Description,Amount,Currency")
	var entries []statement.Entry
	for s, err := range many(n) {
		if err != nil {
			return 0, err
		}
		i := len(entries)
		e := statement.Entry{Sale: s.ID, Receipt: uint64(i + 1), TransactionID: fmt.Sprintf("T%07d-%04d", i, i%9973), Amount: s.Amount, At: shop.LastDay.Add(time.Duration(i) * 20 * time.Second)}
		entries = append(entries, e)
		id := e.TransactionID
		if i%100 == 0 {
			id = ""
		}
		fmt.Fprintf(&text, "%s,%s,POS PURCHASE FIRST PRACTICE BANK,%s,%s\n", e.At.In(zone).Format("2006-01-02 15:04:05"), id, e.Amount.Major(), e.Amount.Currency)
	}
	began := time.Now()
	f, err := statement.Open(context.Background(), text.Bytes(), statement.Mapping{})
	if err != nil {
		return 0, err
	}
	m, _ := f.Guess()
	m.Plain = statement.WayIn
	lines, err := f.Read(context.Background(), m, zone)
	if err != nil {
		return 0, err
	}
	items := statement.Match(lines.Lines, entries, statement.Options{Zone: zone})
	took := time.Since(began)
	for _, i := range items {
		if i.Class != statement.Matched && i.Class != statement.Assumed {
			return 0, fmt.Errorf("%s among rows that all match", i.Class)
		}
	}
	return took, nil
}

// mostMemory is the most that this process had resident, in MB, as Linux says.
func mostMemory() (int, error) {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	for in := bufio.NewScanner(f); in.Scan(); {
		if rest, ok := strings.CutPrefix(in.Text(), "VmHWM:"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("no VmHWM")
}
