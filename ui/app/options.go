package app

import (
	"time"

	"sanduq/core"
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
