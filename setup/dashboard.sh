# The dashboard's pages: built by Vite from web/, when they have changed since the last time.

# Packages of npm that only the build of the dashboard needs; a test says that the service imports none of them.
for_pages='@dnd-kit/core @dnd-kit/sortable @mantine/core @mantine/hooks @tabler/icons-react @tanstack/react-query @types/pg
  @vitejs/plugin-react client-zip file-selector get-nonce react react-dom react-i18next vite wouter'

# shellcheck disable=SC2086 # a list of names
remove_packages_for_pages() {
  (CDPATH='' cd "$PLATEN_ROOT" && quietly npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund $for_pages)
}

# Sets `builds`, and `wanted` to the name of what would be built now.
dashboard_is_built() {
  builds=$PLATEN_ROOT/.runtime/dashboard
  wanted=$(CDPATH='' cd "$PLATEN_ROOT" && find web src/messages package-lock.json -type f -exec cksum {} + | LC_ALL=C sort | cksum | tr ' ' '-')
  [ "$(cat "$builds/current" 2>/dev/null || true)" = "$wanted" ] && [ -f "$builds/$wanted/index.html" ]
}

# A build has a folder of its own, named after what it was made from: a service that runs keeps the one it began with.
build_dashboard() {
  [ "${PLATEN_DASHBOARD:-on}" = off ] && return 0
  dashboard_is_built && return 0
  say 'building the dashboard'
  errors=$PLATEN_ROOT/.runtime/dashboard.errors
  fresh=$builds/.new-$$
  # Without it the service runs all the same.
  if ! { mkdir -p "$builds" && (CDPATH='' cd "$PLATEN_ROOT" && "$NODE" node_modules/vite/bin/vite.js build \
    --config web/vite.config.ts --configLoader native --outDir "$fresh" --logLevel warn) > "$errors" 2>&1; }; then
    say "it cannot be built ($(head -n 1 "$errors" 2>/dev/null || echo 'the installation cannot be written to')); an administrator must run once:  '$PLATEN_ROOT/platen' setup"
    rm -rf "$fresh" 2> /dev/null || true
    return 0
  fi
  # Of two builds of the same at once, one stays.
  [ -d "$builds/$wanted" ] && [ ! -f "$builds/$wanted/index.html" ] && rm -rf "${builds:?}/$wanted"
  if [ -d "$builds/$wanted" ]; then rm -rf "$fresh"; else mv "$fresh" "$builds/$wanted"; fi
  printf '%s' "$wanted" > "$builds/.current-$$" && mv "$builds/.current-$$" "$builds/current"
  rm -f "$errors"
  # Services may still run on builds of before.
  find "$builds" -mindepth 1 -maxdepth 1 -type d ! -name "$wanted" -mtime +30 -exec rm -rf {} +
}
