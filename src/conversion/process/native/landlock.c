/* See landlock.h. */
#define _GNU_SOURCE
#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FS(name) LANDLOCK_ACCESS_FS_##name
/* Missing from the headers of Debian 12, which are of version 2. */
#define FS_TRUNCATE (1ULL << 14)
#define FS_IOCTL_DEV (1ULL << 15)
#define NET_BIND_TCP (1ULL << 0)
#define NET_CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define SCOPE_SIGNAL (1ULL << 1)

/* Rights that need a rule. An older kernel accepts unknown fields if they are 0. */
struct handled {
  uint64_t files, network, scopes;
};

static const uint64_t of_folders = FS(READ_DIR) | FS(REMOVE_DIR) | FS(REMOVE_FILE) | FS(MAKE_CHAR) | FS(MAKE_DIR) | FS(MAKE_REG) |
                                   FS(MAKE_SOCK) | FS(MAKE_FIFO) | FS(MAKE_BLOCK) | FS(MAKE_SYM) | FS(REFER);
static const uint64_t writing =
  FS(WRITE_FILE) | FS_TRUNCATE | FS(REMOVE_DIR) | FS(REMOVE_FILE) | FS(MAKE_DIR) | FS(MAKE_REG) | FS(REFER);

/* The loaders of programs of Debian: the kernel executes them too. */
static const char *const loaders[] = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", NULL};
static const char *const system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", NULL};
static const char *const system_root[] = {"/", NULL};
static const char *const devices[] = {"/dev/null", NULL};
static const char *const processes[] = {"/proc", NULL};

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "landlock: %s: %s\n", what, strerror(errno));
  _exit(1);
}

int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  /* For tests: an older kernel's. The environment of a sandbox is ours. */
  const char *pretended = getenv("PLATEN_TEST_LANDLOCK");
  if (pretended && atoi(pretended) < version) version = atoi(pretended);
  return version < 0 ? 0 : version;
}

static struct handled handled_by(int version) {
  struct handled handled = {FS(EXECUTE) | FS(READ_FILE) | FS(WRITE_FILE) | (of_folders & ~FS(REFER)), 0, 0};
  if (version >= 2) handled.files |= FS(REFER);
  if (version >= 3) handled.files |= FS_TRUNCATE;
  if (version >= 4) handled.network = NET_BIND_TCP | NET_CONNECT_TCP;
  if (version >= 5) handled.files |= FS_IOCTL_DEV;
  if (version >= 6) handled.scopes = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
  return handled;
}

/* Those of the paths that exist. */
static void allow(int rules, const char *const *paths, uint64_t rights) {
  for (; *paths; paths++) {
    struct stat status;
    int place = open(*paths, O_PATH | O_CLOEXEC);
    if (place < 0 && errno == ENOENT) continue;
    if (place < 0 || fstat(place, &status) < 0) fail(*paths);
    struct landlock_path_beneath_attr rule = {S_ISDIR(status.st_mode) ? rights : rights & ~of_folders, place};
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0) fail(*paths);
    close(place);
  }
}

void landlock_confine(const struct confinement *confinement) {
  int version = landlock_version();
  if (version == 0) return;
  const struct handled handled = handled_by(version);
  int rules = syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) fail("landlock_create_ruleset");

  /* All below the root of these mounts: should it get out of them, nothing else is read. */
  allow(rules, system_root, FS(READ_FILE) | FS(READ_DIR));
  allow(rules, devices, FS(WRITE_FILE));
  /* Chromium offers its renderers first to a kernel that is out of memory. */
  if (confinement->several) allow(rules, processes, (FS(WRITE_FILE) | FS_TRUNCATE) & handled.files);
  const uint64_t makes = (confinement->several ? FS(MAKE_SOCK) | FS(MAKE_SYM) : 0) | (confinement->pipes ? FS(MAKE_FIFO) : 0);
  allow(rules, confinement->writes, (writing | makes) & handled.files);
  if (confinement->program) {
    allow(rules, (const char *const[]){confinement->program, NULL}, FS(EXECUTE));
    allow(rules, confinement->several ? system_folders : loaders, FS(EXECUTE));
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail("PR_SET_NO_NEW_PRIVS");
  if (syscall(SYS_landlock_restrict_self, rules, 0) < 0) fail("landlock_restrict_self");
  close(rules);
}
