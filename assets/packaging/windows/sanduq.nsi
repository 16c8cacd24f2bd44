Target amd64-unicode
; The installer for one user: no administrator, no data touched. The build gives
; VERSION, EXE, OUT, and where wanted SIGN, a program that signs the file it is
; given, and MESA, a folder with software OpenGL.
;
; Silent: setup.exe /S [/LOGIN] [/MESA] [/D=folder]. It ends with 0 when all is
; done, 3 where the system is too old, 4 while Sanduq runs, 5 when a file could
; not be written; the sentence is then in %TEMP%\sanduq-setup.txt.
SetCompressor /SOLID lzma
SetCompressorDictSize 32
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10

!include MUI2.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include LogicLib.nsh

!define APP "$INSTDIR\sanduq.exe"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\Sanduq"
!define LOGIN "Software\Microsoft\Windows\CurrentVersion\Run"
; What a person switched off in the Task Manager stands here.
!define ALLOWED "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"

Name "Sanduq"
OutFile "${OUT}"
BrandingText "Sanduq ${VERSION}"
InstallDir "$LOCALAPPDATA\Programs\Sanduq"
InstallDirRegKey HKCU "${LISTED}" "InstallLocation"
ShowInstDetails nevershow
ShowUninstDetails nevershow
AllowSkipFiles off

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "Sanduq"
VIAddVersionKey /LANG=0 "CompanyName" "Sanduq"
VIAddVersionKey /LANG=0 "FileDescription" "Sanduq setup"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" "The makers of Sanduq"

!define MUI_ICON "app.ico"
!define MUI_UNICON "app.ico"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_LANGDLL_ALLLANGUAGES
!define MUI_LANGDLL_REGISTRY_ROOT HKCU
!define MUI_LANGDLL_REGISTRY_KEY "${LISTED}"
!define MUI_LANGDLL_REGISTRY_VALUENAME "Language"
!define MUI_FINISHPAGE_RUN "${APP}"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(DATA_STAY)"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English
!insertmacro MUI_LANGUAGE Arabic
!insertmacro MUI_LANGUAGE French
!insertmacro MUI_RESERVEFILE_LANGDLL
!include words.nsh

!ifdef SIGN
!uninstfinalize '"${SIGN}" "%1"' = 0
!endif

; Refuse says why nothing was done, in a window or, when silent, in a file.
!macro Refuse WHY CODE
  ${If} ${Silent}
    FileOpen $1 "$TEMP\sanduq-setup.txt" w
    FileWriteUTF16LE /BOM $1 "${WHY}"
    FileClose $1
  ${Else}
    MessageBox MB_OK|MB_ICONEXCLAMATION "${WHY}"
  ${EndIf}
  SetErrorLevel ${CODE}
  Quit
!macroend

; A program that runs cannot be opened for writing. That is asked, and not for
; a name in the list of programs: another user's till, or another folder's, is
; no hindrance.
!macro RefuseWhileRunning
  ${If} ${FileExists} "${APP}"
    StrCpy $2 0
    ${Do}
      ClearErrors
      FileOpen $0 "${APP}" a
      ${IfNot} ${Errors}
        FileClose $0
        ${ExitDo}
      ${EndIf}
      ${If} ${Silent}
        ${If} $2 >= 10 ; a till that is closing has five seconds
          !insertmacro Refuse "$(RUNS)" 4
        ${EndIf}
        IntOp $2 $2 + 1
        Sleep 500
      ${ElseIf} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNS)" IDCANCEL`
        SetErrorLevel 4
        Quit
      ${EndIf}
    ${Loop}
  ${EndIf}
!macroend

; The names of the entries differ by language, and the language may have been
; another one when they were made.
!macro RemoveEntries
  Delete "$SMPROGRAMS\Sanduq.lnk"
  Delete "$SMPROGRAMS\صندوق.lnk"
  Delete "$SMPROGRAMS\Sanduq Practice.lnk"
  Delete "$SMPROGRAMS\صندوق للتدريب.lnk"
  Delete "$SMPROGRAMS\Sanduq Exercice.lnk"
!macroend

Function .onInit
  Delete "$TEMP\sanduq-setup.txt"
  ${IfNot} ${AtLeastWin10}
    !insertmacro Refuse "$(OLD_WINDOWS)" 3
  ${EndIf}
  ${IfNot} ${Silent}
    !insertmacro MUI_LANGDLL_DISPLAY
  ${EndIf}
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/LOGIN" $1
  ${IfNot} ${Errors}
    Call ChooseLogin
  ${EndIf}
!ifdef MESA
  ClearErrors
  ${GetOptions} $0 "/MESA" $1
  ${IfNot} ${Errors}
    Call ChooseMesa
  ${EndIf}
!endif
FunctionEnd

Section "$(PART_APP)" PartApp
  SectionIn RO
  !insertmacro RefuseWhileRunning
  SetOutPath "$INSTDIR"
  ClearErrors
  File "/oname=sanduq.exe" "${EXE}"
  File "LICENSES.txt"
  File "counter-card.pdf"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  ${If} ${Errors}
    !insertmacro Refuse "$(FAILED)" 5
  ${EndIf}
  !insertmacro RemoveEntries
  CreateShortCut "$SMPROGRAMS\$(NAME_APP).lnk" "${APP}" "" "${APP}" 0
  CreateShortCut "$SMPROGRAMS\$(NAME_PRACTICE).lnk" "${APP}" "--env sandbox" "${APP}" 1
  WriteRegStr HKCU "${LISTED}" "DisplayName" "$(NAME_APP)"
  WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${LISTED}" "DisplayIcon" "${APP},0"
  WriteRegStr HKCU "${LISTED}" "Publisher" "Sanduq"
  WriteRegStr HKCU "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${LISTED}" "Language" "$LANGUAGE"
  WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
  WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
  SectionGetSize ${PartApp} $0
  WriteRegDWORD HKCU "${LISTED}" "EstimatedSize" $0
SectionEnd

Section /o "$(PART_LOGIN)" PartLogin
  WriteRegStr HKCU "${LOGIN}" "Sanduq" '"${APP}"'
  DeleteRegValue HKCU "${ALLOWED}" "Sanduq"
SectionEnd

!ifdef MESA
Section /o "$(PART_MESA)" PartMesa
  SetOutPath "$INSTDIR"
  File "${MESA}/*.dll"
SectionEnd

Function ChooseMesa
  !insertmacro SelectSection ${PartMesa}
FunctionEnd
!endif

Function ChooseLogin
  !insertmacro SelectSection ${PartLogin}
FunctionEnd

Function un.onInit
  Delete "$TEMP\sanduq-setup.txt"
  !insertmacro MUI_UNGETLANGUAGE
  !insertmacro RefuseWhileRunning
FunctionEnd

Section Uninstall
  !insertmacro RemoveEntries
  DeleteRegValue HKCU "${LOGIN}" "Sanduq"
  DeleteRegValue HKCU "${ALLOWED}" "Sanduq"
  DeleteRegKey HKCU "${LISTED}"
  Delete "${APP}"
  Delete "$INSTDIR\LICENSES.txt"
  Delete "$INSTDIR\counter-card.pdf"
!ifdef MESA
  Delete "$INSTDIR\*.dll"
!endif
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
