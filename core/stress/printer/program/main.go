// Command program is core/printer for a shell: tests build it for other systems and run it there.
//
//	program find
//	program status ADDRESS
//	program send ADDRESS FILE
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sanduq/core/printer"
)

func main() {
	said, err := run(os.Args[1:])
	if err != nil {
		fmt.Println("error", printer.CodeOf(err), err)
		os.Exit(1)
	}
	fmt.Println(said)
}

func run(args []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if len(args) == 1 && args[0] == "find" {
		found, err := printer.Find(ctx)
		said := fmt.Sprintln(len(found), "found")
		for _, f := range found {
			said += fmt.Sprintf("%s\t%s\n", f.Address, f.Name)
		}
		return said, err
	}
	if len(args) < 2 {
		return "", errors.New("find, status ADDRESS or send ADDRESS FILE")
	}
	p, err := printer.Open(args[1], printer.Limits{})
	if err != nil {
		return "", err
	}
	if args[0] == "status" {
		state, err := p.Status(ctx)
		return string(state), err
	}
	job, err := os.ReadFile(args[len(args)-1])
	if err != nil {
		return "", err
	}
	began := time.Now()
	how, err := p.Send(ctx, job)
	return fmt.Sprintf("%s %d bytes %d ms", how, len(job), time.Since(began).Milliseconds()), err
}
