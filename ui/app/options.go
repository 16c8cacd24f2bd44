package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"sanduq/core"
	"sanduq/core/wire"
	"sanduq/storage/config"
	"sanduq/ui/preferences"
	"sanduq/ui/settings/about"
	"sanduq/ui/subprocess"
)

// Options are what a start was told, by flags that mirror the environment.
// Credentials come from the environment or the keyring only: a command line can
// be read by everyone on the machine.
type Options struct {
	Env            string        `name:"env" env:"SERVICE_ENV" help:"Environment: sandbox (practice) or live; the one chosen in the settings when absent."`
	BaseURLSandbox string        `name:"base-url-sandbox" env:"SERVICE_BASE_URL_SANDBOX" help:"Gateway for practice; the embedded one when absent."`
	BaseURLLive    string        `name:"base-url-live" env:"SERVICE_BASE_URL_LIVE" help:"Gateway for real payments; https."`
	Profile        string        `name:"profile" help:"Wire profile, a JSON file." type:"path"`
	DataDir        string        `name:"data-dir" help:"Folder of all data; the system's place when absent." type:"path"`
	BankAddr       string        `name:"bank-addr" help:"Loopback address of the embedded practice bank; a fixed port, or a free one, when absent."`
	BankLAN        string        `name:"bank-lan" help:"Let real phones reach the practice bank, such as 0.0.0.0:47821."`
	PollCap        time.Duration `name:"poll-cap" help:"Practice only: end polling after this time instead of five minutes, to show what follows."`
	Lang           string        `name:"lang" help:"Language: en, ar or fr; the one chosen last when absent."`
	Theme          string        `name:"theme" help:"Theme: light, dark or contrast; the one chosen last when absent."`
	FullScreen     bool          `name:"full-screen" help:"Start in full screen."`
	Updates        UpdateSource  `embed:""`
	// About is the build that was started.
	About about.Program `kong:"-"`
	// Told is what was taken out of the environment, the merchant's keys among it.
	Told      subprocess.Withheld `kong:"-"`
	LogStderr bool                `name:"log-stderr" help:"Write the log to stderr as well."`
}

// UpdateSource is where news of versions come from. Address and key belong together.
type UpdateSource struct {
	URL string `name:"update-url" env:"SANDUQ_UPDATE_URL" help:"Signed file that names the newest version; https. Asked daily at most, once switched on in the settings."`
	Key string `name:"update-key" env:"SANDUQ_UPDATE_KEY" help:"Public key of that file, in base64."`
}

// baseURL is the gateway that was named for an environment; blank for none.
func (o Options) baseURL(env core.Environment) string {
	if env == core.Live {
		return o.BaseURLLive
	}
	return o.BaseURLSandbox
}

// Preferences are those of the data that a start opens. older is where former versions
// kept those of all data together.
func Preferences(o Options, older preferences.Holder) preferences.Holder {
	a := &App{log: slog.New(slog.DiscardHandler)} // the log is in the data, and the window is older than they
	err := a.recall(&o)
	if err == nil {
		a.env, err = wire.ParseEnvironment(o.Env)
	}
	if err != nil {
		return older // the window will say why nothing opens
	}
	return preferencesIn(a, older)
}

// preferencesIn are those of the data of an App.
func preferencesIn(a *App, older preferences.Holder) preferences.Holder {
	beside := core.Live
	if a.env == core.Live {
		beside = core.Sandbox
	}
	return preferences.NewFile(preferences.Folder{Own: preferencesOf(a.root, a.env), Older: older, Beside: preferencesOf(a.root, beside),
		Failed: func(err error) { a.log.Warn("preferences", "err", err) }})
}

func preferencesOf(root string, env core.Environment) preferences.Medium {
	return config.Remembered(filepath.Join(root, string(env), "preferences.json"))
}

// OfficePreferences are those of the window of an office, which has no data here.
func OfficePreferences(o Options, older preferences.Holder) preferences.Holder {
	root, err := config.Root(o.DataDir)
	if err == nil {
		err = os.MkdirAll(root, 0o700)
	}
	if err != nil {
		return older
	}
	return preferences.NewFile(preferences.Folder{Own: config.Remembered(filepath.Join(root, "office-preferences.json")), Older: older,
		Beside: preferencesOf(root, core.Live)})
}
