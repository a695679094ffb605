# The dashboard's pages: built by Vite from web/, when they have changed since the last time.

# A build has a folder of its own, named after what it was made from: a service that runs keeps the one it began with.
build_dashboard() {
  [ "${PLATEN_DASHBOARD:-on}" = off ] && return 0
  builds=$PLATEN_ROOT/.runtime/dashboard
  wanted=$(CDPATH='' cd "$PLATEN_ROOT" && find web package-lock.json -type f -exec cksum {} + | LC_ALL=C sort | cksum | tr ' ' '-')
  current=$(cat "$builds/current" 2>/dev/null || true)
  [ "$current" = "$wanted" ] && [ -f "$builds/$wanted/index.html" ] && return 0
  say 'building the dashboard'
  errors=$PLATEN_ROOT/.runtime/dashboard.errors
  # Without it the service runs all the same.
  if ! { mkdir -p "$builds" && (CDPATH='' cd "$PLATEN_ROOT" && "$NODE" node_modules/vite/bin/vite.js build \
    --config web/vite.config.ts --configLoader native --outDir "$builds/$wanted" --logLevel warn) > "$errors" 2>&1; }; then
    say "it cannot be built ($(head -n 1 "$errors" 2>/dev/null || echo 'the installation cannot be written to')); an administrator must run once:  '$PLATEN_ROOT/platen' setup"
    return 0
  fi
  printf '%s' "$wanted" > "$builds/current"
  rm -f "$errors"
  for build in "$builds"/*/; do
    case $(basename "$build") in "$wanted" | "$current") ;; *) rm -rf "$build" ;; esac
  done
}
