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
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null 2>&1; then
    say 'npm is missing; an administrator must run once:  sudo apt-get install npm'
    exit 1
  fi
  say 'installing npm with apt'
  quietly apt-get update
  quietly apt-get install -y --no-install-recommends npm
}

# install_npm_packages [--omit=dev]: from the lockfile, when it has changed since the last time.
install_npm_packages() {
  wanted=$(cksum < "$PLATEN_ROOT/package-lock.json")
  have=$(cat "$PLATEN_ROOT/node_modules/.platen-lock" 2>/dev/null || true)
  [ "$have" = "$wanted all" ] && return 0
  [ "${1:-}" = --omit=dev ] && [ "$have" = "$wanted --omit=dev" ] && return 0
  # A checkout that has the development packages keeps them.
  case $have in *' all') set -- ;; esac
  need_npm
  say 'installing npm packages from the lockfile'
  (CDPATH='' cd "$PLATEN_ROOT" && quietly npm ci --ignore-scripts --no-audit --no-fund "$@")
  if [ -z "${1:-}" ] && [ -d "$PLATEN_ROOT/.git" ] && [ -z "${CI:-}" ]; then
    (CDPATH='' cd "$PLATEN_ROOT" && node_modules/.bin/lefthook install > /dev/null 2>&1) || true
  fi
  printf '%s' "$wanted ${1:-all}" > "$PLATEN_ROOT/node_modules/.platen-lock"
}

# What V8 makes of the code that runs in sandboxes, kept where processes there find it: they start in a third of the time.
build_code_cache() {
  cache=$PLATEN_ROOT/.runtime/code-cache
  wanted=$(find "$PLATEN_ROOT/src/core" "$PLATEN_ROOT/src/conversion" "$PLATEN_ROOT/package-lock.json" -type f -exec cat {} + | cksum)
  [ "$(cat "$cache.built-for" 2>/dev/null || true)" = "$wanted $NODE" ] && return 0
  say 'compiling the code of the sandboxed processes'
  rm -rf "$cache" "$cache.new"
  for worker in inspector documents; do
    NODE_COMPILE_CACHE=$cache.new "$NODE" --disable-warning=ExperimentalWarning \
      "$PLATEN_ROOT/src/conversion/$worker/worker.ts" --compile > /dev/null < /dev/null || { rm -rf "$cache.new"; return 0; }
  done
  chmod -R a+rX "$cache.new"
  mv "$cache.new" "$cache"
  printf '%s' "$wanted $NODE" > "$cache.built-for"
}
