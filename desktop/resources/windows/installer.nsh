; Puts the folder of the command on the machine's PATH, and takes it off again; electron-builder calls the two macros at the end.
; A PATH may be longer than NSIS' strings, so it is kept in memory and handled by functions of Windows. What cannot be read is not written.
!include LogicLib.nsh
!include WinMessages.nsh

!define MACHINE_ENVIRONMENT "SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
!define MACHINE 0x80000002
; To query a value, and to set it.
!define PATH_ACCESS 3
; Bytes, for one more entry.
!define PATH_ROOM 65536
; Milliseconds that each open window has to hear of the change.
!define /ifndef PATH_PATIENCE 5000

; $4 becomes the PATH with a semicolon at each end, $3 other memory of that size, $2 the type (REG_EXPAND_SZ as a rule), $1 the open key; $0 is 0 when it went well.
!macro readPath
  System::Call 'advapi32::RegOpenKeyExW(p ${MACHINE}, w "${MACHINE_ENVIRONMENT}", i 0, i ${PATH_ACCESS}, *p .r1) i .r0'
  System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, p 0, p 0, *i .r5) i .r0'
  IntOp $6 $5 + ${PATH_ROOM}
  System::Alloc $6
  Pop $3
  System::Alloc $6
  Pop $4
  ${If} $0 == 0
    System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, *i .r2, p r3, *i r5) i .r0'
    System::Call 'kernel32::lstrcpyW(p r4, w ";")'
    System::Call 'kernel32::lstrcatW(p r4, p r3)'
    System::Call 'kernel32::lstrcatW(p r4, w ";")'
  ${EndIf}
!macroend

!macro writePath
  System::Call 'kernel32::lstrlenW(p r4) i .r5'
  IntOp $5 $5 - 1
  System::Call 'user32::CharNextW(p r4) p .r6'
  System::Call 'kernel32::lstrcpyW(p r3, w "")'
  System::Call 'kernel32::lstrcpynW(p r3, p r6, i r5)'
  System::Call 'kernel32::lstrlenW(p r3) i .r5'
  IntOp $5 $5 + 1
  IntOp $5 $5 * 2
  System::Call 'advapi32::RegSetValueExW(p r1, w "Path", i 0, i r2, p r3, i r5) i .r0'
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=${PATH_PATIENCE}
!macroend

!macro closePath
  System::Free $3
  System::Free $4
  System::Call 'advapi32::RegCloseKey(p r1)'
!macroend

; $7 becomes the entry between its semicolons, $8 the place of it in $4, or 0.
!macro findEntry
  StrCpy $7 ";$INSTDIR\bin;"
  System::Call 'shlwapi::StrStrIW(p r4, w r7) p .r8'
!macroend

!macro customInstall
  !insertmacro readPath
  !insertmacro findEntry
  ${If} $0 == 0
  ${AndIf} $8 == 0
    System::Call 'kernel32::lstrcatW(p r4, w "$INSTDIR\bin;")'
    !insertmacro writePath
  ${EndIf}
  !insertmacro closePath
!macroend

!macro customUnInstall
  !insertmacro readPath
  !insertmacro findEntry
  ${If} $0 == 0
  ${AndIf} $8 != 0
    ${Do}
      ; What follows the entry takes its place; the semicolon after it is that of the next.
      StrLen $9 $7
      IntOp $9 $9 - 1
      IntOp $9 $9 * 2
      System::Int64Op $8 + $9
      Pop $9
      System::Call 'kernel32::lstrcpyW(p r3, p r9)'
      System::Call 'kernel32::lstrcpyW(p r8, p r3)'
      !insertmacro findEntry
    ${LoopUntil} $8 == 0
    !insertmacro writePath
  ${EndIf}
  !insertmacro closePath
!macroend
