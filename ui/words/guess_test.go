package words

import "testing"

func TestGuess(t *testing.T) {
	for _, c := range []struct {
		wishes []string
		want   string
	}{
		{nil, English},
		{[]string{"", "C.UTF-8"}, English},
		{[]string{"", "", "ar_LY.UTF-8"}, Arabic},
		{[]string{"fr", "ar_LY"}, French},
		{[]string{"de", "fr_TN"}, French},
	} {
		if got := Guess(c.wishes...); got != c.want {
			t.Errorf("%q: %s, want %s", c.wishes, got, c.want)
		}
	}
}
