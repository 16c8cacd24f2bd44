package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// fill puts the rows of our own CSV into a table, field by field as text.
func fill(ctx context.Context, path string, n int) error {
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=OFF&_synchronous=OFF")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	zone, err := time.LoadLocation("Africa/Tripoli")
	if err != nil {
		return err
	}
	in, out := io.Pipe()
	go func() {
		_, err := export.Write(ctx, out, export.Job{Format: export.Plain, About: shop.About(shop.English), Zone: zone, Tables: []export.Table{export.PlainSales(many(n), n, nil)}})
		_ = out.CloseWithError(err)
	}()
	if _, err := io.CopyN(io.Discard, in, 3); err != nil { // the mark
		return err
	}
	r := csv.NewReader(in)
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return err
	}
	columns := make([]string, len(head))
	for i, h := range head {
		columns[i] = `"` + strings.ReplaceAll(h, `"`, `""`) + `" TEXT`
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE sales ("+strings.Join(columns, ", ")+")"); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO sales VALUES (?"+strings.Repeat(", ?", len(head)-1)+")")
	if err != nil {
		return err
	}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		values := make([]any, len(fields))
		for i, f := range fields {
			values[i] = f
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// sameRows compares both files record by record.
func sameRows(ours, peers string, rows int) error {
	a, err := os.ReadFile(ours)
	if err != nil {
		return err
	}
	b, err := os.ReadFile(peers)
	if err != nil {
		return err
	}
	x, y := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(a, []byte("\xef\xbb\xbf")))), csv.NewReader(bytes.NewReader(b))
	x.ReuseRecord, y.ReuseRecord = true, true
	for i := 0; ; i++ {
		p, errA := x.Read()
		q, errB := y.Read()
		if errors.Is(errA, io.EOF) && errors.Is(errB, io.EOF) && i == rows+1 {
			return nil
		}
		if errA != nil || errB != nil || strings.Join(p, "\x00") != strings.Join(q, "\x00") {
			return fmt.Errorf("record %d differs: %v, %v", i+1, errA, errB)
		}
	}
}
