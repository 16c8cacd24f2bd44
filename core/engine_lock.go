package core

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// sessionLock guards a session and what belongs to it. Neither the program's clock
// nor its log is called under the lock: the time is taken before, and what is to be
// logged is logged after it.
type sessionLock struct {
	clock Clock
	log   *slog.Logger

	mu       sync.Mutex
	now      time.Time // the clock's, as the lock was taken
	logLines []logLine // to be logged once the lock is given back
}

// logLine is a line for the log, written under the lock and logged after it.
type logLine struct {
	level   slog.Level
	message string
	attrs   []any
}

func (l *sessionLock) lock() {
	now := l.clock.Now()
	l.mu.Lock()
	l.now = now
}

func (l *sessionLock) unlock() {
	lines := l.logLines
	l.logLines = nil
	l.mu.Unlock()
	for _, n := range lines {
		l.log.Log(context.Background(), n.level, n.message, n.attrs...)
	}
}

func (l *sessionLock) logLocked(level slog.Level, message string, attrs ...any) {
	l.logLines = append(l.logLines, logLine{level, message, attrs})
}
