package checkout

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"

	"sanduq/assets/fonts"
)

//go:embed pages icons words
var embedded embed.FS

// static are the files that every page asks for. Their address changes with
// their content, so a browser may keep them for good.
type static struct {
	version string
	files   map[string][]byte
}

var contentTypes = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".woff": "font/woff"}

func loadStatic(own fs.FS) (*static, error) {
	if own == nil {
		own = fonts.Files
	}
	s := &static{files: make(map[string][]byte)}
	sum := sha256.New()
	add := func(from fs.FS, dir, name string) error {
		data, err := fs.ReadFile(from, path.Join(dir, name))
		if err != nil {
			return fmt.Errorf("checkout: %w", err)
		}
		s.files[name] = data
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data)
		return nil
	}
	for _, name := range []string{"page.css", "page.js"} {
		if err := add(embedded, "pages", name); err != nil {
			return nil, err
		}
	}
	for _, weight := range []string{"Regular", "Medium", "SemiBold", "Bold"} {
		if err := add(own, ".", "IBMPlexSansArabic-"+weight+".woff"); err != nil {
			return nil, err
		}
	}
	s.version = hex.EncodeToString(sum.Sum(nil)[:6])
	return s, nil
}

func (s *static) serve(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	data, ok := s.files[name]
	if !ok || r.PathValue("version") != s.version {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(data)
}
