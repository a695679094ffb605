# The fork server of LibreOffice: compiled here, for the LibreOffice that is here.

# Compiles when the source or LibreOffice has changed. Without a compiler Platen works, but starts LibreOffice for each document.
build_office_server() {
  source=$PLATEN_ROOT/src/conversion/engines/libreoffice/fork-server.c
  program=$PLATEN_ROOT/.runtime/fork-server
  office=$(dirname "$(readlink -f "$(command -v soffice)")")
  wanted=$(cat "$source" "$office/versionrc" 2>/dev/null | cksum)
  [ -x "$program" ] && [ "$(cat "$program.built-for" 2>/dev/null || true)" = "$wanted" ] && return 0
  say 'compiling the fork server of LibreOffice'
  mkdir -p "$PLATEN_ROOT/.runtime"
  if cc -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE -pie -Wl,-z,relro,-z,now \
    -o "$program.new" "$source" -ldl -lseccomp 2> "$program.errors"; then
    mv "$program.new" "$program"
    rm -f "$program.errors"
    printf '%s' "$wanted" > "$program.built-for"
  else
    say "it cannot be compiled ($(grep -m 1 error "$program.errors" || head -n 1 "$program.errors")); each document will start LibreOffice anew"
  fi
}
