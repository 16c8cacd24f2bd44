package sandbox

import "net/http"

func (s *Server) addControl(*http.ServeMux) {}
