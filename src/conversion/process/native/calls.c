/*
 * The lists are the calls that the engines make on documents of every format, and calls that other versions of their libraries
 * make instead. Other calls do not exist for them (ENOSYS), so that programs fall back to existing ones.
 */
#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

typedef const char *const names[];

static names common = {
  /* memory */
  "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore", "msync", "mlock", "munlock", "mlock2", "membarrier",
  "pkey_alloc", "pkey_free", "pkey_mprotect", "get_mempolicy", "set_mempolicy",
  /* files */
  "open", "openat", "openat2", "creat", "close", "close_range", "read", "readv", "pread64", "preadv", "preadv2", "write", "writev",
  "pwrite64", "pwritev", "pwritev2", "lseek", "_llseek", "stat", "fstat", "lstat", "newfstatat", "statx", "statfs", "fstatfs", "access",
  "faccessat", "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir", "mkdirat",
  "rmdir", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "mknod", "mknodat",
  "truncate", "ftruncate", "fallocate", "fadvise64", "readahead", "fsync", "fdatasync", "sync_file_range", "flock", "chmod", "fchmod",
  "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "utimensat", "futimesat", "umask",
  "copy_file_range", "sendfile", "splice", "tee", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr",
  "dup", "dup2", "dup3", "fcntl", "pipe", "pipe2", "eventfd", "eventfd2", "inotify_init", "inotify_init1", "inotify_add_watch",
  "inotify_rm_watch",
  /* standard input and output, which may be sockets */
  "getsockname", "getpeername", "getsockopt", "setsockopt", "shutdown",
  /* waiting */
  "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
  "futex", "futex_waitv", "futex_wake", "futex_wait", "futex_requeue", "get_robust_list", "set_robust_list", "rseq",
  /* time */
  "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times", "alarm", "getitimer", "setitimer",
  "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "timerfd_create", "timerfd_settime",
  "timerfd_gettime",
  /* signals */
  "rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "rt_sigqueueinfo",
  "sigaltstack", "signalfd4", "kill", "tgkill", "tkill", "pause", "restart_syscall",
  /* the process itself */
  "exit", "exit_group", "wait4", "waitid", "getpid", "getppid", "gettid", "getpgid", "getpgrp", "setpgid", "getsid", "setsid",
  "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "capget", "prctl", "arch_prctl", "set_tid_address",
  "getrlimit", "setrlimit", "prlimit64", "getrusage", "getpriority", "setpriority", "ioprio_get", "ioprio_set", "uname", "sysinfo",
  "getrandom", "getcpu", "sched_yield", "sched_getaffinity", "sched_setaffinity", "sched_getparam", "sched_setparam",
  "sched_getscheduler", "sched_setscheduler", "sched_getattr", "sched_setattr", "sched_get_priority_max", "sched_get_priority_min",
  NULL,
};

static names programs = {"execve", "execveat", NULL};

/* Calls by which programs give up rights before they open a document. */
static names landlock = {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", NULL};

static names sockets = {
  "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", NULL,
};

/* Calls of a program that puts its children into namespaces and filters. */
static names isolation = {
  "memfd_create", "mount", "umount2", "pivot_root", "unshare", "setns", "capset", "seccomp", "setuid", "setgid", "setgroups", "setresuid",
  "setresgid", NULL,
};

static const char *const *const none[] = {NULL};
static const char *const *const for_single[] = {programs, landlock, NULL};
static const char *const *const for_processes[] = {programs, landlock, sockets, NULL};
static const char *const *const for_forks[] = {programs, landlock, sockets, isolation, NULL};

const struct family families[] = {
  {"child", none, THREADS_ONLY, 0},
  {"single", for_single, THREADS_ONLY, 0},
  {"processes", for_processes, PROCESSES, 1},
  /* Its processes share files in its /tmp, which are counted; anonymous memory would not be. */
  {"browser", for_processes, PROCESSES, 1},
  {"forks", for_forks, NAMESPACES, 1},
  {NULL, NULL, THREADS_ONLY, 0},
};

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  _exit(1);
}

static void allow(scmp_filter_ctx filter, const char *name) {
  int call = seccomp_syscall_resolve_name(name);
  /* Other processors, and older kernels, do not know all of them. */
  if (call != __NR_SCMP_ERROR) seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
}

/* Threads, processes, or anything: by the flags of clone. clone3 hides them: libc falls back to clone. */
static void allow_clone(scmp_filter_ctx filter, const struct family *family) {
  const unsigned namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  if (family->makes == THREADS_ONLY) {
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | namespaces, CLONE_THREAD));
    return;
  }
  allow(filter, "fork");
  allow(filter, "vfork");
  if (family->makes == NAMESPACES) allow(filter, "clone");
  else seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces, 0));
}

/* All but TIOCSTI and TIOCLINUX. The kernel reads 32 bits of a request, a filter 64: each rule allows a difference in one of them. */
static void allow_ioctl(scmp_filter_ctx filter) {
  const unsigned both = TIOCSTI & TIOCLINUX, either = TIOCSTI | TIOCLINUX;
  for (unsigned bit = 0; bit < 32; bit++) {
    unsigned mask = 1u << bit;
    if ((both & mask) == (either & mask))
      seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, mask, ~either & mask));
  }
}

struct sock_fprog compile_calls(const char *name) {
  const struct family *family = families;
  while (family->name && strcmp(family->name, name) != 0) family++;
  scmp_filter_ctx filter = family->name ? seccomp_init(SCMP_ACT_ERRNO(ENOSYS)) : NULL;
  if (!filter) fail(name);
  /* A search tree: a process makes millions of calls. */
  seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  for (const char *const *call = common; *call; call++) allow(filter, *call);
  for (const char *const *const *list = family->more; *list; list++)
    for (const char *const *call = *list; *call; call++) allow(filter, *call);
  allow_clone(filter, family);
  /* A process could insert input into a terminal that its shell would treat as the operator's. */
  allow_ioctl(filter);
  if (family->unix_sockets) {
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX));
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
  }
  seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX));

  int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0 || seccomp_export_bpf(filter, file) != 0) fail("seccomp_export_bpf");
  seccomp_release(filter);
  off_t bytes = lseek(file, 0, SEEK_END);
  struct sock_fprog program = {bytes / sizeof(struct sock_filter), mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0)};
  if (program.filter == MAP_FAILED) fail("mmap");
  close(file);
  return program;
}
