# The dashboard's pages: built by Vite from web/, when they have changed since the last time.

build_dashboard() {
  built=$PLATEN_ROOT/.runtime/dashboard
  wanted=$(find "$PLATEN_ROOT/web" "$PLATEN_ROOT/package-lock.json" -type f -exec cksum {} + | LC_ALL=C sort | cksum)
  [ -f "$built/index.html" ] && [ "$(cat "$built.built-for" 2>/dev/null || true)" = "$wanted" ] && return 0
  say 'building the dashboard'
  rm -rf "$built.new"
  quietly "$NODE" "$PLATEN_ROOT/node_modules/vite/bin/vite.js" build --config "$PLATEN_ROOT/web/vite.config.ts" \
    --outDir "$built.new" --logLevel warn
  rm -rf "$built"
  mv "$built.new" "$built"
  printf '%s' "$wanted" > "$built.built-for"
}
