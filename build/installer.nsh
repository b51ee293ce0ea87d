; Offers Fabdesk under "Open with" for the formats that it reads. It never becomes the default program: that is the
; person's choice. Links are `fabdesk://`. The endings are those of electron-builder.yml > fileAssociations (tests/unit/docs/packaging.test.ts).

!macro eachFabdeskEnding DO
  !insertmacro ${DO} "stl"
  !insertmacro ${DO} "obj"
  !insertmacro ${DO} "ply"
  !insertmacro ${DO} "3mf"
  !insertmacro ${DO} "amf"
  !insertmacro ${DO} "off"
  !insertmacro ${DO} "glb"
  !insertmacro ${DO} "gltf"
  !insertmacro ${DO} "dae"
  !insertmacro ${DO} "x3d"
  !insertmacro ${DO} "x3dv"
  !insertmacro ${DO} "wrl"
  !insertmacro ${DO} "step"
  !insertmacro ${DO} "stp"
  !insertmacro ${DO} "iges"
  !insertmacro ${DO} "igs"
  !insertmacro ${DO} "brep"
  !insertmacro ${DO} "brp"
  !insertmacro ${DO} "fcstd"
!macroend

!macro offerEnding ENDING
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "Fabdesk.Model.1" ""
!macroend

!macro withdrawEnding ENDING
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "Fabdesk.Model.1"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fabdesk.Model.1" "" "3D model"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fabdesk.Model.1" "FriendlyTypeName" "3D model"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fabdesk.Model.1\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Fabdesk.Model.1\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro eachFabdeskEnding offerEnding
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabdesk" "" "URL:Fabdesk"
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabdesk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\fabdesk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

!macro customUnInstall
  !insertmacro eachFabdeskEnding withdrawEnding
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Fabdesk.Model.1"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\fabdesk"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend
