package app

import (
	"strings"
	"testing"

	"sanduq/storage/fault"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// TestARefusedFolderSaysWhatItIsAndWhatToDo: the folder, its file system, where to move
// the data, and that practice starts all the same.
func TestARefusedFolderSaysWhatItIsAndWhatToDo(t *testing.T) {
	a := &App{dir: "/media/sf_shop"}
	p, ok := a.problem(fault.ErrNetwork.Because(fault.FileSystem("vboxsf"))).(*startup.Problem)
	if !ok {
		t.Fatal("no sentence")
	}
	for _, lang := range words.Languages() {
		said := p.Sentence(words.MustLoad(lang))
		for _, part := range []string{a.dir, "vboxsf", "--data-dir", "--env sandbox"} {
			if !strings.Contains(said, part) {
				t.Errorf("%s: no %s in %q", lang, part, said)
			}
		}
	}
}
