package backup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/storage"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// kept opens a store with two sales and a scheduler on the bubble's clock.
func kept(t *testing.T, o SchedulerOptions) (*storage.Store, *Scheduler) {
	t.Helper()
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	o.Zone = time.UTC
	return s, NewScheduler(s, o)
}

// made returns the hours after the bubble's beginning at which copies were
// made while a scheduler ran for some days.
func made(t *testing.T, s *storage.Store, k *Scheduler, days int) (hours []float64) {
	t.Helper()
	began := time.Now()
	seen := map[string]bool{}
	done := make(chan struct{})
	go func() { defer close(done); k.Run(t.Context()) }()
	for range days * 24 * 4 {
		time.Sleep(15 * time.Minute)
		synctest.Wait()
		found, err := files.Backups(files.BackupFolder(s.Options().Dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range slices.Backward(found) {
			if !seen[path] {
				seen[path] = true
				hours = append(hours, files.BackupTime(path).Sub(began).Round(15*time.Minute).Hours())
			}
		}
	}
	return hours
}

func TestABackupIsMadeOnceADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the bubble begins at midnight
		s, k := kept(t, SchedulerOptions{})
		if got := made(t, s, k, 3); !slices.Equal(got, []float64{1, 24, 48, 72}) {
			t.Errorf("made after %v hours", got)
		}
		if st := k.Status(); st.Err != nil || st.Last.IsZero() || st.Working || st.Folder != filepath.Join(s.Options().Dir, "backups") {
			t.Errorf("%+v", st)
		}
	})
}

func TestANewCopyIsNotMadeAgainAtTheNextStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, k := kept(t, SchedulerOptions{})
		time.Sleep(9 * time.Hour)
		if err := k.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if got := made(t, s, NewScheduler(s, SchedulerOptions{Zone: time.UTC}), 1); !slices.Equal(got, []float64{-1, 14}) {
			t.Errorf("made after %v hours, want the old one and midnight's", got)
		}
	})
}

// TestATillThatBeganInTheFuture: its clock was a year ahead when it was switched on, and was put right then.
func TestATillThatBeganInTheFuture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, k := kept(t, SchedulerOptions{})
		if err := k.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		k.started = time.Now().AddDate(1, 0, 0)
		wanted := 0
		for range 3 * 24 {
			time.Sleep(time.Hour)
			if k.wanted() {
				wanted++
			}
		}
		if wanted == 0 {
			t.Error("no backup is wanted in three days")
		}
	})
}

func TestABackupWaitsForAQuietMomentButNotForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busyUntil := time.Now().Add(75 * time.Minute)
		s, k := kept(t, SchedulerOptions{Quiet: func() bool { return time.Now().After(busyUntil) }})
		if got := made(t, s, k, 1); len(got) == 0 || got[0] != 1.25 {
			t.Errorf("a till that is busy for 75 minutes: %v", got)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s, k := kept(t, SchedulerOptions{Quiet: func() bool { return false }})
		if got := made(t, s, k, 1); len(got) == 0 || got[0] != 1.5 {
			t.Errorf("a till that is never quiet: %v", got)
		}
	})
}

func TestAFailureIsSaidAndTriedAgainAndTakesNoGoodCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changed := 0
		s, k := kept(t, SchedulerOptions{Changed: func() { changed++ }})
		for range keep {
			if err := k.Make(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		before, _ := files.Backups(files.BackupFolder(s.Options().Dir))
		folder := files.BackupFolder(s.Options().Dir)
		hide := func(from, to string) {
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
		hide(folder, folder+" hidden")
		write(t, folder, nil) // a file where the folder was: nothing can be made
		time.Sleep(30 * time.Hour)
		began := time.Now()
		done := make(chan struct{})
		go func() { defer close(done); k.Run(t.Context()) }()
		time.Sleep(time.Minute)
		synctest.Wait()
		st := k.Status()
		if !errors.Is(st.Err, fault.ErrBackup) || st.Since.Sub(began).Abs() > 2*time.Minute || changed == 0 {
			t.Fatalf("%+v", st)
		}
		time.Sleep(5 * time.Minute)
		remove(t, folder)
		hide(folder+" hidden", folder)
		after, _ := files.Backups(folder)
		if !slices.Equal(before, after) || len(after) != keep {
			t.Fatalf("good copies went: %v, then %v", before, after)
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if again := k.Status(); !again.Since.Equal(st.Since) || again.Err == nil {
			t.Errorf("tried again too soon: %+v", again)
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if st := k.Status(); st.Err != nil || !st.Since.IsZero() || time.Since(st.Last) > 10*time.Minute {
			t.Errorf("after it was mended: %+v", st)
		}
	})
}

func TestCopiesGoToAStickAndFollowItWhenItComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stick := filepath.Join(t.TempDir(), "stick")
		s, k := kept(t, SchedulerOptions{Mirror: stick})
		if err := k.Make(t.Context()); err != nil {
			t.Fatalf("a stick that is out is no failure: %v", err)
		}
		if st := k.Status(); !errors.Is(st.MirrorErr, fault.ErrAbsent) || st.Err != nil {
			t.Fatalf("%+v", st)
		}
		if _, err := os.Stat(stick); err == nil {
			t.Fatal("the folder of a stick that is out was made")
		}
		if err := os.Mkdir(stick, 0o700); err != nil {
			t.Fatal(err)
		}
		go k.Run(t.Context())
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		st := k.Status()
		if st.MirrorErr != nil || !st.MirrorLast.Equal(st.Last) {
			t.Fatalf("after it came back: %+v", st)
		}
		copies, err := filepath.Glob(filepath.Join(stick, mirrorName(s), "*"))
		own, _ := files.Backups(files.BackupFolder(s.Options().Dir))
		if err != nil || len(copies) != 1 || string(mustFile(t, copies[0])) != string(mustFile(t, own[0])) {
			t.Errorf("the stick holds %v, error %v", copies, err)
		}
		for range keep + 2 {
			if err := k.Make(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if copies, _ = filepath.Glob(filepath.Join(stick, mirrorName(s), "*")); len(copies) != keep {
			t.Errorf("%d copies on the stick", len(copies))
		}
		k.SetMirror("")
		if st := k.Status(); st.Mirror != "" || st.MirrorErr != nil {
			t.Errorf("after none was chosen: %+v", st)
		}
	})
}

// TestManyCopiesOfOneDayLeaveTheOtherDays: anyone who presses the button fifteen
// times does not lose last week.
func TestManyCopiesOfOneDayLeaveTheOtherDays(t *testing.T) {
	now := clock
	s := openTest(t, t.TempDir(), func(o *storage.Options) { o.Clock = func() time.Time { return now } })
	for range 5 {
		if _, err := Make(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		now = now.Add(24 * time.Hour)
	}
	for range 30 {
		if _, err := Make(t.Context(), s); err != nil { // all in one second
			t.Fatal(err)
		}
	}
	list, err := List(s.Options().Dir)
	if err != nil || len(list) != keep {
		t.Fatalf("%d copies, error %v", len(list), err)
	}
	for i, want := range []int{4, 3, 2, 1} {
		if got := list[len(list)-1-i].At.Sub(clock).Round(time.Hour).Hours() / 24; int(got) != 4-want {
			t.Errorf("copy %d from the end is of day %v", i, got)
		}
	}
	if !list[0].At.After(list[1].At) || list[0].Size < 4096 {
		t.Errorf("%+v", list[:2])
	}
}

func TestTheMirrorFolderIsRememberedOnlyIfItCanBeUsed(t *testing.T) {
	dir, stick := t.TempDir(), t.TempDir()
	file := filepath.Join(stick, "file")
	write(t, file, nil)
	for _, bad := range []string{filepath.Join(stick, "out"), file, "relative"} {
		if err := SetMirrorFolder(dir, bad); !errors.Is(err, fault.ErrAbsent) || MirrorFolder(dir) != "" {
			t.Errorf("%q: %v, then %q", bad, err, MirrorFolder(dir))
		}
	}
	if err := SetMirrorFolder(dir, stick); err != nil || MirrorFolder(dir) != stick {
		t.Errorf("%v, then %q", err, MirrorFolder(dir))
	}
	s := openTest(t, dir)
	path, err := Make(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := copyToMirror(t.Context(), s, path, stick); err != nil {
		t.Fatal(err)
	}
	if found := ListMirror(stick); len(found) != 1 || !found[0].At.Equal(files.BackupTime(path)) {
		t.Errorf("on the stick: %+v", found)
	}
	if err := SetMirrorFolder(dir, ""); err != nil || MirrorFolder(dir) != "" {
		t.Errorf("%v, then %q", err, MirrorFolder(dir))
	}
}
