# Built once: the dashboard's pages (by Vite, from web/), the assets of the documentation (colours of code, scripts, the
# search index: site/build.ts), and the packages of the clients (clients/build). Each is rebuilt when its sources have changed.

# npm packages that only these builds need; a test checks that the service imports none of them.
for_pages='@dnd-kit/core @dnd-kit/sortable @mantine/core @mantine/hooks @tabler/icons-react @tanstack/react-query @types/pg
  @vitejs/plugin-react client-zip file-selector get-nonce minisearch pdfjs-dist react react-dom react-i18next rolldown shiki vite wouter'

# shellcheck disable=SC2086 # a list of names
remove_packages_for_pages() {
  (CDPATH='' cd "$PLATEN_ROOT" && quietly npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund $for_pages)
}

# The sources of each build, and a file that it creates.
sources_of() {
  case $1 in
    dashboard) echo web src/messages src/reference/samples src/reference/clients/packages.ts package.json src/core/page-marks.ts site/compress.ts package-lock.json ;;
    docs) echo site docs CHANGELOG.md src/reference src/messages src/core src/conversion/tools src/conversion/options package-lock.json ;;
    clients) echo src/reference/clients/packages.ts clients/build clients/typescript/src clients/python/src clients/php/src clients/n8n/nodes clients/n8n/credentials clients/*/*.json clients/*/*.md clients/python/pyproject.toml package-lock.json ;;
  esac
}
mark_of() { case $1 in dashboard) echo index.html ;; docs) echo assets/docs.js ;; clients) echo SHA256SUMS ;; esac; }

# is_built dashboard|docs|clients: sets `builds`, and `wanted` to the name of what would be built now.
is_built() {
  builds=$PLATEN_ROOT/.runtime/$1
  # shellcheck disable=SC2046 # a list of names
  wanted=$(CDPATH='' cd "$PLATEN_ROOT" && find $(sources_of "$1") -type f -exec cksum {} + | LC_ALL=C sort | cksum | tr ' ' '-')
  [ "$(cat "$builds/current" 2>/dev/null || true)" = "$wanted" ] && [ -f "$builds/$wanted/$(mark_of "$1")" ]
}

needs_dashboard() { [ "${PLATEN_DASHBOARD:-on}" != off ]; }

pages_are_built() {
  if needs_dashboard && ! is_built dashboard; then return 1; fi
  is_built docs && is_built clients
}

build_pages() {
  if needs_dashboard; then build_once dashboard 'building the dashboard'; fi
  build_once docs 'building the documentation'
  build_once clients 'packing the clients'
}

# build_pages_beside: for a service that has started already; of several at once, one builds.
build_pages_beside() {
  exec 9>> "$PLATEN_ROOT/.runtime/pages.lock" || return 0
  flock -n 9 || return 0
  renice -n 10 -p "$(sh -c 'echo $PPID')" > /dev/null 2>&1 || true
  build_pages < /dev/null
  if pages_are_built; then say 'the pages are ready'; fi
}

# run_build dashboard|docs|clients FOLDER
run_build() {
  case $1 in
    dashboard) "$NODE" node_modules/vite/bin/vite.js build --config web/vite.config.ts --configLoader native --outDir "$2" --logLevel warn ;;
    docs) "$NODE" --disable-warning=ExperimentalWarning site/build.ts "$2" ;;
    clients) "$NODE" --disable-warning=ExperimentalWarning clients/build/main.ts "$2" ;;
  esac
}

# build_once dashboard|docs|clients WORDS: a build has a folder of its own, named after what it was made from: a service that runs keeps the
# one it began with.
build_once() {
  is_built "$1" && return 0
  say "$2"
  errors=$PLATEN_ROOT/.runtime/$1.errors
  fresh=$builds/.new-$$
  # Without it the service runs all the same.
  if ! { mkdir -p "$builds" && (CDPATH='' cd "$PLATEN_ROOT" && run_build "$1" "$fresh") > "$errors" 2>&1; }; then
    say "it cannot be built ($(head -n 1 "$errors" 2>/dev/null || echo 'the installation cannot be written to')); an administrator must run once:  '$PLATEN_ROOT/platen' setup"
    rm -rf "$fresh" 2> /dev/null || true
    return 0
  fi
  # Of two builds of the same at once, one stays.
  [ -d "$builds/$wanted" ] && [ ! -f "$builds/$wanted/$(mark_of "$1")" ] && rm -rf "${builds:?}/$wanted"
  if [ -d "$builds/$wanted" ]; then rm -rf "$fresh"; else mv "$fresh" "$builds/$wanted"; fi
  printf '%s' "$wanted" > "$builds/.current-$$" && mv "$builds/.current-$$" "$builds/current"
  rm -f "$errors"
  # Services may still run on builds of before.
  find "$builds" -mindepth 1 -maxdepth 1 -type d ! -name "$wanted" -mtime +30 -exec rm -rf {} +
}
