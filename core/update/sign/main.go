// Sign makes the keys and the signed files of core/update.
//
//	go run ./core/update/sign -new private.key
//	go run ./core/update/sign -key private.key -version 1.2.0 -days 90 > update.json
//
// The first prints the public key, which a till is told by --update-key or at
// the build. The private key stays with the person who releases, off every server.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"sanduq/core/update"
)

func main() {
	if err := run(os.Args[1:], time.Now(), os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "sign: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string, now time.Time, out io.Writer) error {
	set := flag.NewFlagSet("sign", flag.ContinueOnError)
	fresh := set.String("new", "", "make a private key in this `file`, and print the public one")
	key := set.String("key", "", "the `file` of the private key")
	version := set.String("version", "", "the newest version, such as 1.2.0")
	days := set.Int("days", 90, "how long the statement lasts")
	if err := set.Parse(args); err != nil {
		return err
	}
	if *fresh != "" {
		return makeKey(*fresh, out)
	}
	if *key == "" || *version == "" || *days < 1 || set.NArg() > 0 {
		return errors.New("give -new, or -key, -version and -days; -help explains")
	}
	private, err := readKey(*key)
	if err != nil {
		return err
	}
	v, err := update.ParseVersion(*version)
	if err != nil {
		return err
	}
	now = now.UTC().Truncate(time.Second)
	file, err := update.Sign(private, update.Statement{Version: v, Issued: now, Expires: now.AddDate(0, 0, *days)})
	if err == nil {
		_, err = out.Write(file)
	}
	return err
}

// makeKey overwrites nothing.
func makeKey(path string, out io.Writer) error {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, base64.StdEncoding.EncodeToString(private.Seed()))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, base64.StdEncoding.EncodeToString(public))
	return err
}

func readKey(path string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errors.New("the file holds no private key")
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
