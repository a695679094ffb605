# Fonts with the measures of others, made from those that are installed here (src/conversion/metric-fonts).

build_fonts() {
  fonts=$PLATEN_ROOT/.runtime/fonts
  wanted=$(
    {
      cat "$PLATEN_ROOT"/src/conversion/metric-fonts/* "$PLATEN_ROOT"/src/conversion/fonts/truetype.ts "$PLATEN_ROOT/package-lock.json"
      fc-list --format '%{file} %{family}\n' | sort
    } | cksum
  )
  [ "$(cat "$fonts.built-for" 2>/dev/null || true)" = "$wanted" ] && return 0
  say 'making fonts with the measures of those that documents name and few have'
  if "$NODE" --disable-warning=ExperimentalWarning "$PLATEN_ROOT/src/conversion/metric-fonts/build.ts" "$fonts"; then
    chmod -R a+rX "$fonts"
    printf '%s' "$wanted" > "$fonts.built-for"
  fi
}

# Where the fonts are made, what they were made from is not needed any more.
remove_font_packages() { rm -rf "$PLATEN_ROOT/node_modules/@expo-google-fonts"; }
