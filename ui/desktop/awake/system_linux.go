package awake

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"
)

const patience = 2 * time.Second

// System asks the desktop; where no desktop listens, the system's logins.
func System() (release func(), err error) {
	release, desktop := screenSaver()
	if desktop == nil {
		return release, nil
	}
	release, logins := logind()
	if logins == nil {
		return release, nil
	}
	return nil, errors.Join(desktop, logins)
}

// screenSaver inhibits until the connection is closed.
func screenSaver() (func(), error) {
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return nil, fmt.Errorf("the desktop's bus: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var cookie uint32
	desktop := bus.Object("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver")
	if err := desktop.CallWithContext(ctx, "org.freedesktop.ScreenSaver.Inhibit", 0, "Sanduq", "A sale is open").Store(&cookie); err != nil {
		_ = bus.Close()
		return nil, fmt.Errorf("the desktop's screen saver: %w", err)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		desktop.CallWithContext(ctx, "org.freedesktop.ScreenSaver.UnInhibit", 0, cookie)
		_ = bus.Close()
	}, nil
}

// logind inhibits until the file that it hands over is closed.
func logind() (func(), error) {
	bus, err := dbus.ConnectSystemBus()
	if err != nil {
		return nil, fmt.Errorf("the system's bus: %w", err)
	}
	defer func() { _ = bus.Close() }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var lock dbus.UnixFD
	logins := bus.Object("org.freedesktop.login1", "/org/freedesktop/login1")
	if err := logins.CallWithContext(ctx, "org.freedesktop.login1.Manager.Inhibit", 0, "idle:sleep", "Sanduq", "A sale is open", "block").Store(&lock); err != nil {
		return nil, fmt.Errorf("the system's logins: %w", err)
	}
	return func() { _ = syscall.Close(int(lock)) }, nil
}
