package storage

import (
	"crypto/hmac"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sanduq/core"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
)

// A live till keeps its checkpoint in a second place too, outside of its folder: where
// the key is wrapped by a passphrase the first one lies beside the file, and a folder
// that is put back as a whole brings an old checkpoint with it. The second one holds
// numbers and digests alone. It bears the name of the key, so that several stores of
// one computer keep apart, and a MAC, so that nobody else's is believed.

// second is the place; the zero value is none.
type second struct{ folder string }

// secondOf is that of a store. Practice has none.
func secondOf(o Options) second {
	if o.Environment != core.Live {
		return second{}
	}
	return second{o.Elsewhere}
}

// signed is what lies there.
type signed struct {
	Checkpoint json.RawMessage `json:"checkpoint"`
	MAC        record.Digest   `json:"mac"`
}

// secondName is the place of the MAC: no bucket has this name.
const secondName = "second checkpoint"

func (p second) path(seal *record.Sealer) string {
	return filepath.Join(p.folder, seal.Name()+".json")
}

// save replaces what is kept under a key. Errors match ErrUnwritable.
func (p second) save(c checkpoint, seal *record.Sealer) error {
	if p.folder == "" {
		return nil
	}
	text, err := json.Marshal(c)
	if err == nil {
		text, err = json.Marshal(signed{text, seal.Mac(secondName, nil, record.Format, text)})
	}
	if err == nil {
		err = os.MkdirAll(p.folder, 0o700)
	}
	if err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return files.Replace(p.path(seal), append(text, '\n'))
}

// load returns what is kept under a key; nil where nothing is.
func (p second) load(seal *record.Sealer) (*checkpoint, error) {
	if p.folder == "" {
		return nil, nil
	}
	text, err := files.Read(p.path(seal), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var kept signed
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		return nil, err
	}
	if mac := seal.Mac(secondName, nil, record.Format, kept.Checkpoint); !hmac.Equal(mac[:], kept.MAC[:]) {
		return nil, errors.New("it was not written by this till")
	}
	c := &checkpoint{}
	return c, json.Unmarshal(kept.Checkpoint, c)
}
