package values

import "strings"

var months, weekdays = map[string]int{}, map[string]bool{}

func init() {
	for _, names := range []string{
		"january february march april may june july august september october november december",
		"jan feb mar apr may jun jul aug sep oct nov dec",
		"janv fevr mars avr mai juin juil aout sept oct nov dec",
		"janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
		"januar februar marz april mai juni juli august september oktober november dezember",
		"jan feb mrz apr mai jun jul aug sep okt nov dez",
		"يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر",
		"جانفي فيفري مارس افريل ماي جوان جويلية اوت سبتمبر اكتوبر نوفمبر ديسمبر",
		"كانونالثاني شباط اذار نيسان ايار حزيران تموز اب ايلول تشرينالاول تشرينالثاني كانونالاول",
	} {
		for i, name := range strings.Fields(names) {
			months[Key(name)] = i + 1
		}
	}
	for name := range strings.FieldsSeq("mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday lun mar mer jeu ven sam dim " +
		"lundi mardi mercredi jeudi vendredi samedi dimanche السبت الاحد الاثنين الثلاثاء الاربعاء الخميس الجمعة st nd rd th er de du le") {
		if _, is := months[name]; !is {
			weekdays[Key(name)] = true
		}
	}
}
