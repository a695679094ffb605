/*
 * Starts LibreOfficeKit once, warms it, and forks a child for every document: the child is put into namespaces, limits
 * and a system call filter of its own, loads and saves what it is told, and ends. Everything else is decided by the
 * supervisor (fork-server.ts), which speaks to this program in lines of fields separated by tabs:
 *
 *   to us     fork ID AHEAD               a new child on the folder ROOT/jobs/ID; with AHEAD 1 it warms itself first
 *             convert ID IN OUT LOAD FORMAT SAVE REFRESH   file names in the child's folder, options of load and save;
 *                                     with REFRESH 1 contents tables are made anew, and OUT.before.fodt and OUT.after.fodt
 *                                     hold the document before and after that
 *             kill ID
 *   from us   ready                       warm, from now on forks are possible
 *             ID waiting                  isolated and warm
 *             ID fonts JSON               fonts of the document that are missing
 *             ID done ok|load|save TEXT   what became of the last convert
 *             ID ended exit|signal N      the child is gone
 *
 * The parent never opens a client's document.
 */
#define _GNU_SOURCE
#define LOK_USE_UNSTABLE_API
#include <stdbool.h>
#include <stddef.h>
#include <LibreOfficeKit/LibreOfficeKit.h>
#include <LibreOfficeKit/LibreOfficeKitInit.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_CHILDREN = 256, LINE_BYTES = 16384, PATH_BYTES = 4096, FIELDS = 8 };
/* LOK_CALLBACK_FONTS_MISSING; the header that names it is C++. */
enum { FONTS_MISSING = 57 };

struct settings {
  const char *program, *profile, *warm, *root;
  bool isolated;
  rlim_t cpu_seconds, address_bytes;
  const char *tmp_mount; /* options of the child's /tmp */
  const char *pdf_options;
};

struct child {
  char id[40];
  pid_t pid;
  int commands, answers;
  size_t length;
  char line[LINE_BYTES];
};

static struct settings settings;
static LibreOfficeKit *kit;
static struct child *children[MOST_CHILDREN];
static int child_count;
static struct sock_fprog filter;
static bool is_child;
static int report = -1; /* where this process answers: the supervisor, or in a child its parent */

static void fail(const char *what) {
  fprintf(stderr, "fork-server: %s: %s\n", what, strerror(errno));
  _exit(1);
}

static void say(const char *format, ...) {
  char text[LINE_BYTES];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text - 1, format, values);
  va_end(values);
  if (length >= (int)sizeof text - 1) length = sizeof text - 2;
  for (int i = 0; i < length; i++)
    if (text[i] == '\n' || text[i] == '\r') text[i] = ' ';
  text[length++] = '\n';
  for (int sent = 0; sent < length;) {
    ssize_t n = write(report, text + sent, length - sent);
    if (n < 0 && errno != EINTR) _exit(1);
    if (n > 0) sent += n;
  }
}

/* ---- documents ---- */

static void on_document_event(int type, const char *payload, void *unused) {
  (void)unused;
  if (type == FONTS_MISSING && payload) say("fonts\t%s", payload);
}

struct conversion {
  const char *in, *out, *load, *format, *save;
  bool refresh;
};

static void refresh_contents(LibreOfficeKitDocument *document, const char *out) {
  char copy[PATH_BYTES + 32];
  snprintf(copy, sizeof copy, "%s.before.fodt", out);
  document->pClass->saveAs(document, copy, "fodt", NULL);
  document->pClass->postUnoCommand(document, ".uno:UpdateAllIndexes", NULL, false);
  snprintf(copy, sizeof copy, "%s.after.fodt", out);
  document->pClass->saveAs(document, copy, "fodt", NULL);
}

/* Loads and saves; tells the outcome when `tells`. */
static void convert(const struct conversion *c, bool tells) {
  char in[PATH_BYTES + 8], out[PATH_BYTES + 8];
  snprintf(in, sizeof in, "file://%s", c->in);
  snprintf(out, sizeof out, "file://%s", c->out);
  LibreOfficeKitDocument *document = kit->pClass->documentLoadWithOptions(kit, in, c->load);
  bool saved = false;
  if (document) {
    if (tells) document->pClass->registerCallback(document, on_document_event, NULL);
    if (c->refresh) refresh_contents(document, out);
    saved = document->pClass->saveAs(document, out, c->format, *c->save ? c->save : NULL);
  }
  if (tells) {
    char *error = saved ? NULL : kit->pClass->getError(kit);
    say("done\t%s\t%s", saved ? "ok" : document ? "save" : "load", error ? error : "");
  }
  if (document && !is_child) document->pClass->destroy(document); /* in a forked child it crashes */
}

static void convert_file(const char *folder, const char *in, const char *to_folder, const char *out, const char *format) {
  char from[PATH_BYTES], to[PATH_BYTES];
  snprintf(from, sizeof from, "%s/%s", folder, in);
  snprintf(to, sizeof to, "%s/%s", to_folder, out);
  const char *save = strcmp(format, "pdf") == 0 ? settings.pdf_options : "";
  convert(&(struct conversion){from, to, "Batch=true", format, save, false}, false);
}

/* What a process does before its first document, so that code, fonts and settings of every kind are in memory. */
static const struct { const char *source, *name, *format; } samples[] = {
  {"text.fodt", "text.docx", "docx"},    {"text.fodt", "text.odt", "odt"},      {"text.fodt", "text.doc", "doc"},
  {"text.fodt", "text.rtf", "rtf"},      {"sheet.fods", "sheet.xlsx", "xlsx"},  {"sheet.fods", "sheet.ods", "ods"},
  {"sheet.fods", "sheet.xls", "xls"},    {"slides.fodp", "slides.pptx", "pptx"}, {"slides.fodp", "slides.odp", "odp"},
  {"slides.fodp", "slides.ppt", "ppt"},  {"drawing.fodg", "drawing.odg", "odg"},
};
static const char *const ahead_samples[] = {"text.docx", "sheet.xlsx", "slides.pptx"};

static void warm_parent(void) {
  char made[PATH_BYTES];
  snprintf(made, sizeof made, "%s/warm", settings.root);
  mkdir(made, 0755);
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    convert_file(settings.warm, samples[i].source, made, samples[i].name, samples[i].format);
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
      convert_file(made, samples[i].name, "/tmp", "warm.pdf", "pdf");
  unlink("/tmp/warm.pdf");
}

static void warm_child(void) {
  char made[PATH_BYTES];
  snprintf(made, sizeof made, "%s/warm", settings.root);
  for (size_t i = 0; i < sizeof ahead_samples / sizeof *ahead_samples; i++)
    convert_file(made, ahead_samples[i], "/tmp", "warm.pdf", "pdf");
  unlink("/tmp/warm.pdf");
}

/* ---- isolation ---- */

static const char *const denied_calls[] = {
  /* other programs and processes */
  "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_open",
  "pidfd_getfd", "pidfd_send_signal", "kcmp",
  /* the network, and every other way out */
  "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
  /* namespaces and mounts */
  "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount",
  "fspick", "mount_setattr", "name_to_handle_at", "open_by_handle_at",
  /* parts of the kernel that no conversion needs */
  "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "keyctl", "add_key",
  "request_key", "memfd_create", "memfd_secret", "modify_ldt", "personality", "quotactl", "acct", "swapon", "swapoff", "reboot",
  "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "init_module", "finit_module", "delete_module", "kexec_load",
  "kexec_file_load", "iopl", "ioperm", "syslog", "lookup_dcookie", "sethostname", "setdomainname", "vmsplice", "shmget",
  "msgget", "semget", "mq_open", "fanotify_init", "seccomp",
};

/* Compiled once; every child loads the same program. */
static void compile_filter(void) {
  scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
  if (!context) fail("seccomp_init");
  for (size_t i = 0; i < sizeof denied_calls / sizeof *denied_calls; i++) {
    int call = seccomp_syscall_resolve_name(denied_calls[i]);
    if (call != __NR_SCMP_ERROR) seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), call, 0);
  }
  /* Threads are allowed, processes are not. clone3 hides its flags: libc falls back to clone. */
  seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0 || seccomp_export_bpf(context, file) != 0) fail("seccomp_export_bpf");
  seccomp_release(context);
  off_t bytes = lseek(file, 0, SEEK_END);
  filter.len = bytes / sizeof(struct sock_filter);
  filter.filter = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);
  if (filter.filter == MAP_FAILED) fail("mmap");
  close(file);
}

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0) fail(path);
  close(file);
}

static void limit(int what, rlim_t value) {
  if (setrlimit(what, &(struct rlimit){value, value}) < 0) fail("setrlimit");
}

static void cover(const char *path, const char *options, unsigned long flags) {
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | flags, options) < 0) fail(path);
}

/* A new /tmp, with the (empty) folders in which LibreOffice has begun to keep its temporary files. */
static void cover_tmp(void) {
  char names[16][256];
  int count = 0;
  DIR *folder = opendir("/tmp");
  for (struct dirent *entry; folder && count < 16 && (entry = readdir(folder));)
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') snprintf(names[count++], sizeof names[0], "/tmp/%.200s", entry->d_name);
  if (folder) closedir(folder);
  cover("/tmp", settings.tmp_mount, 0);
  for (int i = 0; i < count; i++) mkdir(names[i], 0700);
}

/* Only the child's own folder (as ROOT/job) and the samples stay to be seen; /tmp is new, /proc is empty. */
static void change_mounts(const char *id) {
  char path[PATH_BYTES], job[64], warm[64];
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) fail("mount /");
  snprintf(path, sizeof path, "%s/jobs/%s", settings.root, id);
  int job_folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  snprintf(path, sizeof path, "%s/warm", settings.root);
  int warm_folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (job_folder < 0 || warm_folder < 0) fail("folders of the child");
  snprintf(job, sizeof job, "/proc/self/fd/%d", job_folder);
  snprintf(warm, sizeof warm, "/proc/self/fd/%d", warm_folder);

  cover(settings.root, "size=64k,mode=0755", 0);
  snprintf(path, sizeof path, "%s/warm", settings.root);
  if (mkdir(path, 0755) < 0 || mount(warm, path, NULL, MS_BIND, NULL) < 0) fail("mount of the samples");
  if (mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0) fail("remount of the samples");
  snprintf(path, sizeof path, "%s/job", settings.root);
  if (mkdir(path, 0755) < 0 || mount(job, path, NULL, MS_BIND, NULL) < 0) fail("mount of the job");
  if (mount(NULL, settings.root, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0) fail("remount of the root");

  if (mount(NULL, settings.profile, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0) fail("remount of the profile");
  /* Fonts that a document brings along are unpacked here. */
  snprintf(path, sizeof path, "%s/user/temp", settings.profile);
  cover(path, settings.tmp_mount, 0);
  cover_tmp();
  cover("/dev/shm", "size=64k", MS_RDONLY);
  cover("/proc", "size=64k", MS_RDONLY);
  close(job_folder);
  close(warm_folder);
}

static void isolate(const char *id, uid_t uid, gid_t gid) {
  char map[64];
  write_file("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", uid, uid);
  write_file("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", gid, gid);
  write_file("/proc/self/gid_map", map);
  change_mounts(id);

  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {0};
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) fail("ambient capabilities");
  if (syscall(SYS_capset, &header, none) < 0) fail("capset");
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail("prctl");
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0) fail("seccomp");
}

/* ---- children ---- */

/*
 * fork() into new namespaces: its own processes, files, network, users. unshare() would leave the process ids to a second
 * fork, which copies the parent's page tables again. libc is told the new thread id, as its own fork does.
 */
static pid_t fork_apart(void) {
  int *thread_id = NULL;
  if (prctl(PR_GET_TID_ADDRESS, &thread_id, 0, 0, 0) < 0) fail("PR_GET_TID_ADDRESS");
  unsigned long flags = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                        CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
#if defined(__aarch64__)
  return syscall(SYS_clone, flags, NULL, NULL, NULL, thread_id);
#else
  return syscall(SYS_clone, flags, NULL, NULL, thread_id, NULL);
#endif
}

static int split(char *line, char **fields, int most) {
  int count = 0;
  for (char *at = line; count < most; at++) {
    fields[count++] = at;
    at = strchr(at, '\t');
    if (!at) break;
    *at = 0;
  }
  for (int i = count; i < most; i++) fields[i] = "";
  return count;
}

/* The folder of a child as it sees it itself. */
static void path_in_job(char *path, const char *id, const char *name) {
  if (settings.isolated) snprintf(path, PATH_BYTES, "%s/job/%s", settings.root, name);
  else snprintf(path, PATH_BYTES, "%s/jobs/%s/%s", settings.root, id, name);
}

static void serve_document(const char *id, int commands) {
  char line[LINE_BYTES], in[PATH_BYTES], out[PATH_BYTES], *fields[FIELDS];
  FILE *stream = fdopen(commands, "r");
  while (stream && fgets(line, sizeof line, stream)) {
    line[strcspn(line, "\n")] = 0;
    split(line, fields, FIELDS);
    path_in_job(in, id, fields[2]);
    path_in_job(out, id, fields[3]);
    convert(&(struct conversion){in, out, fields[4], fields[5], fields[6], strcmp(fields[7], "1") == 0}, true);
  }
}

/* Everything but standard streams and our two pipes; what LibreOffice holds open is mapped and needs no descriptor. */
static void close_all_but(int *commands, int *answers) {
  int nothing = open("/dev/null", O_RDWR);
  for (int standard = 0; standard < 3; standard++) dup2(nothing, standard);
  *commands = fcntl(*commands, F_DUPFD, 100);
  *answers = fcntl(*answers, F_DUPFD, 100);
  int low = *commands < *answers ? *commands : *answers, high = *commands < *answers ? *answers : *commands;
  close_range(3, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

static _Noreturn void live_as_child(const char *id, bool ahead, int commands, int answers, uid_t uid, gid_t gid) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) fail("PR_SET_PDEATHSIG");
  is_child = true;
  report = answers;
  if (settings.isolated) isolate(id, uid, gid);
  close_all_but(&commands, &answers);
  report = answers;
  /* A crash ends the process at once; LibreOffice's own handlers would try to save documents. */
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGXCPU, SIGXFSZ};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, settings.cpu_seconds);
  limit(RLIMIT_AS, settings.address_bytes);
  kit->pClass->setForkedChild(kit, true);
  if (ahead) warm_child();
  say("waiting");
  serve_document(id, commands);
  _exit(0);
}

static void start_child(const char *id, bool ahead) {
  int commands[2], answers[2];
  if (child_count == MOST_CHILDREN || pipe2(commands, O_CLOEXEC) < 0 || pipe2(answers, O_CLOEXEC) < 0) {
    say("%s\tended\texit\t1", id);
    return;
  }
  uid_t uid = getuid();
  gid_t gid = getgid();
  pid_t pid = settings.isolated ? fork_apart() : fork();
  if (pid == 0) live_as_child(id, ahead, commands[0], answers[1], uid, gid);
  close(commands[0]);
  close(answers[1]);
  if (pid < 0) {
    fprintf(stderr, "fork-server: no child: %s\n", strerror(errno));
    close(commands[1]);
    close(answers[0]);
    say("%s\tended\texit\t1", id);
    return;
  }
  struct child *child = calloc(1, sizeof *child);
  snprintf(child->id, sizeof child->id, "%s", id);
  child->pid = pid;
  child->commands = commands[1];
  child->answers = answers[0];
  children[child_count++] = child;
}

static struct child *child_of(const char *id) {
  for (int i = 0; i < child_count; i++)
    if (strcmp(children[i]->id, id) == 0) return children[i];
  return NULL;
}

static void obey(char *line) {
  char whole[LINE_BYTES + 1], *fields[FIELDS];
  int length = snprintf(whole, sizeof whole, "%s\n", line);
  split(line, fields, FIELDS);
  struct child *child = child_of(fields[1]);
  if (strcmp(fields[0], "fork") == 0) start_child(fields[1], strcmp(fields[2], "1") == 0);
  else if (child && strcmp(fields[0], "kill") == 0) kill(child->pid, SIGKILL);
  else if (child && strcmp(fields[0], "convert") == 0 && write(child->commands, whole, length) < 0) kill(child->pid, SIGKILL);
}

static void bury(int index) {
  struct child *child = children[index];
  int status = 0;
  kill(child->pid, SIGKILL); /* it may have closed its pipe and gone on */
  waitpid(child->pid, &status, 0);
  if (WIFSIGNALED(status)) say("%s\tended\tsignal\t%d", child->id, WTERMSIG(status));
  else say("%s\tended\texit\t%d", child->id, WEXITSTATUS(status));
  close(child->commands);
  close(child->answers);
  free(child);
  children[index] = children[--child_count];
}

/* Passes a child's complete lines on, each with its id in front: a child cannot speak for another. */
static bool listen_to(struct child *child) {
  ssize_t n = read(child->answers, child->line + child->length, sizeof child->line - 1 - child->length);
  if (n <= 0) return n < 0 && errno == EINTR;
  child->length += n;
  child->line[child->length] = 0;
  char *line = child->line, *end;
  while ((end = memchr(line, '\n', child->length - (line - child->line)))) {
    *end = 0;
    say("%s\t%s", child->id, line);
    line = end + 1;
  }
  child->length -= line - child->line;
  memmove(child->line, line, child->length);
  return child->length < sizeof child->line - 1;
}

static _Noreturn void serve(void) {
  static char input[LINE_BYTES * 4];
  size_t length = 0;
  for (;;) {
    struct pollfd waits[MOST_CHILDREN + 1] = {{0, POLLIN, 0}};
    int count = child_count;
    for (int i = 0; i < count; i++) waits[i + 1] = (struct pollfd){children[i]->answers, POLLIN, 0};
    if (poll(waits, count + 1, -1) < 0) {
      if (errno == EINTR) continue;
      fail("poll");
    }
    for (int i = count - 1; i >= 0; i--)
      if (waits[i + 1].revents && !listen_to(children[i])) bury(i);
    if (!waits[0].revents) continue;
    ssize_t n = read(0, input + length, sizeof input - length);
    if (n <= 0) _exit(0); /* the supervisor is gone: so are all children */
    length += n;
    char *line = input, *end;
    while ((end = memchr(line, '\n', length - (line - input)))) {
      *end = 0;
      obey(line);
      line = end + 1;
    }
    length -= line - input;
    memmove(input, line, length);
    if (length == sizeof input) fail("a line that is too long");
  }
}

/*
 * Whether a fork finds every lock free: no other thread is left but LibreOffice's timer, which joinThreads() does not end;
 * it sleeps, since nothing is timed between documents.
 */
static bool can_fork(void) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) fail("/proc/self/task");
  bool can = true;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.' || atoi(entry->d_name) == getpid()) continue;
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, name, sizeof name - 1) > 0 && strncmp(name, "salhelper::Time", 15) != 0) {
      fprintf(stderr, "fork-server: LibreOffice still has the thread %s", name);
      can = false;
    }
    close(file);
  }
  closedir(folder);
  return can;
}

/* LibreOffice calls this instead of waiting for events; also from within a load, when there is nothing to do for us. */
static int on_poll(void *data, int timeout) {
  (void)data;
  (void)timeout;
  static int calls;
  if (calls++ != 1) return 0; /* the first call comes before it is ready */
  warm_parent();
  kit->pClass->joinThreads(kit);
  if (!can_fork()) _exit(1);
  say("ready");
  serve();
}

static void on_wake(void *data) { (void)data; }

int main(int count, char **words) {
  if (count != 10) {
    fprintf(stderr, "usage: fork-server PROGRAM PROFILE WARM ROOT ISOLATED CPU_SECONDS ADDRESS_BYTES TMP_MOUNT PDF_OPTIONS\n");
    return 2;
  }
  settings = (struct settings){
    .program = words[1], .profile = words[2], .warm = words[3], .root = words[4], .isolated = strcmp(words[5], "1") == 0,
    .cpu_seconds = strtoull(words[6], NULL, 10), .address_bytes = strtoull(words[7], NULL, 10),
    .tmp_mount = words[8], .pdf_options = words[9],
  };
  signal(SIGPIPE, SIG_IGN);
  /* Our answers go where LibreOffice's own prints cannot get between them. */
  report = fcntl(1, F_DUPFD_CLOEXEC, 3);
  dup2(2, 1);
  compile_filter();
  char jobs[PATH_BYTES], profile[PATH_BYTES];
  snprintf(jobs, sizeof jobs, "%s/jobs", settings.root);
  mkdir(jobs, 0711);
  snprintf(profile, sizeof profile, "%s/user/temp", settings.profile);
  mkdir(profile, 0700);
  setenv("SAL_LOK_OPTIONS", "unipoll", 1);
  setenv("SAL_USE_VCLPLUGIN", "svp", 1);
  snprintf(profile, sizeof profile, "file://%s", settings.profile);
  kit = lok_init_2(settings.program, profile);
  if (!kit) {
    fprintf(stderr, "fork-server: LibreOfficeKit does not start\n");
    return 1;
  }
  kit->pClass->runLoop(kit, on_poll, on_wake, &settings);
  return 1;
}
