# Node and npm packages: use the system's Node when it is new enough, else a pinned private one from npm.

node_version=24.21.0

runs_types() { "$1" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 0 : 1)' > /dev/null 2>&1; }

# Sets NODE to a Node >= 24 and puts its folder first in PATH.
find_node() {
  case $(uname -m) in x86_64) arch=x64 ;; aarch64) arch=arm64 ;; *) arch='' ;; esac
  private=$PLATEN_ROOT/.runtime/node-$node_version/node_modules/node-linux-$arch/bin/node
  if [ -x "$private" ]; then
    NODE=$private
  elif NODE=$(command -v node) && runs_types "$NODE"; then
    :
  else
    [ -n "$arch" ] || { say "Node >= 24 is missing, and there is no package of it for $(uname -m)"; exit 1; }
    need_npm
    say "installing Node $node_version into .runtime/"
    quietly npm install --prefix "$PLATEN_ROOT/.runtime/node-$node_version" --no-save --no-package-lock --ignore-scripts \
      --no-audit --no-fund "node-linux-$arch@$node_version"
    NODE=$private
  fi
  PATH=$(dirname "$NODE"):$PATH
  export PATH NODE
}

need_npm() {
  command -v npm > /dev/null 2>&1 && return 0
  if [ "$apt" = off ]; then
    say "npm is missing; it is installed by:  '$PLATEN_ROOT/platen' setup"
    exit 1
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null 2>&1; then
    say 'npm is missing; an administrator must run once:  sudo apt-get install npm'
    exit 1
  fi
  say 'installing npm with apt'
  quietly apt_get update
  quietly apt_get install -y --no-install-recommends npm
}

packages_mark=$PLATEN_ROOT/node_modules/.platen-lock

# install_npm_packages all|pages|service: from the lockfile, when it has changed since the last time. `pages` are built with more
# than the service runs with.
install_npm_packages() {
  wanted=$(cksum < "$PLATEN_ROOT/package-lock.json")
  have=$(cat "$packages_mark" 2>/dev/null || true)
  case "$1 $have" in
    *" $wanted all" | "pages $wanted pages" | "service $wanted pages" | "service $wanted service") return 0 ;;
  esac
  if [ "$1 $have" = "pages $wanted service" ]; then
    # Existing packages stay, and the service also runs if this fails.
    say 'installing the build tools of the pages'
    if (CDPATH='' cd "$PLATEN_ROOT" && npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund > /dev/null 2>&1); then
      printf '%s' "$wanted pages" > "$packages_mark"
    else
      say 'it cannot be installed; the pages stay as they were built'
    fi
    return 0
  fi
  # A checkout that has the development packages keeps them.
  case $have in *' all') set -- all ;; esac
  omit=--omit=dev
  if [ "$1" = all ]; then omit=--include=dev; fi
  need_npm
  say 'installing npm packages from the lockfile'
  (CDPATH='' cd "$PLATEN_ROOT" && quietly npm ci --ignore-scripts --no-audit --no-fund "$omit")
  if [ "$1" = all ] && [ -d "$PLATEN_ROOT/.git" ] && [ -z "${CI:-}" ]; then
    (CDPATH='' cd "$PLATEN_ROOT" && node_modules/.bin/lefthook install > /dev/null 2>&1) || true
  fi
  # npm cannot install only the build tools of the pages: other packages are removed after the build.
  if [ "$1" = all ]; then printf '%s' "$wanted all" > "$packages_mark"; else printf '%s' "$wanted pages" > "$packages_mark"; fi
}

# install_n8n_packages: the compiler and linter of the n8n node, used by nothing else.
install_n8n_packages() {
  n8n=$PLATEN_ROOT/clients/n8n
  wanted=$(cksum < "$n8n/package-lock.json")
  [ "$(cat "$n8n/node_modules/.platen-lock" 2>/dev/null || true)" = "$wanted" ] && return 0
  say 'installing the test tools of the n8n node'
  (CDPATH='' cd "$n8n" && quietly npm ci --ignore-scripts --no-audit --no-fund)
  printf '%s' "$wanted" > "$n8n/node_modules/.platen-lock"
}

# Keeps only runtime packages on installations: no icon sets, no bundler.
slim_npm_packages() {
  case $(cat "$packages_mark" 2>/dev/null || true) in *' pages') ;; *) return 0 ;; esac
  say 'removing the packages that only building the pages needs'
  remove_packages_for_pages || return 0
  printf '%s service' "$(cksum < "$PLATEN_ROOT/package-lock.json")" > "$packages_mark"
}

# The V8 compile cache of the code that runs in sandboxes, stored where those processes find it: they start three times as fast.
build_code_cache() {
  cache=$PLATEN_ROOT/.runtime/code-cache
  wanted=$(find "$PLATEN_ROOT/src/core" "$PLATEN_ROOT/src/conversion" "$PLATEN_ROOT/package-lock.json" -type f -exec cat {} + | cksum)
  [ "$(cat "$cache.built-for" 2>/dev/null || true)" = "$wanted $NODE" ] && return 0
  say 'compiling the code of the sandboxed processes'
  rm -rf "$cache.new"
  for worker in inspector documents browser; do
    NODE_COMPILE_CACHE=$cache.new "$NODE" --disable-warning=ExperimentalWarning \
      "$PLATEN_ROOT/src/conversion/$worker/worker.ts" --compile > /dev/null < /dev/null || { rm -rf "$cache.new"; return 0; }
  done
  chmod -R a+rX "$cache.new"
  # A service that runs has it mounted for each document: it is away for a moment only.
  rm -rf "$cache"
  mv "$cache.new" "$cache"
  printf '%s' "$wanted $NODE" > "$cache.built-for"
}
