package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"time"

	"sanduq/core"
	"sanduq/storage/keys"
	"sanduq/ui/desktop/localcall"
	"sanduq/ui/startup"
)

// exportSocket is where a till that runs is asked for an export: its data are open once
// at most.
const exportSocket = "export.sock"

// exportQuestion asks a running till to write a file, and exportAnswer says how that
// ended, in the words of who asked.
type exportQuestion struct {
	Export ExportOptions `json:"export"`
	Lang   string        `json:"lang"`
	Phrase string        `json:"phrase,omitempty"` // where a passphrase protects the data
}

type exportAnswer struct {
	Status int    `json:"status"`
	Out    string `json:"out,omitempty"`
	Stderr string `json:"stderr,omitempty"`
	Phrase bool   `json:"phrase,omitempty"` // it must be told the passphrase, and did nothing
}

// answerExports lets commands have files written while the till runs.
func (a *App) answerExports() {
	stop, err := localcall.Listen(a.dir, exportSocket, a.answerExport)
	if err != nil {
		a.log.Warn("no export while the till runs", "err", err)
		return
	}
	a.undo = append(a.undo, stop)
}

// answerExport reads the store beside the till, and writes nothing into it. Anyone who asks
// can open the data themselves while the till is closed, so that no user's right is asked
// for; but where that takes a passphrase it takes it here too.
func (a *App) answerExport(ctx context.Context, question []byte) []byte {
	var q exportQuestion
	var out, stderr bytes.Buffer
	var answer exportAnswer
	if err := json.Unmarshal(question, &q); err != nil {
		answer.Status = exportWrong
	} else if a.store.KeyPlace() == keys.PlacePassphrase && (q.Phrase == "" || !a.phraseFits(core.NewSecret(q.Phrase))) {
		answer = exportAnswer{Status: exportFailed, Phrase: true}
	} else {
		s, now := console{a.words.In(q.Lang), &out, &stderr}, time.Now()
		asked, status := q.Export.parse(now, s)
		if status == exportDone {
			status = a.write(ctx, q.Export, asked, now, s)
		}
		answer = exportAnswer{Status: status, Out: out.String(), Stderr: stderr.String()}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil
	}
	return text
}

// askRunning asks the till that has the data open; answered is false where none does.
func (a *App) askRunning(ctx context.Context, e ExportOptions, in io.Reader, s console) (status int, answered bool) {
	q := exportQuestion{Export: e, Lang: s.words.Lang()}
	if path, err := filepath.Abs(e.File); err == nil { // it has a folder of its own
		q.Export.File = path
	}
	answer, err := a.putExport(ctx, q)
	if err == nil && answer.Phrase {
		phrase, unread := phraseFrom(in)(ctx, startup.Question{})
		if unread != nil {
			return s.printLine(exportFailed, s.words.T("export.phrase"), unread), true
		}
		q.Phrase = phrase.Reveal()
		if answer, err = a.putExport(ctx, q); err == nil && answer.Phrase {
			return s.printLine(exportFailed, s.words.T("export.phrase"), nil), true
		}
	}
	switch {
	case errors.Is(err, localcall.ErrNobody):
		return 0, false
	case err != nil:
		return s.printLine(exportFailed, s.words.T("export.noAnswer"), err), true
	}
	_, _ = io.WriteString(s.out, answer.Out)
	_, _ = io.WriteString(s.stderr, answer.Stderr)
	return answer.Status, true
}

func (a *App) putExport(ctx context.Context, q exportQuestion) (answer exportAnswer, err error) {
	text, err := json.Marshal(q)
	if err != nil {
		return answer, err
	}
	reply, err := localcall.Ask(ctx, a.dir, exportSocket, text)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(reply, &answer)
}
