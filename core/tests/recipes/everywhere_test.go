package recipes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/tables"
	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/fields"
	"sanduq/core/wire"
	"sanduq/ui/exporting"
	"sanduq/ui/present"
	"sanduq/ui/words"
)

const (
	catalogues = "assets/translations"
	bankWords  = "core/practice/sandbox/page/words"
	migrations = "core/office/server/schema/migrations"
)

// source is the text of a file, as it is compiled.
func source(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(laid(t)[file])
	if err != nil {
		data, err = os.ReadFile(filepath.Join(root, file))
	}
	if err != nil {
		t.Errorf("%s: %v", file, err)
	}
	return string(data)
}

// laid are the files that are laid over others, by their names from the root.
func laid(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	if *replaced == "" {
		return all
	}
	var said struct{ Replace map[string]string }
	data, err := os.ReadFile(*replaced)
	if err == nil {
		err = json.Unmarshal(data, &said)
	}
	top, _ := filepath.Abs(root)
	for file, by := range said.Replace {
		rel, _ := filepath.Rel(top, file)
		all[filepath.ToSlash(rel)] = by
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// folder are the names of the files of a folder, those that are laid over it too.
func folder(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(root, dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for file := range laid(t) {
		if name, in := strings.CutPrefix(file, dir+"/"); in && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// keys are those of the English catalogue that begin with a prefix, without it.
func keys(t *testing.T, prefix string) (all []string) {
	t.Helper()
	var english map[string]string
	if err := json.Unmarshal([]byte(source(t, catalogues+"/en.json")), &english); err != nil {
		t.Fatal(err)
	}
	for key := range english {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			all = append(all, rest)
		}
	}
	slices.Sort(all)
	return all
}

func english(t *testing.T) *words.Catalogue {
	t.Helper()
	w, err := words.Load(words.English)
	if w == nil {
		t.Fatalf("%s: %v", catalogues, err)
	}
	return w
}

func TestEverywhereCurrencies(t *testing.T) {
	w := english(t)
	for _, code := range present.Currencies() {
		digits, err := money.FractionDigits(code)
		if bank, known := tables.Currencies[code]; err != nil || !known || int(bank.Digits) != digits {
			t.Errorf("core/practice/sandbox/tables/currencies.go: the bank has no accounts in %s", code)
		}
		if !w.Has("currency." + code) {
			t.Errorf("%s: no word for %s", catalogues, code)
		}
	}
	for _, code := range keys(t, "currency.") {
		if others := []string{"EUR", "USD"}; !slices.Contains(append(others, present.Currencies()...), code) {
			t.Errorf("ui/present/present.go: %s has a word, and is not offered", code)
		}
	}
}

func TestEverywhereLanguages(t *testing.T) {
	for _, code := range words.Languages() {
		if _, ok := assets.Translation(code); !ok {
			t.Errorf("%s: none in %s", catalogues, code)
		}
		if !slices.Contains(folder(t, bankWords), code+".json") {
			t.Errorf("%s: none in %s", bankWords, code)
		}
	}
	for _, dir := range []string{catalogues, bankWords} {
		for _, name := range folder(t, dir) {
			if code := strings.TrimSuffix(name, ".json"); !slices.Contains(words.Languages(), code) {
				t.Errorf("ui/words/language.go: %s is a language that nobody can choose", code)
			}
		}
	}
}

func TestEverywhereRoutes(t *testing.T) {
	w := english(t)
	needs := func(key string) {
		if !w.Has(key) {
			t.Errorf("%s: %s is missing", catalogues, key)
		}
	}
	for _, route := range wire.Routes() {
		needs("route." + string(route))
		needs("route." + string(route) + ".text")
		needs("receipts.route." + string(route))
		if _, key := present.Route(route); key != "receipts.route."+string(route) {
			t.Errorf("ui/present/way.go: %s has no icon", route)
		}
		if !route.Coded() {
			continue
		}
		for _, key := range keys(t, "account.") {
			if slices.Contains(keys(t, "wallet."), key) { // of every form, but for what one way has alone
				needs(string(route) + "." + key)
			}
		}
		for _, key := range []string{"otp.whose.", "otp.nameless.", "otp.correct."} {
			needs(key + string(route))
		}
		rail := string(route.Rail())
		if tables.Numbers(rail)[0].Number == "" {
			t.Errorf("core/practice/sandbox/tables/testnumbers.go: no number to practise with on %s", rail)
		}
		if !slices.ContainsFunc(tables.Institutions, func(i tables.Institution) bool { return i.Rail == rail }) {
			t.Errorf("core/practice/sandbox/tables/institutions.go: nobody is on %s", rail)
		}
		if !strings.Contains(source(t, bankWords+"/en.json"), `"route-`+rail+`"`) {
			t.Errorf("%s: no word for %s", bankWords, rail)
		}
	}
	for _, i := range tables.Institutions {
		if !slices.ContainsFunc(wire.Routes(), func(r core.Route) bool { return string(r.Rail()) == i.Rail }) {
			t.Errorf("core/wire/words.go: no route leads to %s, the rail of %s", i.Rail, i.Code)
		}
	}
}

// TestEverywhereCodes asks the practice bank for a code on each rail, by the client.
func TestEverywhereCodes(t *testing.T) {
	bank, err := sandbox.Start(t.Context(), sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close(t.Context())
	key, secret := bank.Credentials()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: bank.BaseURL(), Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(key.Reveal()), SecretKey: core.NewSecret(secret.Reveal())})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for i, in := range tables.Institutions {
		rail := core.Rail(in.Rail)
		if slices.ContainsFunc(tables.Institutions[:i], func(b tables.Institution) bool { return b.Rail == in.Rail }) {
			continue
		}
		sdk := core.NewWebSDK(client, new(core.InMemoryTokenStore))
		order := "T-" + in.Rail
		_, err := sdk.CreateInvoice(t.Context(), core.CreateInvoiceRequest{OrderID: order, Amount: money.Amount{Minor: 12500, Currency: "LYD"}, IdempotencyKey: order})
		if err == nil {
			_, err = sdk.ValidateAccount(t.Context(), core.ValidateAccountRequest{Rail: rail, Account: core.NewSecret(tables.Numbers(in.Rail)[0].Number), InstitutionCode: in.Code})
		}
		sdk.Close()
		switch {
		case err != nil && strings.Contains(err.Error(), "INVALID_INSTITUTION"):
			t.Errorf("core/client_calls.go: %s goes another rail's way: %v", rail, err)
		case err != nil && strings.Contains(err.Error(), "404"):
			t.Errorf("core/practice/sandbox/service/routes.go: the bank has no endpoint for %s: %v", rail, err)
		case err != nil:
			t.Errorf("core/practice/sandbox/service/rails.go: no code on %s: %v", rail, err)
		}
	}
}

// undrawn are the fields of a receipt that are on no paper, and why.
var undrawn = map[string]string{
	"PaymentID": "it is the gateway's", "OrderID": "the transaction is looked up by", "Shift": "the Z says it", "Opened": "the Z says it",
	"Route": "who paid says it", "Environment": "all but the live one carry the same mark",
}

func TestEverywhereReceipts(t *testing.T) {
	settled := journal.ReceiptOf(fields.Whole[journal.Sale](), fields.Whole[journal.Settings](), 1, fields.Whole[journal.Sale]().SettledAt)
	v := reflect.ValueOf(settled)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() && name != "Shift" { // which the shift itself fills
			t.Errorf("core/journal/receipt.go: ReceiptOf leaves %s blank", name)
		}
	}
	said := fields.Lost(func(r journal.Receipt) receipt.Content {
		return receipt.NewContent(r, receipt.Copy{}, present.OnPaper(english(t), nil))
	}, undrawn)
	for _, problem := range said {
		t.Errorf("core/receipt/content.go: %s", problem)
	}
	for _, problem := range fields.Lost(office.ReceiptOf, map[string]string{"Environment": "the batch's"}) {
		t.Errorf("core/office/rows.go: %s", problem)
	}
	schema, newest := "", 1
	for _, name := range folder(t, migrations) {
		schema += source(t, migrations+"/"+name)
	}
	for i := range reflect.TypeFor[office.Receipt]().NumField() {
		tag := strings.Split(reflect.TypeFor[office.Receipt]().Field(i).Tag.Get("office"), ",")
		if !regexp.MustCompile(`\b` + tag[1] + `\b`).MatchString(schema) {
			t.Errorf("%s: no column %s", migrations, tag[1])
		}
		for _, part := range tag {
			if since, ok := strings.CutPrefix(part, "since="); ok {
				n, _ := strconv.Atoi(since)
				newest = max(newest, n)
			}
		}
	}
	if newest > office.Version {
		t.Errorf("core/office/batch.go: a field is since version %d, and the wire is of %d", newest, office.Version)
	}
}

// TestEverywhereDimensions: each dimension has its word, and a table in what is exported.
func TestEverywhereDimensions(t *testing.T) {
	w := english(t)
	for _, d := range report.Dimensions() {
		key := "report.table." + string(d)
		if !w.Has(key) {
			t.Errorf("%s: no word for %s", catalogues, d)
		}
		if !slices.ContainsFunc(export.Reports(report.Result{Reports: make([]report.Report, 1)}, exporting.InWords(w, time.UTC)), func(x export.Table) bool { return x.Name == w.T(key) }) {
			t.Errorf("core/report/export/figures.go: no table of %s", d)
		}
	}
	for _, d := range keys(t, "report.table.") {
		if !slices.Contains(report.Dimensions(), report.Dimension(d)) {
			t.Errorf("core/report/dimension.go: %s has a word, and parts nothing", d)
		}
	}
}

func TestEverywhereExports(t *testing.T) {
	w := english(t)
	for _, f := range exporting.Forms() {
		if f.Extension() == ".csv" && !w.Has("export.kind."+string(f)) {
			t.Errorf("%s: no word for files of %s", catalogues, f)
		}
	}
	for _, kind := range keys(t, "export.kind.") {
		if !slices.Contains(exporting.Forms(), exporting.Form(kind)) {
			t.Errorf("ui/exporting/forms.go: %s has a word, and is not offered", kind)
		}
	}
}

func TestEverywherePrinters(t *testing.T) {
	w := english(t)
	ways := regexp.MustCompile(`\bWay\w+ += "(\w+)"`).FindAllStringSubmatch(source(t, "core/printer/printer.go"), -1)
	if len(ways) < 4 {
		t.Fatal("the ways are not found:", ways)
	}
	for _, way := range ways {
		if !w.Has("settings.printer.way." + way[1]) {
			t.Errorf("%s: no word for %s", catalogues, way[1])
		}
	}
	for _, way := range keys(t, "settings.printer.way.") {
		if _, err := printer.Open(printer.Address(way, "Counter"), printer.Limits{}); printer.CodeOf(err) == printer.BadAddress {
			t.Errorf("core/printer/printer.go: %s has a word, and leads nowhere", way)
		}
	}
}

// TestEverywhereSettings: a setting of the shop is on a page, with words. Sources say so:
// a page takes its address.
func TestEverywhereSettings(t *testing.T) {
	pages := source(t, "ui/settings/screen.go") // which hands one to the page of the people
	for _, dir := range []string{"ui/settings/shop", "ui/settings/people"} {
		for _, name := range folder(t, dir) {
			if strings.HasSuffix(name, ".go") {
				pages += source(t, dir+"/"+name)
			}
		}
	}
	fields := reflect.TypeFor[journal.Settings]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		if name == "Sellers" { // the till's own record of what was chosen before
			continue
		}
		if !regexp.MustCompile(`\b(set|Now)\.` + name + `\b`).MatchString(pages) {
			t.Errorf("ui/settings/shop/shop.go: %s is on no page", name)
		}
	}
	for _, m := range regexp.MustCompile(`&set\.(\w+)\b`).FindAllStringSubmatch(pages, -1) {
		if _, known := fields.FieldByName(m[1]); !known {
			t.Errorf("core/journal/settings.go: a page asks for %s, which is no setting", m[1])
		}
	}
	w := english(t)
	for _, m := range regexp.MustCompile(`Label: "(settings\.[\w.]+)"`).FindAllStringSubmatch(pages, -1) {
		if !w.Has(m[1]) {
			t.Errorf("%s: %s is missing", catalogues, m[1])
		}
	}
}
