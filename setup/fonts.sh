# Metric-compatible fonts, made from installed fonts (src/conversion/metric-fonts).

build_fonts() {
  fonts=$PLATEN_ROOT/.runtime/fonts
  [ -w "$PLATEN_ROOT/.runtime" ] && command -v fc-list > /dev/null || return 0
  wanted=$(
    {
      cat "$PLATEN_ROOT"/src/conversion/metric-fonts/* "$PLATEN_ROOT"/src/conversion/fonts/* "$PLATEN_ROOT/package-lock.json"
      HOME=/nonexistent XDG_DATA_HOME=/nonexistent fc-list --format '%{file} %{family}\n' | sort
    } | cksum
  )
  [ "$(cat "$fonts.built-for" 2>/dev/null || true)" = "$wanted" ] && return 0
  say 'making metric-compatible fonts for families that are not free'
  if "$NODE" --disable-warning=ExperimentalWarning "$PLATEN_ROOT/src/conversion/metric-fonts/build.ts" "$fonts"; then
    chmod -R a+rX "$fonts"
    printf '%s' "$wanted" > "$fonts.built-for"
  else
    say 'they cannot be made; documents are laid out with the installed fonts'
  fi
}

# Once the fonts are made, their sources are no longer needed.
remove_font_packages() { rm -rf "$PLATEN_ROOT/node_modules/@expo-google-fonts"; }
