package outline

import (
	"fmt"
	"strings"
)

// diff returns the lines in which two texts differ, "-" before a line of the
// first and "+" before one of the second, with the line above each group and its
// number in the first text. It is empty when they are equal.
func diff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	common := make([][]int, len(a)+1) // of a[i:] and b[j:]: the length of their longest common sequence
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out strings.Builder
	same := true
	group := func(i int) {
		if same && i > 0 {
			fmt.Fprintf(&out, "%5d  %s\n", i, a[i-1])
		}
		same = false
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			same, i, j = true, i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			group(i)
			fmt.Fprintf(&out, "    -  %s\n", a[i])
			i++
		default:
			group(i)
			fmt.Fprintf(&out, "    +  %s\n", b[j])
			j++
		}
	}
	return out.String()
}
