package keys

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// Passphrase keeps the data key in a file of the store's folder, wrapped by a
// passphrase: for live on a machine without a keyring.
type Passphrase struct {
	dir    string
	phrase core.Secret
}

// NewPassphrase returns the source that wraps or unwraps with phrase.
func NewPassphrase(dir string, phrase core.Secret) Passphrase { return Passphrase{dir, phrase} }

// The cost of one try: 64 MiB and three passes, a fraction of a second.
const (
	argonTime    = 3
	argonMemory  = 64 << 10 // KiB
	argonThreads = 2
)

// wrapped is the file's content. The costs are kept so that later versions may
// raise them.
type wrapped struct {
	Version int    `json:"version"`
	Salt    []byte `json:"salt"`
	Time    uint32 `json:"time"`
	Memory  uint32 `json:"memoryKiB"`
	Threads uint8  `json:"threads"`
	Sealed  []byte `json:"sealed"`
}

func (p Passphrase) path() string { return filepath.Join(p.dir, wrapFile.name) }

// HasWrappedKey reports whether dir holds a key that wants a passphrase.
func HasWrappedKey(dir string) bool {
	there, err := files.Exists(Passphrase{dir: dir}.path())
	return there || err != nil
}

// sealedFile is a file that a passphrase opens, and what is in it.
type sealedFile struct{ name, place string }

var (
	wrapFile = sealedFile{"till.wrapped-key", wrapPlace}
	// besideFiles are closed by the same passphrase; see beside.
	besideFiles = []sealedFile{{"till.wrapped-credentials", credentialPlace}, {"till.wrapped-office-key", officePlace},
		{"till.wrapped-mail-key", mailPlace}}
)

// content is that of a file; nil when there is none, or it is damaged as far as
// that can be told without the passphrase.
func (p Passphrase) content(f sealedFile) []byte {
	raw, err := files.Read(filepath.Join(p.dir, f.name), files.MaxSmall)
	if err == nil {
		_, err = wrappedOf(raw)
	}
	if err != nil {
		return nil
	}
	return raw
}

// testable reports whether a file of the folder tells which passphrase it is.
func (p Passphrase) testable() bool {
	return slices.ContainsFunc(append([]sealedFile{wrapFile}, besideFiles...), func(f sealedFile) bool { return p.content(f) != nil })
}

// Fits reports whether the passphrase is that of the folder, as far as its files
// tell: the wrapped key, or where that is damaged or gone what else it closed. It
// takes a second or two.
func (p Passphrase) Fits() bool {
	opens := func(f sealedFile) bool {
		_, err := p.open(f.place, p.content(f))
		return err == nil
	}
	if p.content(wrapFile) != nil {
		return opens(wrapFile)
	}
	return !p.testable() || slices.ContainsFunc(besideFiles, opens)
}

// Load implements Source. ErrPassphrase when the phrase is not the one.
func (p Passphrase) Load(ctx context.Context) ([]byte, error) { return newestKey(p.loadRing(ctx)) }

// LoadRing implements ringSource.
func (p Passphrase) loadRing(context.Context) (Ring, error) {
	raw, err := files.Read(p.path(), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return Ring{}, fault.ErrNoKey.Because(err)
	}
	if err != nil {
		return Ring{}, fault.ErrUnwritable.Because(err)
	}
	plain, err := p.open(wrapPlace, raw)
	if err != nil {
		return Ring{}, err
	}
	if len(plain) == Size { // as long as there is one alone
		return Ring{Newest: plain}, nil
	}
	return ringOf(string(plain))
}

// Create implements Source. A blank phrase is refused.
func (p Passphrase) Create(_ context.Context, key []byte) error {
	raw, err := p.seal(wrapPlace, key)
	if err != nil {
		return err
	}
	return files.WriteNew(p.path(), raw)
}

// ReplaceRing implements ringSource: the keys are wrapped together, by the same phrase.
func (p Passphrase) replaceRing(_ context.Context, r Ring) error {
	raw, err := p.seal(wrapPlace, []byte(r.text()))
	if err != nil {
		return err
	}
	return files.Replace(p.path(), raw)
}

func (p Passphrase) keepDamaged() error { return keepDamaged(p.path()) }

// wrappedOf reads the content of a file without its passphrase. ErrNoKey when it
// is damaged.
func wrappedOf(raw []byte) (w wrapped, err error) {
	if err := json.Unmarshal(raw, &w); err != nil || w.Version != 1 || w.Time-1 >= 64 || w.Memory-1 >= 1<<20 || w.Threads == 0 {
		return w, fault.ErrNoKey.Because(errDamaged)
	}
	return w, nil
}

// open reads the content of a file that seal made for the same place.
// ErrPassphrase when the phrase is not the one, ErrNoKey when it is damaged.
func (p Passphrase) open(place string, raw []byte) ([]byte, error) {
	w, err := wrappedOf(raw)
	if err != nil {
		return nil, err
	}
	plain, err := openAs(place, p.kek(w), w.Sealed)
	if err != nil {
		return nil, fault.ErrPassphrase.Because(err)
	}
	return plain, nil
}

// seal is the content of a file that the phrase alone opens.
func (p Passphrase) seal(place string, plain []byte) ([]byte, error) {
	if p.phrase.Empty() {
		return nil, fault.ErrPassphrase.Because(errors.New("blank"))
	}
	w := wrapped{Version: 1, Salt: make([]byte, 16), Time: argonTime, Memory: argonMemory, Threads: argonThreads}
	if _, err := rand.Read(w.Salt); err != nil {
		return nil, err
	}
	var err error
	if w.Sealed, err = sealAs(place, p.kek(w), plain); err != nil {
		return nil, err
	}
	return json.Marshal(w)
}

// Place implements Source.
func (Passphrase) Place() Place { return PlacePassphrase }

// LoadCheckpoint implements Checkpoints, beside the wrapped key.
func (p Passphrase) LoadCheckpoint(ctx context.Context) (string, error) {
	return File{p.dir}.LoadCheckpoint(ctx)
}

// SaveCheckpoint implements Checkpoints.
func (p Passphrase) SaveCheckpoint(ctx context.Context, mark string) error {
	return File{p.dir}.SaveCheckpoint(ctx, mark)
}

func (p Passphrase) kek(w wrapped) []byte {
	phrase := norm.NFC.String(p.phrase.Reveal()) // keyboards write the same letter in different ways
	return argon2.IDKey([]byte(phrase), w.Salt, w.Time, w.Memory, w.Threads, Size)
}
