package demoshop

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// DefaultAddr is where the demo shop listens unless that is taken.
const DefaultAddr = "127.0.0.1:47822"

// Serve opens the shop on a loopback address (blank: DefaultAddr, or any free
// port if that is taken) until ctx ends, and returns its address at once. stop
// ends it and waits for it.
func Serve(ctx context.Context, cfg Config, addr string) (url string, stop func(), err error) {
	shop, err := Open(cfg)
	if err != nil {
		return "", nil, err
	}
	listener, err := listen(addr)
	if err != nil {
		_ = shop.Close()
		return "", nil, err
	}
	server := &http.Server{Handler: shop, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			shop.log.Error("the demo shop ended", "err", err)
		}
	}()
	end := func() {
		_ = shop.Close() // open pages' streams end with it
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(limit)
		<-done
	}
	return "http://" + listener.Addr().String(), end, nil
}

func listen(addr string) (net.Listener, error) {
	if addr == "" {
		if listener, err := net.Listen("tcp", DefaultAddr); err == nil {
			return listener, nil
		}
		addr = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("demoshop: %w", err)
	}
	if ip := listener.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		_ = listener.Close()
		return nil, fmt.Errorf("demoshop: %s is not loopback, and the shop speaks plain HTTP", addr)
	}
	return listener, nil
}
