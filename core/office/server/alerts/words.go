package alerts

import (
	"fmt"
	"strings"
	"time"

	"sanduq/core/money"
)

// texts are the sentences of mails, by language and kind; "other" is for alarms of the
// collector.
var texts = map[string]map[Kind]string{
	"en": {
		Late: "Money came late: the sale had another end before", PaidTwice: "Money is owed back: it reached the shop twice or wrongly", MaybeTwice: "Money may be owed back: a sale was perhaps paid twice. Ask the bank",
		Unknown: "Nobody knows for an hour whether a sale was paid", Silent: "A till has fallen silent", Short: "The drawer held less than it should",
		Backup: "A till's backup copies fail", "other": "Head office noticed something about a till's records: %s", "practice": "PRACTICE", "sale": "Number", "last": "since", "point": ".",
	},
	"fr": {
		Late: "De l’argent est arrivé en retard : la vente avait déjà une autre fin", PaidTwice: "De l’argent est à rembourser : il est arrivé au magasin deux fois ou par erreur",
		MaybeTwice: "De l’argent est peut-être à rembourser : une vente a peut-être été payée deux fois. Demandez à la banque",
		Unknown:    "Depuis une heure, personne ne sait si une vente est payée", Silent: "Une caisse ne donne plus de nouvelles", Short: "Il manquait de l’argent dans le tiroir",
		Backup: "Les copies de sauvegarde d’une caisse échouent", "other": "Le siège a remarqué quelque chose dans les écritures d’une caisse : %s", "practice": "ENTRAÎNEMENT", "sale": "Numéro", "last": "depuis", "point": ",",
	},
	"ar": {
		Late: "وصل مبلغ متأخرًا بعد أن انتهت العملية بنتيجة أخرى", PaidTwice: "مبلغ مستحق الرد: وصل إلى المتجر مرتين أو بالخطأ",
		MaybeTwice: "قد يكون مبلغ مستحق الرد: ربما دُفعت عملية مرتين. اسأل المصرف",
		Unknown:    "لا أحد يعرف منذ ساعة هل دُفعت إحدى العمليات", Silent: "انقطعت أخبار أحد الصناديق", Short: "كان في الدرج أقل مما يجب",
		Backup: "النسخ الاحتياطية لأحد الصناديق تفشل", "other": "لاحظت الإدارة شيئًا في سجلات أحد الصناديق: %s", "practice": "تدريب", "sale": "الرقم", "last": "منذ", "point": ".",
	},
}

// sentences is a message about alerts of one kind in words; id stands for all of them.
func sentences(language string, group []Alert, zone *time.Location) (subject, body, id string) {
	words, first := texts[language], group[0]
	subject, ok := words[first.Kind]
	if first.Uncertain {
		subject = words[MaybeTwice]
	}
	if !ok {
		subject = fmt.Sprintf(words["other"], first.Kind)
	}
	if first.Practice {
		subject = words["practice"] + ": " + subject
	}
	if len(group) > 1 {
		subject = fmt.Sprintf("%s (%d)", subject, len(group))
	}
	body = subject + "\n"
	for _, a := range group {
		id += a.ID + "\n"
		body += fmt.Sprintf("\n%s, %s\n%s %s\n", a.Shop, a.Till, words["last"], a.At.In(zone).Format("2006-01-02 15:04"))
		if a.Number != 0 {
			body += fmt.Sprintf("%s: %d\n", words["sale"], a.Number)
		}
		if a.Currency != "" {
			body += strings.Replace(money.Amount{Minor: a.Minor, Currency: a.Currency}.String(), ".", words["point"], 1) + "\n"
		}
	}
	return subject, body + "\n" + id, id
}

// published are the subjects of mails that carry a line of verify.
var published = map[string]string{
	"en": "Head office: what verify has found; keep this mail",
	"fr": "Siège : résultat de la vérification ; conservez ce message",
	"ar": "الإدارة: نتيجة التحقق من السجلات، احتفظ بهذه الرسالة",
}
