; In the place of Electron: a program with windows that takes its time, writes down how it was called and ends with 7.
Unicode true
Name Strongroom
OutFile "${OUTPUT}"
SilentInstall silent
RequestExecutionLevel user
; Its fuses are set after this was compiled.
CRCCheck off
VIProductVersion 1.0.0.0
VIAddVersionKey ProductName Strongroom
VIAddVersionKey FileVersion 1.0.0.0
VIAddVersionKey FileDescription Strongroom
VIAddVersionKey LegalCopyright Strongroom

Section
  Sleep 300
  FileOpen $0 "$EXEDIR\called.txt" w
  FileWriteUTF16LE $0 $CMDLINE
  FileClose $0
  SetErrorLevel 7
SectionEnd
