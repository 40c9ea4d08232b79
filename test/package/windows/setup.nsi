; In the place of electron-builder's installer: calls the two macros of ours where that does.
Unicode true
Name Strongroom
OutFile "${OUTPUT}"
SilentInstall silent
SilentUnInstall silent
RequestExecutionLevel user
!include "${INSTALLER}"

Function .onInit
  StrCpy $INSTDIR "C:\Program Files\Strongroom"
FunctionEnd

Function un.onInit
  StrCpy $INSTDIR "C:\Program Files\Strongroom"
FunctionEnd

Section install
  SetOutPath $INSTDIR
  WriteUninstaller "$INSTDIR\Uninstall Strongroom.exe"
  !insertmacro customInstall
SectionEnd

Section un.Uninstall
  !insertmacro customUnInstall
SectionEnd
