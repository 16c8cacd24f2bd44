//go:build !race

// The race detector multiplies what a process needs, which is what is measured here.

package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sanduq/core/tests/soak"
	"sanduq/storage/internal/files"
)

// What opening a damaged file may need, and what it gets: a process that asks for more
// address space is ended by its runtime.
const (
	damagedMost  = 384 << 20 // resident
	damagedSpace = 5 << 30   // in all, most of it for the mapping and Go's own reserve
	damagedSoon  = 20 * time.Second
)

// TestOpeningADamagedFileIsBounded damages what bbolt believes of a file, its pages'
// headers, its free list, its branches, in every page and by chance. Opening it may
// fail, or not; it ends soon and needs little.
func TestOpeningADamagedFileIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	fill(t, s, 400)
	closeStore(t, s)
	sound := mustFile(t, s.Path())
	const pageSize = 4096
	rounds := soak.N(t, 1)
	var newest, free uint64 // the page of the list of free ones, which others once were
	for _, meta := range []int{0, pageSize} {
		if tx := binary.NativeEndian.Uint64(sound[meta+64:]); tx >= newest {
			newest, free = tx, binary.NativeEndian.Uint64(sound[meta+48:])
		}
	}
	if kind := binary.NativeEndian.Uint16(sound[free*pageSize+8:]); kind != 0x10 {
		t.Fatalf("page %d is no list of free pages, but %#x", free, kind)
	}
	random := rand.New(rand.NewPCG(29, 13))
	var names []string
	damage := func(name string, change func(file []byte)) {
		for _, dirty := range []bool{false, true} {
			to := filepath.Join(t.TempDir(), fmt.Sprintf("%s-%v", name, dirty))
			if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			file := append([]byte(nil), sound...)
			change(file)
			write(t, filepath.Join(to, files.Database), file)
			if dirty {
				write(t, filepath.Join(to, files.OpenMark), nil)
			}
			names = append(names, to)
		}
	}
	last := len(sound)/pageSize - 1
	pages := []int{int(free)}
	for id := 2; id <= last; id += 1 + random.IntN(max(1, last/8)) {
		pages = append(pages, id)
	}
	for _, id := range pages {
		page := func(file []byte) []byte { return file[id*pageSize:][:pageSize] }
		damage(fmt.Sprint("count of page ", id), func(f []byte) { binary.NativeEndian.PutUint16(page(f)[10:], 0xFFFF) })
		damage(fmt.Sprint("many on page ", id), func(f []byte) {
			binary.NativeEndian.PutUint16(page(f)[10:], 0xFFFF)
			binary.NativeEndian.PutUint64(page(f)[16:], 2<<30)
		})
		damage(fmt.Sprint("further pages of page ", id), func(f []byte) { binary.NativeEndian.PutUint32(page(f)[12:], 1<<22) })
		damage(fmt.Sprint("kind of page ", id), func(f []byte) { f[id*pageSize+8] ^= 3 })
		damage(fmt.Sprint("page ", id, " leads to itself"), func(f []byte) { binary.NativeEndian.PutUint64(page(f)[16+8:], uint64(id)) })
		damage(fmt.Sprint("first record of page ", id), func(f []byte) { binary.NativeEndian.PutUint32(page(f)[16+12:], 1<<31) })
		for n := range rounds {
			damage(fmt.Sprint("chance ", n, " on page ", id), func(f []byte) {
				for range 1 + random.IntN(3) {
					page(f)[random.IntN(64)] = byte(random.Uint32())
				}
			})
		}
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{"open-damaged"}, names...)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	var done int
	var most int64
	_, _ = fmt.Sscan(string(out[max(0, len(out)-openedLine):]), &done, &most)
	t.Logf("%d of %d damaged files in %s, at most %d MiB", done, len(names), time.Since(began).Round(time.Millisecond), most>>20)
	if done < len(names) || err != nil {
		t.Fatalf("%s: %v, %.300s", filepath.Base(names[min(done, len(names)-1)]), err, said.String())
	}
	if most > damagedMost {
		t.Errorf("%d MiB resident, want at most %d", most>>20, damagedMost>>20)
	}
}

// openedLine is the length of what openDamaged says of one.
const openedLine = 40

// openDamaged opens the store of each folder, and says after each how many it has
// opened and what it came to need. It is the body of a process of its own.
func openDamaged(folders []string) int {
	limit := unix.Rlimit{Cur: damagedSpace, Max: damagedSpace}
	if err := unix.Setrlimit(unix.RLIMIT_AS, &limit); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for n, dir := range folders {
		over := time.AfterFunc(damagedSoon, func() {
			fmt.Fprintln(os.Stderr, "it does not end")
			os.Exit(3)
		})
		if s, err := open(dir); err == nil {
			_, _ = s.Verify(context.Background())
			_ = s.Close()
		}
		over.Stop()
		var used unix.Rusage
		_ = unix.Getrusage(unix.RUSAGE_SELF, &used)
		fmt.Printf("%18d %20d\n", n+1, used.Maxrss<<10)
	}
	return 0
}
