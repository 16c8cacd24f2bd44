package preferences

import "encoding/json"

// Holder is where preferences are kept by name. Those of the toolkit are one.
type Holder interface {
	String(name string) string
	Bool(name string) bool
	IntWithFallback(name string, usual int) int
	SetString(name, value string)
	SetBool(name string, on bool)
	SetInt(name string, n int)
}

// Medium is a small file: Load is all of it, nil where there is none, and Save
// replaces it as a whole.
type Medium interface {
	Load() ([]byte, error)
	Save([]byte) error
}

// Folder is one data folder, and what it begins with while it keeps nothing: what
// older versions kept for all folders together or, where that is nothing, what
// another folder of this computer keeps, but for what belongs to its bank.
type Folder struct {
	Own    Medium
	Older  Holder // nil for none
	Beside Medium // nil for none
	// Failed is told why the file was not read or written. What is chosen then holds
	// for this run.
	Failed func(error)
}

// File is the Holder of one data folder. A Store writes it by change: two programs may
// change different preferences of one folder, and each reads the file again before it
// writes.
type File struct {
	named
	folder Folder
	unkept []func(Holder) // what could not be written yet
}

// NewFile reads what a folder keeps, and writes nothing yet.
func NewFile(f Folder) *File {
	file := &File{named: named{}, folder: f}
	if own, there := file.read(f.Own); there {
		file.named = own
		return file
	}
	usual := loaded(named{})
	for _, seed := range file.seeds() {
		if v := loaded(seed.from); v != usual {
			for _, e := range kept {
				if seed.bank || !e.bank {
					e.save(file.named, &v)
				}
			}
			break
		}
	}
	return file
}

// seed is where a folder's first preferences may come from; bank tells that what belongs
// to a bank comes along.
type seed struct {
	from Holder
	bank bool
}

func (f *File) seeds() (all []seed) {
	if f.folder.Older != nil {
		all = append(all, seed{f.folder.Older, true})
	}
	if f.folder.Beside != nil {
		if beside, there := f.read(f.folder.Beside); there {
			all = append(all, seed{beside, false})
		}
	}
	return all
}

// read is what a file holds; false where it holds nothing that can be read.
func (f *File) read(from Medium) (named, bool) {
	text, err := from.Load()
	var values named
	if err == nil && text != nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil && f.folder.Failed != nil {
		f.folder.Failed(err)
	}
	return values, err == nil && values != nil
}

// change writes what set sets, beside what another program wrote meanwhile.
func (f *File) change(set func(Holder)) {
	if now, there := f.read(f.folder.Own); there {
		f.named = now
	}
	f.unkept = append(f.unkept, set)
	for _, set := range f.unkept {
		set(f.named)
	}
	text, err := json.MarshalIndent(f.named, "", "  ")
	if err == nil {
		err = f.folder.Own.Save(append(text, '\n'))
	}
	if err == nil {
		f.unkept = nil
		return
	}
	if f.folder.Failed != nil {
		f.folder.Failed(err)
	}
}

// named are preferences by name, with the types of JSON.
type named map[string]any

func (n named) String(name string) string {
	s, _ := n[name].(string)
	return s
}

func (n named) Bool(name string) bool {
	on, _ := n[name].(bool)
	return on
}

func (n named) IntWithFallback(name string, usual int) int {
	if f, ok := n[name].(float64); ok {
		return int(f)
	}
	return usual
}

func (n named) SetString(name, value string) { n[name] = value }
func (n named) SetBool(name string, on bool) { n[name] = on }
func (n named) SetInt(name string, v int)    { n[name] = float64(v) }
