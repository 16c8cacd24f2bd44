package core

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"sanduq/core/internal/object"
	"sanduq/core/wire"
)

const maxReply = 1 << 20 // bytes of a reply's body

// dialFunc opens a connection; tests replace it.
type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// newTransport returns a transport for HTTP/1.1 that gives every request a
// connection of its own. A reply that came too often, too late or unasked then
// dies with its connection and is never taken for the answer to another
// question, net/http has no connection that it could repeat a request on, and
// none on which it would print an unexpected reply to the standard log.
func newTransport(dial dialFunc, connect time.Duration, secure *tls.Config) *http.Transport {
	if dial == nil {
		// Nobody keeps such a connection alive: it ends with its attempt. limitDial
		// bounds the time; a limit of the dialler's own would be a second timer.
		dial = (&net.Dialer{KeepAlive: -1}).DialContext
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            limitDial(dial, connect),
		TLSClientConfig:        secure,
		TLSHandshakeTimeout:    connect,
		Protocols:              protocols,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: 64 << 10,
		ReadBufferSize:         2 << 10, // for one reply, most of which are smaller: half of what is usual
		WriteBufferSize:        2 << 10, // as for the reply: a request is smaller, and a larger one is written in parts
	}
}

func limitDial(dial dialFunc, connect time.Duration) dialFunc {
	return func(ctx context.Context, network, address string) (conn net.Conn, err error) {
		defer recoverInto(&err)
		ctx, cancel := context.WithTimeout(ctx, connect)
		defer cancel()
		return dial(ctx, network, address)
	}
}

// reply is a complete answer, of whatever status.
type reply struct {
	status int
	header http.Header
	body   []byte
	clock  signedTime // with which time the request was signed, and what this told
}

// templates prepares a request for each path, so that an attempt copies one
// instead of putting a URL together.
func templates(base *url.URL, paths wire.Paths) map[string]*http.Request {
	root := *base
	if root.Path == "" {
		root.Path = "/" // or JoinPath returns a relative path
	}
	requests := make(map[string]*http.Request)
	for _, path := range paths.All() {
		requests[path] = &http.Request{URL: root.JoinPath(paths.Prefix, path), Host: strings.TrimSuffix(base.Host, ":")}
	}
	return requests
}

// exchange makes one attempt. sent is false only if no connection was handed
// to the request, so that not one byte of it can have been written. Redirects
// are not followed: headers such as Secret-Key would travel with them. The
// request has no GetBody, without which the transport cannot send a body a
// second time on its own.
func exchange(ctx context.Context, transport http.RoundTripper, template *http.Request, method string,
	header http.Header, body []byte) (got *reply, sent bool, err error) {
	var connected atomic.Bool
	request := template.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}))
	request.Method, request.Header, request.Body = method, header, http.NoBody
	if method != http.MethodGet {
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return nil, connected.Load(), err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusSwitchingProtocols {
		return nil, true, object.Malformed("a change of protocol that nobody asked for") // its body has no end, and no context ends it
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, maxReply+1))
	if err != nil {
		return nil, true, fmt.Errorf("reading the reply: %w", err)
	}
	if len(content) > maxReply {
		return nil, true, object.Malformed("more than %d bytes", maxReply)
	}
	return &reply{status: response.StatusCode, header: response.Header, body: content}, true, nil
}

// answered reports whether an error still means that the gateway spoke to us.
func answered(err error) bool {
	var refusal *PaymentAPIError
	return err == nil || errors.As(err, &refusal) || errors.Is(err, ErrUnauthorized) || errors.Is(err, ErrConflict)
}
