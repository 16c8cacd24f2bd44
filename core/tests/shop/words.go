package shop

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report/export"
)

// English and Arabic are the words of the two languages.
var (
	English export.Words = language{words: english}
	Arabic  export.Words = language{words: arabic, rtl: true}
)

type language struct {
	words map[string]string
	rtl   bool
}

func (l language) Say(key string, args ...any) string {
	text, ok := l.words[key]
	if !ok {
		panic("no word for " + key)
	}
	for i := 0; i+1 < len(args); i += 2 {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", args[i]), fmt.Sprint(args[i+1]))
	}
	return text
}

var months = map[bool][]string{false: {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	true: {"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"}}

func (l language) date(t time.Time) string {
	return fmt.Sprintf("%d %s %d", t.Day(), months[l.rtl][t.Month()-1], t.Year())
}

func (l language) DateTime(t time.Time) string {
	comma := ", "
	if l.rtl {
		comma = "، "
	}
	return l.date(t) + comma + t.Format("15:04:05")
}

func (l language) Day(d journal.Day) string    { return l.date(d.Time(time.UTC)) }
func (l language) Currency(code string) string { return code }
func (l language) RTL() bool                   { return l.rtl }

var english = map[string]string{
	export.KeyAsked: "Shown", export.KeyPeriod: "Period", export.KeyCompared: "Compared with", export.KeySpan: "{from} to {to}", export.KeyMade: "Written", export.KeyZone: "Time zone", export.KeyBy: "By", export.KeyShop: "Shop",
	"seller.name": "Legal name", "seller.tax.TN": "Tax ID (matricule fiscal)", "seller.register.TN": "Business register (RNE)",
	export.KeySummary: "Summary", export.KeySales: "Sales", export.KeyRows: "Number", export.KeySum: "Sum", export.KeyPage: "Page {page}",
	export.KeyHours: "By hour", export.KeyDays: "By day", "report.table.routes": "By route", "report.table.cashiers": "By cashier", export.KeyLost: "What did not become money", export.KeyUnsure: "Not known yet, in no sum",
	export.KeyNobody: "Nobody", export.KeyHour: "{from} to {to}", export.KeyMatch: "Bank and till",
	receipt.KeyTest: "TEST", receipt.KeyTestNote: "Practice: no money moved", receipt.KeyTill: "Till {till}", receipt.KeyTillPlace: "{till}, {place}",
	"state.paid": "Paid", "state.failed": "Not paid", "state.expired": "Expired", "state.unknown": "Not known", "state.aside": "Set aside", "state.notOpened": "Not opened",
	"state.owed": "Paid, owed back", "state.returned": "Paid, returned", "state.reversed": "Cash, reversed", "report.column.returned": "Returned", "report.column.stays": "Stays", "report.column.cash": "Cash",
	"report.column.booked": "Booked on", "report.column.returnedNumber": "Returned: number",
	export.KeyRule: "counts on the day it was given back; beside a sale, whenever that was",
	"state.cash":   "Cash", "receipts.route.cash": "Cash", "report.column.type": "Type", "report.type.bank": "Through a bank", "report.type.cash": "Cash", "state.resolved": "Resolved outside",
	"state.waiting": "Waiting", "state.opening": "Opening", "state.choosing": "Choosing", "state.entry": "Account", "state.code": "Code sent",
	"receipts.route.qr": "QR", "receipts.route.account": "Account", "receipts.route.wallet": "Wallet",
	"report.column.receipt": "Receipt", "report.column.sale": "Sale", "report.column.opened": "Opened", "report.column.settled": "Settled", "report.column.status": "State",
	"report.column.route": "Route", "report.column.institution": "Bank", "report.column.payer": "Paid from", "report.column.reference": "Reference",
	"report.column.transaction": "Transaction", "report.column.order": "Order", "report.column.cashier": "Cashier", "report.column.currency": "Currency",
	"report.column.asked": "Asked", "report.column.paid": "Paid", "report.column.day": "Day", "report.column.hour": "Hour", "report.column.number": "Sales",
	"report.column.sum": "Sum", "report.column.average": "Average", "report.column.numberBefore": "Before: sales",
	"report.column.sumBefore": "Before: sum", "report.column.change": "Change",
	"report.column.class": "Finding", "report.column.by": "Found by", "report.column.atTill": "At the till", "report.column.atBank": "At the bank",
	"report.column.bankName": "Bank’s name", "report.column.bankText": "Bank’s text", "report.column.bankRow": "Row", "report.column.tillSum": "Till", "report.column.bankSum": "Bank",
	"report.match.matched": "Matched", "report.match.otherAmount": "Another amount", "report.match.onlyBank": "Only at the bank", "report.match.onlyTill": "Only at the till",
	"report.match.grouped": "In one deposit", "report.match.unclear": "Several may be it", "report.column.certain": "Certain", "report.match.twice": "Twice at the bank",
	"report.match.returned": "Taken back", "report.match.outgoing": "Went out", "report.by.id": "Transaction", "report.by.time": "Sum and time",
}

var arabic = map[string]string{
	export.KeyAsked: "المعروض", export.KeyPeriod: "الفترة", export.KeyCompared: "مقارنة مع", export.KeySpan: "من {from} إلى {to}", export.KeyMade: "كُتب في", export.KeyZone: "المنطقة الزمنية", export.KeyBy: "بواسطة", export.KeyShop: "المتجر",
	"seller.name": "الاسم القانوني", "seller.tax.TN": "المعرف الجبائي", "seller.register.TN": "السجل الوطني للمؤسسات",
	export.KeySummary: "الملخص", export.KeySales: "المبيعات", export.KeyRows: "العدد", export.KeySum: "المجموع", export.KeyPage: "صفحة {page}",
	export.KeyHours: "حسب الساعة", export.KeyDays: "حسب اليوم", "report.table.routes": "حسب الطريقة", "report.table.cashiers": "حسب الصرّاف", export.KeyLost: "ما لم يُقبض", export.KeyUnsure: "لم يُعرف بعد، خارج المجاميع",
	export.KeyNobody: "لا أحد", export.KeyHour: "من {from} إلى {to}", export.KeyMatch: "المصرف والصندوق",
	receipt.KeyTest: "تدريب", receipt.KeyTestNote: "تدريب: لم تنتقل أي أموال", receipt.KeyTill: "الصندوق {till}", receipt.KeyTillPlace: "{till} · {place}",
	"state.paid": "مدفوع", "state.failed": "لم يُدفع", "state.expired": "انتهت", "state.unknown": "لا نعرف", "state.aside": "جانبًا", "state.notOpened": "لم تُفتح",
	"state.owed": "مدفوعة، يجب ردّها", "state.returned": "مدفوعة، وقد رُدّت", "state.reversed": "نقدًا، أُلغي", "report.column.returned": "رُدّ", "report.column.stays": "الباقي", "report.column.cash": "نقداً",
	"report.column.booked": "يوم القيد", "report.column.returnedNumber": "رُدّ: العدد",
	export.KeyRule: "يُحسب في اليوم الذي رُدّ فيه؛ وبجانب البيع متى ما رُدّ",
	"state.cash":   "نقدًا", "receipts.route.cash": "نقدًا", "report.column.type": "النوع", "report.type.bank": "عبر مصرف", "report.type.cash": "نقدًا", "state.resolved": "سُوّي خارجًا",
	"state.waiting": "بالانتظار", "state.opening": "تُفتح", "state.choosing": "اختيار", "state.entry": "حساب", "state.code": "أُرسل الرمز",
	"receipts.route.qr": "رمز QR", "receipts.route.account": "حساب", "receipts.route.wallet": "محفظة",
	"report.column.receipt": "الإيصال", "report.column.sale": "العملية", "report.column.opened": "فُتحت", "report.column.settled": "سُوّيت", "report.column.status": "الحالة",
	"report.column.route": "الطريقة", "report.column.institution": "المصرف", "report.column.payer": "حساب الدافع", "report.column.reference": "المرجع",
	"report.column.transaction": "رقم الحركة", "report.column.order": "الطلب", "report.column.cashier": "الصرّاف", "report.column.currency": "العملة",
	"report.column.asked": "المطلوب", "report.column.paid": "المدفوع", "report.column.day": "اليوم", "report.column.hour": "الساعة", "report.column.number": "العدد",
	"report.column.sum": "المبلغ", "report.column.average": "المتوسط", "report.column.numberBefore": "السابق: العدد",
	"report.column.sumBefore": "السابق: المبلغ", "report.column.change": "التغيّر",
	"report.column.class": "النتيجة", "report.column.by": "وُجد عبر", "report.column.atTill": "في الصندوق", "report.column.atBank": "في المصرف",
	"report.column.bankName": "رقم المصرف", "report.column.bankText": "بيان المصرف", "report.column.bankRow": "السطر", "report.column.tillSum": "الصندوق", "report.column.bankSum": "المصرف",
	"report.match.matched": "متطابق", "report.match.otherAmount": "مبلغ آخر", "report.match.onlyBank": "في المصرف فقط", "report.match.onlyTill": "في الصندوق فقط",
	"report.match.grouped": "في إيداع واحد", "report.match.unclear": "أكثر من احتمال", "report.column.certain": "مؤكد", "report.match.twice": "مرتان في المصرف", "report.match.returned": "استُرد",
	"report.match.outgoing": "خرج", "report.by.id": "رقم الحركة", "report.by.time": "المبلغ والوقت",
}

// Catalogue are the program's own words of a language, whose files are below a root
// of the repository.
func Catalogue(root, lang string) (export.Words, error) {
	data, err := os.ReadFile(filepath.Join(root, "assets", "translations", lang+".json"))
	if err != nil {
		return nil, err
	}
	l := language{words: map[string]string{}, rtl: lang == "ar"}
	return l, json.Unmarshal(data, &l.words)
}

// Pen draws with the program's typeface, whose files are below a root of the
// repository.
func Pen(root string) (*receipt.Drawer, error) {
	var files [4][]byte
	for i, weight := range []string{"Regular", "Medium", "SemiBold", "Bold"} {
		data, err := os.ReadFile(filepath.Join(root, "assets", "fonts", "IBMPlexSansArabic-"+weight+".woff"))
		if err != nil {
			return nil, err
		}
		files[i] = data
	}
	return receipt.NewDrawer(receipt.Fonts{Regular: files[0], Medium: files[1], SemiBold: files[2], Bold: files[3]})
}
