package sandbox

import (
	_ "embed"
	"net/http"
)

// openAPI is served at /openapi.yaml.
//
//go:embed openapi.yaml
var openAPI []byte

func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	w.Header().Set("Cache-Control", "private, max-age=600")
	_, _ = w.Write(openAPI)
}
