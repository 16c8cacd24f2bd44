package page

import (
	"net/http"
	"strings"

	"sanduq/core/practice/sandbox/tables"
)

// words is one language of the bank page.
type words struct {
	Lang  string
	Dir   string
	Other string // code of the language to switch to
	Name  string // that language's own name
	text  map[string]string
}

// T returns the sentence for a key; a key without one shows itself, so that it is noticed.
func (w words) T(key string) string {
	if s, found := w.text[key]; found {
		return s
	}
	return key
}

// Bank is the name of a bank or a wallet in this language.
func (w words) Bank(name string) string {
	if s, found := arabicBanks[name]; found && w.Lang == "ar" {
		return s
	}
	return name
}

// Meaning picks the row's sentence in this language.
func (w words) Meaning(m tables.TestNumber) string {
	if w.Lang == "ar" {
		return m.Arabic
	}
	return m.English
}

const langCookie = "bank-lang"

// wordsFor chooses the language: asked for in the address, else chosen before, else the browser's.
func wordsFor(w http.ResponseWriter, r *http.Request) words {
	lang := r.URL.Query().Get("lang")
	if lang == "ar" || lang == "en" {
		http.SetCookie(w, &http.Cookie{Name: langCookie, Value: lang, Path: "/", MaxAge: 365 * 24 * 3600,
			HttpOnly: true, SameSite: http.SameSiteStrictMode})
	} else if c, err := r.Cookie(langCookie); err == nil {
		lang = c.Value
	} else if strings.HasPrefix(strings.ToLower(r.Header.Get("Accept-Language")), "ar") {
		lang = "ar"
	}
	if lang == "ar" {
		return words{Lang: "ar", Dir: "rtl", Other: "en", Name: "English", text: arabic}
	}
	return words{Lang: "en", Dir: "ltr", Other: "ar", Name: "العربية", text: english}
}

var english = map[string]string{
	"bank": "First Practice Bank", "practice": "Practice. No money moves.", "yourBank": "The customer’s bank",
	"youPay": "You pay", "approve": "Approve", "decline": "Decline", "expire": "Let it expire", "allPayments": "All payments",
	"reference": "Reference", "transaction": "Transaction", "from": "from",
	"PENDING": "Waiting for you", "PROCESSING": "The bank is processing", "SUCCESS": "Paid (practice)",
	"FAILED": "Not paid", "EXPIRED": "Expired", "notYet": "The shop has not shown a QR for this payment.",
	"codeWaits":     "A code was sent. Tell it to the cashier.",
	"short-PENDING": "Waiting", "short-PROCESSING": "Processing", "short-SUCCESS": "Paid", "short-FAILED": "Not paid", "short-EXPIRED": "Expired",
	"DECLINED": "Declined.", "IDLE": "Nobody acted in time.", "TEST_NUMBER": "As this amount always does.",
	"WRONG_OTP": "Three wrong codes.", "INSUFFICIENT_FUNDS": "The account does not hold the amount.",
	"ALREADY_PAID": "It was paid another way.",
	"late":         "The money came late.", "lateMinutes": "Minutes after the payment was opened:", "short-late": "Paid, late",
	"lateTill": "The till may have stopped waiting, or set the sale aside. Ask there before you pay again.",
	"waiting":  "Waiting for the customer", "nothingWaiting": "No payment waits. Show a QR at the till.",
	"history": "Payments", "nothingYet": "Nothing yet.", "inbox": "Messages on the phone", "noMessages": "No messages.",
	"codeIs": "Your code for", "again": "asked for again", "paidTo": "Practice money was debited for", "badge": "opened twice",
	"duplicates": "Opened more than once. The customer could pay twice:",
	"behaviour":  "How the bank behaves", "answers": "Answers", "slow": "Slow", "silent": "Silent",
	"drills": "Practise", "slow-bank": "Slow bank", "walks-away": "Customer walks away", "pays-late": "Customer pays late",
	"wrong-code": "Wrong code", "no-network": "No network, 20\u00a0s", "calm": "All well again",
	"testNumbers": "Test numbers: accounts, wallets and amounts with a fixed outcome", "testNumbersHint": "For a QR: the last two digits of the amount, as in 12.541.",
	"match": "Number", "outcome": "What happens", "when": "Shows at", "qr": "QR, amount ends in", "route-bank": "Account", "route-wallet": "Wallet",
	"walks-away-on": "Practising: the customer walks away.", "pays-late-on": "Practising: the customer pays late.",
	"offline": "No network.", "lost": "The connection to the bank was lost.", "back": "Back",
	"onlyHere": "This page opens on the till’s own computer only.", "unknown": "There is no such payment.",
	"broken": "That did not work.", "nothingOpen": "No payment waits for the customer. Show a QR at the till first.",
	"showQR": "The QR to scan",
}

var arabic = map[string]string{
	"bank": "مصرف التدريب الأول", "practice": "تدريب. لا يتحرك أي مال.", "yourBank": "مصرف الزبون",
	"youPay": "تدفع إلى", "approve": "موافقة", "decline": "رفض", "expire": "دعها تنتهي", "allPayments": "كل المدفوعات",
	"reference": "المرجع", "transaction": "رقم الحركة", "from": "من",
	"PENDING": "بانتظار موافقتك", "PROCESSING": "المصرف يعالج الدفع", "SUCCESS": "تم الدفع (تدريب)",
	"FAILED": "لم يتم الدفع", "EXPIRED": "انتهت المهلة", "notYet": "لم يعرض المتجر رمزاً لهذا الدفع بعد.",
	"codeWaits":     "أُرسل رمز. أخبر به الصرّاف.",
	"short-PENDING": "انتظار", "short-PROCESSING": "معالجة", "short-SUCCESS": "دُفع", "short-FAILED": "لم يُدفع", "short-EXPIRED": "انتهى",
	"DECLINED": "رُفض.", "IDLE": "لم يتصرف أحد في الوقت المحدد.", "TEST_NUMBER": "كما يفعل هذا المبلغ دائماً.",
	"WRONG_OTP": "ثلاثة رموز خاطئة.", "INSUFFICIENT_FUNDS": "الرصيد لا يكفي.",
	"ALREADY_PAID": "دُفع بطريقة أخرى.",
	"late":         "وصل المال متأخراً.", "lateMinutes": "بعد فتح الدفع بدقائق:", "short-late": "دُفع متأخراً",
	"lateTill": "ربما لم يعد الصندوق ينتظر، أو وضع العملية جانبًا. اسأل هناك قبل أن تدفع مرة أخرى.",
	"waiting":  "بانتظار الزبون", "nothingWaiting": "لا يوجد دفع منتظر. اعرض رمز QR على الصندوق.",
	"history": "المدفوعات", "nothingYet": "لا شيء بعد.", "inbox": "رسائل الهاتف", "noMessages": "لا رسائل.",
	"codeIs": "رمزك لدفع", "again": "طُلب مرة أخرى", "paidTo": "خُصم مال تدريب لصالح", "badge": "فُتح مرتين",
	"duplicates": "فُتح أكثر من مرة، وقد يدفع الزبون مرتين:",
	"behaviour":  "كيف يتصرف المصرف", "answers": "يجيب", "slow": "بطيء", "silent": "صامت",
	"drills": "تمارين", "slow-bank": "مصرف بطيء", "walks-away": "الزبون يغادر", "pays-late": "الزبون يدفع متأخراً",
	"wrong-code": "رمز خاطئ", "no-network": "لا شبكة، 20\u00a0ث", "calm": "كل شيء بخير",
	"testNumbers": "أرقام الاختبار: حسابات ومحافظ ومبالغ بنتيجة محددة", "testNumbersHint": "لرمز QR: آخر رقمين من المبلغ، كما في 12.541.",
	"match": "الرقم", "outcome": "ما يحدث", "when": "يظهر عند", "qr": "QR، المبلغ ينتهي بـ", "route-bank": "حساب", "route-wallet": "محفظة",
	"walks-away-on": "تمرين: الزبون يغادر.", "pays-late-on": "تمرين: الزبون يدفع متأخراً.",
	"offline": "لا شبكة.", "lost": "انقطع الاتصال بالمصرف.", "back": "رجوع",
	"onlyHere": "تُفتح هذه الصفحة على حاسوب الصندوق فقط.", "unknown": "لا يوجد دفع كهذا.",
	"broken": "لم ينجح ذلك.", "nothingOpen": "لا يوجد دفع منتظر. اعرض رمز QR على الصندوق أولاً.",
	"showQR": "الرمز للمسح",
}

// arabicBanks are the names of the institutions on the page; the service's list has one name for each.
var arabicBanks = map[string]string{
	"First Practice Bank": "مصرف التدريب الأول", "Sample River Bank": "مصرف نهر العينة", "Demo Coast Bank": "مصرف الساحل التجريبي",
	"Training Trust Bank": "مصرف أمانة التدريب", "Example Oasis Bank": "مصرف واحة المثال",
	"Practice Wallet": "محفظة التدريب", "Demo Pocket": "جيب التجربة",
}
