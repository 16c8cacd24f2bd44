package receipt

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// settled is the moment that all fixtures speak of.
var settled = time.Date(2026, 11, 20, 14, 31, 20, 0, time.UTC)

func sample() journal.Receipt {
	return journal.Receipt{
		Seq: 412, SaleID: journal.NewSaleID("20261120", 12), OrderID: "TILL-261120-012-9f2c", PaymentID: "pay-1",
		TransactionID: "8F2K-71QD-0446", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteAccount,
		Payer: "•••• 4417", Institution: "First Practice Bank", SettledAt: settled, Shop: "Al Noor Market",
		Place: "Tripoli", Till: "2", Cashier: "Samira", Environment: core.Live,
	}
}

func practiceSample() journal.Receipt {
	r := sample()
	r.Environment = core.Sandbox
	return r
}

type english struct{}

var englishWords = map[string]string{
	KeyPaid: "Paid", KeyNumber: "Receipt", KeyCashier: "Cashier", KeyTime: "Time", KeySale: "Sale", KeyTransaction: "Transaction",
	KeyPaidFrom: "Paid from", KeyQR: "QR", KeyBank: "Bank", KeyWalletOf: "Wallet", KeyReference: "Reference",
	KeyTest: "TEST", KeyTestNote: "Practice: no money moved", KeyCopy: "COPY", KeyTill: "Till {till}", KeyLate: "Paid late",
	KeyTillPlace:   "{till}, {place}",
	KeyOrder:       "Order",
	KeyAsked:       "Asked for",
	KeyPrinted:     "Printed",
	KeyNoReceipt:   "Not a receipt",
	KeyUnknown:     "We do not know yet",
	KeyUnknownFact: "The bank has not said whether this payment has come.",
	KeyUnknownDo:   "Please do not pay again. Keep this paper: the shop looks the payment up with it.",
	KeyHappened:    "What happened",
	KeyTestWidth:   "{mm} mm, {dots} dots across",
	KeyTestEnds:    "Both black ends must be on the paper.",
}

func (english) Say(key string, args ...any) string { return fill(englishWords[key], args) }
func (english) DateTime(t time.Time) string        { return t.UTC().Format("2 Jan 2006, 15:04:05") }
func (english) Currency(code string) string        { return code }
func (english) RTL() bool                          { return false }

type arabic struct{}

var arabicWords = map[string]string{
	KeyPaid: "تم الدفع", KeyNumber: "الإيصال", KeyCashier: "أمين الصندوق", KeyTime: "الوقت", KeySale: "العملية", KeyTransaction: "رقم الحركة",
	KeyPaidFrom: "من الحساب", KeyQR: "رمز QR", KeyBank: "المصرف", KeyWalletOf: "المحفظة", KeyReference: "المرجع",
	KeyTest: "تدريب", KeyTestNote: "تدريب: لم تنتقل أي أموال", KeyCopy: "نسخة", KeyTill: "الصندوق {till}", KeyLate: "دُفع متأخرًا",
	KeyTillPlace:   "{till} · {place}",
	KeyOrder:       "الطلب",
	KeyAsked:       "المبلغ المطلوب",
	KeyPrinted:     "طُبعت",
	KeyNoReceipt:   "ليست إيصالًا",
	KeyUnknown:     "لا نعرف بعد",
	KeyUnknownFact: "لم يخبرنا المصرف بعد هل وصلت هذه الدفعة.",
	KeyUnknownDo:   "من فضلك لا تدفع مرة أخرى. احتفظ بهذه الورقة: بها يبحث المتجر عن الدفعة.",
	KeyHappened:    "ماذا حدث",
	KeyTestWidth:   "{mm} مم، {dots} نقطة عرضًا",
	KeyTestEnds:    "يجب أن يظهر الطرفان الأسودان على الورق.",
}

func (arabic) Say(key string, args ...any) string { return fill(arabicWords[key], args) }
func (arabic) DateTime(t time.Time) string {
	return fmt.Sprintf("%d نوفمبر %d، %s", t.UTC().Day(), t.UTC().Year(), t.UTC().Format("15:04:05"))
}
func (arabic) Currency(string) string { return "د.ل" }
func (arabic) RTL() bool              { return true }

type french struct{}

var frenchWords = map[string]string{
	KeyPaid:        "Payé",
	KeyNumber:      "Reçu",
	KeyCashier:     "Caissier",
	KeyTime:        "Heure",
	KeySale:        "Vente",
	KeyTransaction: "Transaction",
	KeyPaidFrom:    "Payé depuis",
	KeyQR:          "QR",
	KeyBank:        "Banque",
	KeyWalletOf:    "Portefeuille",
	KeyReference:   "Référence",
	KeyTest:        "ESSAI",
	KeyTestNote:    "Essai : aucun argent n’a circulé",
	KeyLate:        "Payé tard, après une autre issue affichée",
	KeyCopy:        "COPIE",
	KeyTill:        "Caisse {till}",
	KeyTillPlace:   "{till}, {place}",
	KeyOrder:       "Commande",
	KeyAsked:       "Montant demandé",
	KeyPrinted:     "Imprimé",
	KeyNoReceipt:   "Pas un reçu",
	KeyUnknown:     "Nous ne savons pas encore",
	KeyUnknownFact: "La banque n’a pas dit si ce paiement est arrivé.",
	KeyUnknownDo:   "Merci de ne pas payer une seconde fois. Gardez ce papier : il permet au magasin de retrouver le paiement.",
	KeyHappened:    "Ce qui s’est passé",
	KeyTestWidth:   "{mm} mm, {dots} points de large",
	KeyTestEnds:    "Les deux bouts noirs doivent être sur le papier.",
}

func (french) Say(key string, args ...any) string { return fill(frenchWords[key], args) }
func (french) DateTime(t time.Time) string {
	return fmt.Sprintf("%d nov. %d, %s", t.UTC().Day(), t.UTC().Year(), t.UTC().Format("15:04:05"))
}
func (french) Currency(code string) string { return code }
func (french) RTL() bool                   { return false }

func fill(text string, args []any) string {
	for i := 0; i+1 < len(args); i += 2 {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", args[i]), fmt.Sprint(args[i+1]))
	}
	return text
}

func newTestDrawer(t testing.TB) *Drawer {
	t.Helper()
	d, err := openDrawer()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func openDrawer() (*Drawer, error) {
	var files [weightCount][]byte
	for i, weight := range []string{"Regular", "Medium", "SemiBold", "Bold"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "fonts", "IBMPlexSansArabic-"+weight+".woff"))
		if err != nil {
			return nil, err
		}
		files[i] = data
	}
	return NewDrawer(Fonts{Regular: files[regular], Medium: files[medium], SemiBold: files[semiBold], Bold: files[bold]})
}
