// Command gateway measures the practice bank beside stripe-mock, the gateway stub that is used most: both in processes
// of their own, under the same generator, in turns within one run. It prints one table.
//
//	go run ./gateway                                    all of it
//	go run ./gateway -seconds 2 -payments 20000         a short look
//	go run ./gateway -only memory -payments 1000000     memory over a million payments, some ten minutes
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"
)

// settings are how much is measured.
type settings struct {
	connections int
	span        time.Duration // of one measurement
	turns       int           // measurements of each side, in turns
	payments    int           // to open while memory is watched
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == childArgument {
		os.Exit(child())
	}
	var s settings
	seconds := flag.Int("seconds", 6, "seconds of one measurement")
	flag.IntVar(&s.connections, "connections", 16, "connections asking for a status at once")
	flag.IntVar(&s.turns, "turns", 3, "measurements of each side, in turns")
	flag.IntVar(&s.payments, "payments", 100_000, "payments to open while memory is watched")
	only := flag.String("only", "", "one of status, shop, memory; all of them if empty")
	flag.Parse()
	s.span = time.Duration(*seconds) * time.Second
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, s, *only); err != nil {
		fmt.Fprintln(os.Stderr, "gateway:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, only string) error {
	fmt.Printf("%s, %d processors, %s\n\n", runtime.Version(), runtime.NumCPU(), time.Now().Format("2006-01-02"))
	for _, part := range []struct {
		name    string
		measure func(context.Context, settings) error
	}{{"status", compareStatus}, {"shop", measureShop}, {"memory", measureMemory}} {
		if only != "" && only != part.name {
			continue
		}
		if err := part.measure(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}
