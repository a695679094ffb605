/* Prints the names of system calls that are there for it, of those that no conversion needs; or that a filter of ours lets through
 * (call-probe FILTER). A call counts as absent when the kernel says so, or says that it is not allowed.
 * `core dump` stands for a limit that would let a crash leave one. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void told(const char *name, long result) {
  if (result >= 0 || (errno != ENOSYS && errno != EPERM && errno != EAFNOSUPPORT && errno != EACCES)) puts(name);
  errno = 0;
}

static void use_filter(const char *path) {
  static struct sock_filter code[4096];
  FILE *file = fopen(path, "r");
  struct sock_fprog filter = {file ? fread(code, sizeof *code, 4096, file) : 0, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (filter.len == 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0) _exit(3);
}

int main(int count, char **arguments) {
  char zeros[256] = {0};
  struct rlimit core;
  if (count > 1) use_filter(arguments[1]);
  else if (getrlimit(RLIMIT_CORE, &core) < 0 || core.rlim_cur > 0 || core.rlim_max > 0) puts("core dump");
  told("io_uring_setup", syscall(SYS_io_uring_setup, 4, zeros));
  told("userfaultfd", syscall(SYS_userfaultfd, 1));
  told("add_key", syscall(SYS_add_key, "user", "platen", "x", 1, -2));
  told("keyctl", syscall(SYS_keyctl, 0, -2, 1));
  told("bpf", syscall(SYS_bpf, 0, zeros, sizeof zeros));
  told("perf_event_open", syscall(SYS_perf_event_open, zeros, 0, -1, -1, 0));
#ifdef SYS_modify_ldt
  told("modify_ldt", syscall(SYS_modify_ldt, 0, zeros, sizeof zeros));
#endif
  told("personality", syscall(SYS_personality, 0xffffffff));
  told("ptrace", syscall(SYS_ptrace, PTRACE_DETACH, -1, 0, 0));
  told("process_vm_readv", syscall(SYS_process_vm_readv, getpid(), zeros, 0, zeros, 0, 0));
  told("open_by_handle_at", syscall(SYS_open_by_handle_at, -1, zeros, 0));
  told("vmsplice", syscall(SYS_vmsplice, -1, zeros, 0, 0));
  told("mq_open", syscall(SYS_mq_open, "platen", 0, 0, 0));
  told("memfd_create", syscall(SYS_memfd_create, "platen", 0));
  told("shmget", syscall(SYS_shmget, 0, 4096, 0600 | 01000));
  told("socket AF_INET", socket(AF_INET, SOCK_STREAM, 0));
  told("socket AF_NETLINK", socket(AF_NETLINK, SOCK_RAW, 0));
  told("socket AF_VSOCK", socket(AF_VSOCK, SOCK_STREAM, 0));
  told("socket AF_ALG", socket(AF_ALG, SOCK_SEQPACKET, 0));
  told("unshare", unshare(0));
  told("mount", mount(NULL, "/nowhere", NULL, 0, NULL));
  told("ioctl TIOCSTI", syscall(SYS_ioctl, 0, TIOCSTI | 1UL << 32, zeros));
  told("ioctl TIOCLINUX", syscall(SYS_ioctl, 0, TIOCLINUX, zeros));
  told("socket AF_UNIX", socket(AF_UNIX, SOCK_STREAM, 0));
  pid_t child = fork();
  if (child == 0) _exit(0);
  told("fork", child);
  long apart = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (apart == 0) _exit(0);
  told("clone a user namespace", apart);
  return 0;
}
