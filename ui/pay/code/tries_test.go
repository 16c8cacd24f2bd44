package code

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// tried is a sale of which codes were refused, and what the bank said of tries.
func tried(wrong, left, of int) func(*journal.View) {
	return func(v *journal.View) {
		harness.Coded(v)
		v.Session.OTPTries, v.TriesLeft = of, left
		for i := range wrong {
			at := harness.Noon.Add(time.Duration(i-wrong) * time.Second)
			v.History = append(v.History, journal.HistoryEvent{At: at, Code: journal.HistoryCodeRefused, Word: "WRONG_OTP"})
			v.Refusal = &journal.Refusal{Operation: core.OpSubmitOTP, Code: "WRONG_OTP", At: at}
		}
	}
}

// TestAWrongCodeSaysHowManyTriesAreLeft, and the dots do, from the start.
func TestAWrongCodeSaysHowManyTriesAreLeft(t *testing.T) {
	for _, c := range []struct {
		wrong, left, of int
		said            string
		dots, hollow    int
	}{
		{0, 3, 3, "", 3, 0},
		{1, 2, 3, "Wrong code. Ask the customer to read it again. 2 tries left.", 3, 1},
		{2, 1, 3, "Wrong code, 2 times. Ask the customer to read it again. 1 try left.", 3, 2},
		{0, 0, 0, "", 0, 0},
		{1, 0, 0, "Wrong code. Ask the customer to read it again.", 0, 0},
		{2, 0, 0, "Wrong code, 2 times. Ask the customer to read it again.", 0, 0},
		{1, 8, 9, "Wrong code. Ask the customer to read it again. 8 tries left.", 0, 0},
	} {
		s := newCode(newFixture(t), tried(c.wrong, c.left, c.of))
		if got := s.wrong.Text(); got != c.said {
			t.Errorf("%d of %d left: says %q, want %q", c.left, c.of, got, c.said)
		}
		dots, hollow := 0, 0
		for _, d := range s.tries.dots {
			if !d.Hidden {
				dots++
				if _, _, _, a := d.FillColor.RGBA(); a == 0 {
					hollow++
				}
			}
		}
		if dots != c.dots || hollow != c.hollow || s.tries.word.Hidden != (c.dots == 0) {
			t.Errorf("%d of %d left: %d dots, %d of them hollow, want %d and %d", c.left, c.of, dots, hollow, c.dots, c.hollow)
		}
	}
}

// TestEveryWrongCodeChangesThePicture, whether or not the bank counts, and moves
// neither slots nor pad.
func TestEveryWrongCodeChangesThePicture(t *testing.T) {
	for _, of := range []int{0, 3} {
		var seen []string
		slots := ""
		for wrong := range 3 {
			r := newFixture(t)
			r.deps.OnPhone = func(string) bool { return true }
			s := newCode(r, tried(wrong, max(of-wrong, 0), of))
			picture := outline.Of(s.Object())
			now := regexp.MustCompile(`Slots .*`).FindString(picture)
			if wrong > 0 && now != slots {
				t.Errorf("of %d, after %d wrong codes: %s instead of %s", of, wrong, now, slots)
			}
			slots = now
			if slices.Contains(seen, picture) {
				t.Errorf("of %d, after %d wrong codes the picture is one that was there before", of, wrong)
			}
			seen = append(seen, picture)
			harness.Keys(s, "4")
			if s.wrong.Text() != "" {
				t.Error("the sentence stays while the next code is typed")
			}
		}
	}
}

// TestTheLabelStandsWholeBesideTheTries: beside the practice phone the dots stand without
// their word, and the label is not cut for it.
func TestTheLabelStandsWholeBesideTheTries(t *testing.T) {
	for _, wide := range []float32{834, 880, 1134} {
		s := newCode(newFixture(t), tried(1, 2, 3))
		s.Object().Resize(fyne.NewSize(wide, 610))
		if s.label.Size().Width < s.label.Width() {
			t.Errorf("%v wide: the label has %v of %v", wide, s.label.Size().Width, s.label.Width())
		}
	}
}

// TestTheLabelOfTheCodeIsNotCut beside the practice phone on a small screen, where it has
// fewer words.
func TestTheLabelOfTheCodeIsNotCut(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, wide := range []float32{1134, 1048, 834, 748} {
			r := newFixture(t)
			r.Env.Words = words.MustLoad(lang)
			s := newCode(r, tried(1, 2, 3))
			s.Object().Resize(fyne.NewSize(wide, 610))
			if need, has := s.label.Width(), s.label.Size().Width; need > has+.5 {
				t.Errorf("%s, %v wide: %q needs %v and has %v", lang, wide, s.label.Text(), need, has)
			}
			if got, long := s.label.Text(), r.Env.Words.T("otp.label"); wide > 1000 && got != long {
				t.Errorf("%s, %v wide: %q, want %q", lang, wide, got, long)
			}
		}
	}
}
