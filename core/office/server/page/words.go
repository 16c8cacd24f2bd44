package page

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// words are the page's sentences, by language and key.
var words = map[string]map[string]string{
	"en": {
		"alarms": "Look into this", "seen": "Seen",
		"alarm epoch":     "This till’s history is not the one that it sent before. Its records were put back from a copy, or changed, or a copy of its computer sends too. Both histories are kept.",
		"alarm held":      "Its history changed five times in a day: two computers may share its key. Nothing of it is taken.",
		"alarm restored":  "Its records were put back from a backup copy.",
		"alarm gap":       "Rows were missing in what it sent.",
		"alarm leftOut":   "Receipt numbers were never given out, after its records were put back.",
		"alarm changed":   "A sale has become another than it was. The office keeps what it had.",
		"alarm unpaid":    "A sale that was paid is not paid any more at the till. The office keeps it as paid.",
		"alarm otherTill": "Its key came with another till’s rows: a key was copied.",
		"alarm clock":     "Its clock is wrong.",
		"alarm rejected":  "It sent rows that cannot be kept.",
		"alarm amount":    "It told of an amount that no shop takes.",
		"alarm quota":     "It sends far more than a till does.",
		"alarm dates":     "It sends rows dated years ago, or months ahead.",
		"title":           "Head office", "name": "Name", "password": "Password", "signIn": "Sign in", "signOut": "Sign out",
		"signOn": "Sign in with your company", "providerAway": "Your company’s sign-in does not answer. Try again in a moment.",
		"vouched": "Your company’s sign-in did not let you in. Begin again.", "stranger": "Your company knows you, but this office does not. Ask the person who runs it.",
		"busy": "Many people sign in at this moment. Try again in a few seconds.", "wrong": "This name and this password do not match.", "locked": "Too many wrong passwords. Wait a while, then try again.",
		"asOf": "As far as heard,", "silent": "Silent tills", "since": "silent since", "never": "never heard", "today": "Today",
		"shop": "Shop", "taken": "Taken", "withoutCash": "Without cash", "returned": "Returned",
		"lastWeek": "A week ago, by now", "wholeDay": "whole day", "allShops": "All shops", "comma": ",", "point": ".",
		"noSale": "0 sales", "oneSale": "1 sale", "twoSales": "2 sales", "fewSales": "%s sales", "manySales": "%s sales", "nothing": "Nothing has been taken yet.",
		"late": "Money booked today for sales of other days", "ofSale": "Sale of",
		"unknown": "Nobody knows yet whether it was paid", "owed": "Owed back", "mayOwe": "May be owed back: ask the bank", "newest": "Newest sales", "practice": "PRACTICE",
		"paid": "Paid", "waiting": "Waiting", "opening": "Opening", "choosing": "Open", "entry": "Open", "code": "Open", "failed": "Not paid",
		"expired": "Expired", "unknownState": "Not known", "setAside": "Set aside", "notOpened": "Not opened", "resolved": "Resolved outside", "cash": "Cash",
	},
	"fr": {
		"alarms": "À examiner", "seen": "Vu",
		"alarm epoch":     "L’historique de cette caisse n’est plus celui qu’elle avait envoyé. Ses données ont été restaurées ou modifiées, ou une copie de son ordinateur envoie aussi. Les deux historiques sont gardés.",
		"alarm held":      "Son historique a changé cinq fois en un jour : deux ordinateurs partagent peut-être sa clé. Rien n’est accepté d’elle.",
		"alarm restored":  "Ses données ont été restaurées d’une sauvegarde.",
		"alarm gap":       "Des lignes manquaient dans son envoi.",
		"alarm leftOut":   "Des numéros de reçu n’ont jamais été attribués, après une restauration.",
		"alarm changed":   "Une vente n’est plus la même. Le siège garde ce qu’il avait.",
		"alarm unpaid":    "Une vente payée ne l’est plus à la caisse. Le siège la garde comme payée.",
		"alarm otherTill": "Sa clé est venue avec les lignes d’une autre caisse : une clé a été copiée.",
		"alarm clock":     "Son horloge est fausse.",
		"alarm rejected":  "Elle a envoyé des lignes qui ne peuvent être gardées.",
		"alarm amount":    "Elle annonce un montant qu’aucun magasin n’encaisse.",
		"alarm quota":     "Elle envoie bien plus qu’une caisse.",
		"alarm dates":     "Elle envoie des lignes datées d’il y a des années ou de mois à venir.",
		"title":           "Siège", "name": "Nom", "password": "Mot de passe", "signIn": "Se connecter", "signOut": "Se déconnecter",
		"signOn": "Se connecter avec votre entreprise", "providerAway": "La connexion de votre entreprise ne répond pas. Réessayez dans un moment.",
		"vouched": "La connexion de votre entreprise ne vous a pas laissé entrer. Recommencez.", "stranger": "Votre entreprise vous connaît, mais pas ce siège. Demandez à qui le gère.",
		"busy": "Beaucoup de gens se connectent en ce moment. Réessayez dans quelques secondes.", "wrong": "Ce nom et ce mot de passe ne correspondent pas.", "locked": "Trop de mots de passe erronés. Attendez un moment, puis réessayez.",
		"asOf": "D’après les dernières nouvelles,", "silent": "Caisses muettes", "since": "muette depuis", "never": "jamais entendue", "today": "Aujourd’hui",
		"shop": "Magasin", "taken": "Encaissé", "withoutCash": "Hors espèces", "returned": "Remboursé",
		"lastWeek": "Il y a une semaine, à cette heure", "wholeDay": "journée entière", "allShops": "Tous les magasins", "comma": ",", "point": ",",
		"noSale": "0 vente", "oneSale": "1 vente", "twoSales": "2 ventes", "fewSales": "%s ventes", "manySales": "%s ventes", "nothing": "Rien n’a encore été encaissé.",
		"late": "Argent comptabilisé aujourd’hui pour des ventes d’autres jours", "ofSale": "Vente du",
		"unknown": "Personne ne sait encore si c’est payé", "owed": "À rembourser", "mayOwe": "Peut-être à rembourser : demandez à la banque", "newest": "Dernières ventes", "practice": "ENTRAÎNEMENT",
		"paid": "Payé", "waiting": "En attente", "opening": "Ouverture", "choosing": "Ouverte", "entry": "Ouverte", "code": "Ouverte", "failed": "Non payé",
		"expired": "Expiré", "unknownState": "Inconnu", "setAside": "Mis de côté", "notOpened": "Non ouvert", "resolved": "Résolu hors caisse", "cash": "Espèces",
	},
	"ar": {
		"alarms": "يحتاج إلى نظر", "seen": "اطلعت عليه",
		"alarm epoch":     "سجل هذا الصندوق لم يعد السجل الذي أرسله من قبل. أعيدت بياناته من نسخة أو تغيرت، أو ترسل نسخة من حاسوبه أيضا. السجلان محفوظان.",
		"alarm held":      "تغير سجله خمس مرات في يوم: ربما يستعمل حاسوبان مفتاحه. لا يُقبل منه شيء.",
		"alarm restored":  "أعيدت بياناته من نسخة احتياطية.",
		"alarm gap":       "نقصت سطور مما أرسله.",
		"alarm leftOut":   "أرقام إيصالات لم تُعط لأحد، بعد استعادة البيانات.",
		"alarm changed":   "عملية لم تعد كما كانت. الإدارة تحفظ ما كان عندها.",
		"alarm unpaid":    "عملية مدفوعة لم تعد مدفوعة عند الصندوق. الإدارة تحفظها مدفوعة.",
		"alarm otherTill": "جاء مفتاحه مع سطور صندوق آخر: نُسخ مفتاح.",
		"alarm clock":     "ساعته خاطئة.",
		"alarm rejected":  "أرسل سطورا لا يمكن حفظها.",
		"alarm amount":    "ذكر مبلغا لا يقبضه أي متجر.",
		"alarm quota":     "يرسل أكثر بكثير مما يرسله صندوق.",
		"alarm dates":     "يرسل سطورا مؤرخة قبل سنوات أو بعد أشهر.",
		"title":           "الإدارة", "name": "الاسم", "password": "كلمة المرور", "signIn": "تسجيل الدخول", "signOut": "تسجيل الخروج",
		"signOn": "الدخول بحساب الشركة", "providerAway": "نظام دخول الشركة لا يجيب. حاول من جديد بعد قليل.",
		"vouched": "لم يسمح نظام الشركة بالدخول. ابدأ من جديد.", "stranger": "الشركة تعرفك، لكن هذه الإدارة لا تعرفك. اسأل من يديرها.",
		"busy": "كثيرون يسجلون الدخول الآن. حاول من جديد بعد ثوان.", "wrong": "الاسم وكلمة المرور غير متطابقين.", "locked": "محاولات خاطئة كثيرة. انتظر قليلا ثم حاول من جديد.",
		"asOf": "حسب آخر ما وصل،", "silent": "صناديق صامتة", "since": "صامت منذ", "never": "لم يصل منه شيء", "today": "اليوم",
		"shop": "المتجر", "taken": "المقبوض", "withoutCash": "دون النقد", "returned": "المردود",
		"lastWeek": "قبل أسبوع في مثل هذا الوقت", "wholeDay": "اليوم كله", "allShops": "كل المتاجر", "comma": "،", "point": ".",
		"noSale": "لا عمليات", "oneSale": "عملية واحدة", "twoSales": "عمليتان", "fewSales": "%s عمليات", "manySales": "%s عملية", "nothing": "لم يُقبض شيء بعد.",
		"late": "مبالغ قُيّدت اليوم عن مبيعات أيام أخرى", "ofSale": "عملية بيع يوم",
		"unknown": "لا أحد يعرف بعد هل تم الدفع", "owed": "مبالغ مستحقة الرد", "mayOwe": "مبالغ قد تكون مستحقة الرد: اسأل المصرف", "newest": "أحدث العمليات", "practice": "تدريب",
		"paid": "تم الدفع", "waiting": "بانتظار الدفع", "opening": "جارٍ الفتح", "choosing": "مفتوحة", "entry": "مفتوحة", "code": "مفتوحة", "failed": "لم يُدفع",
		"expired": "انتهت المهلة", "unknownState": "لا نعرف", "setAside": "وُضعت جانبًا", "notOpened": "لم تُفتح", "resolved": "سُويت خارج الصندوق", "cash": "نقدًا",
	},
}

// Sales says how many sales there are. Few are numbers that end in 3 to 10, by which Arabic
// has the plural; it has the singular for those that are more. The thousands of five digits
// are parted, as on the till.
func (v view) Sales(n int64) string {
	many := strconv.FormatInt(n, 10)
	if n >= 10_000 {
		many = parted(many)
	}
	switch end := n % 100; {
	case n == 0:
		return v.T("noSale")
	case n == 1:
		return v.T("oneSale")
	case n == 2:
		return v.T("twoSales")
	case end >= 3 && end <= 10:
		return fmt.Sprintf(v.T("fewSales"), many)
	}
	return fmt.Sprintf(v.T("manySales"), many)
}

// parted is a whole number with its thousands parted by blanks at which no line breaks.
func parted(whole string) string {
	digits := strings.TrimPrefix(whole, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u00a0" + digits[i:]
	}
	if strings.HasPrefix(whole, "-") {
		return "−" + digits
	}
	return digits
}

// language is the first of ours that a browser asks for.
func language(r *http.Request) string {
	for _, one := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		code, _, _ := strings.Cut(strings.TrimSpace(one), ";")
		code, _, _ = strings.Cut(code, "-")
		if _, ok := words[strings.ToLower(code)]; ok {
			return strings.ToLower(code)
		}
	}
	return "en"
}
