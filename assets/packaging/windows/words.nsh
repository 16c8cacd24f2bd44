; What the installer says: the fact, then what to do.
!macro say NAME EN AR FR
LangString ${NAME} ${LANG_ENGLISH} "${EN}"
LangString ${NAME} ${LANG_ARABIC} "${AR}"
LangString ${NAME} ${LANG_FRENCH} "${FR}"
!macroend

!insertmacro say NAME_APP "Sanduq" "صندوق" "Sanduq"
!insertmacro say NAME_PRACTICE "Sanduq Practice" "صندوق للتدريب" "Sanduq Exercice"
!insertmacro say PART_APP "Sanduq and its menu entries" "صندوق وإدخالاته في القائمة" "Sanduq et ses entrées de menu"
!insertmacro say PART_LOGIN "Start when this user logs in" "التشغيل عند دخول هذا المستخدم" "Démarrer à l’ouverture de session"
!insertmacro say PART_MESA "Software OpenGL, for a computer without a graphics driver" "OpenGL برمجي، لحاسوب بلا برنامج تعريف للرسوميات" "OpenGL logiciel, pour un ordinateur sans pilote graphique"
!insertmacro say RUNS "Sanduq is running, so nothing was changed. Close its window, wait until it is gone, then try again." "صندوق يعمل الآن، لذلك لم يتغير شيء. أغلق نافذته وانتظر حتى تختفي، ثم أعد المحاولة." "Sanduq est ouvert : rien n’a été modifié. Fermez sa fenêtre, attendez qu’elle disparaisse, puis réessayez."
!insertmacro say OLD_WINDOWS "Sanduq needs 64-bit Windows 10 or newer. Nothing was changed. Use a newer computer." "يحتاج صندوق إلى ويندوز 10 بنظام 64 بت أو أحدث. لم يتغير شيء. استعمل حاسوباً أحدث." "Sanduq demande Windows 10 64 bits ou plus récent. Rien n’a été modifié. Utilisez un ordinateur plus récent."
!insertmacro say DATA_STAY "The program is removed. Sales and receipts stay in $LOCALAPPDATA\Sanduq: install Sanduq again to see them." "سيُزال البرنامج. تبقى المبيعات والإيصالات في $LOCALAPPDATA\Sanduq: ثبّت صندوق مرة أخرى لتراها." "Le programme est supprimé. Les ventes et les reçus restent dans $LOCALAPPDATA\Sanduq : réinstallez Sanduq pour les voir."
!insertmacro say FAILED "Sanduq could not be written to $INSTDIR. Make room on the disk or choose another folder, then try again." "تعذرت كتابة صندوق في $INSTDIR. وفّر مساحة على القرص أو اختر مجلداً آخر، ثم أعد المحاولة." "Sanduq n’a pas pu être écrit dans $INSTDIR. Libérez de la place ou choisissez un autre dossier, puis réessayez."
