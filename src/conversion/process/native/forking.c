/* See forking.h. */
#define _GNU_SOURCE
#include "forking.h"

#include "calls.h"
#include "landlock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_CHILDREN = 256, LINE_BYTES = FORKING_LINE_BYTES, PATH_BYTES = FORKING_PATH_BYTES, FIELDS = 3 };

/* The output that a child may send for one command before it is ended; a line costs its reader more than its bytes. */
enum { MAX_SAID = 1 << 20, LINE_COST = 64 };

enum { LOOK_MS = 150 };

struct child {
  char id[40];
  pid_t pid;
  int commands, answers;
  bool has_document, is_greedy;
  size_t length, said;
  char line[LINE_BYTES];
};

static const struct forking *settings;
static struct child *children[MAX_CHILDREN];
static int child_count;
static struct sock_fprog filter;
static int report = -1; /* where this process answers: the supervisor, or in a child its parent */
static bool alone;
bool forking_is_child;

void forking_fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  _exit(1);
}

void forking_say(const char *format, ...) {
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

/* ---- isolation ---- */

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0) forking_fail(path);
  close(file);
}

static void limit(int what, rlim_t value) {
  if (setrlimit(what, &(struct rlimit){value, value}) < 0) forking_fail("setrlimit");
}

void forking_cover(const char *path, const char *options, unsigned long flags) {
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | flags, options) < 0) forking_fail(path);
}

/* A new /tmp, with the (empty) folders in which LibreOffice has begun to keep its temporary files. */
static void cover_tmp(void) {
  char names[16][256];
  int count = 0;
  DIR *folder = opendir("/tmp");
  for (struct dirent *entry; folder && count < 16 && (entry = readdir(folder));)
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') snprintf(names[count++], sizeof names[0], "/tmp/%.200s", entry->d_name);
  if (folder) closedir(folder);
  forking_cover("/tmp", settings->tmp_mount, 0);
  for (int i = 0; i < count; i++) mkdir(names[i], 0700);
}

/* Only the child's own folder (as ROOT/job) and the shared one stay to be seen; /tmp is new, /proc is empty. */
static void change_mounts(const char *id) {
  char path[PATH_BYTES], job[64], shared[64];
  int shared_folder = -1;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) forking_fail("mount /");
  snprintf(path, sizeof path, "%s/jobs/%s", settings->root, id);
  int job_folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (job_folder < 0) forking_fail("folder of the child");
  snprintf(job, sizeof job, "/proc/self/fd/%d", job_folder);
  if (settings->shared) {
    snprintf(path, sizeof path, "%s/%s", settings->root, settings->shared);
    shared_folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (shared_folder < 0) forking_fail("shared folder");
    snprintf(shared, sizeof shared, "/proc/self/fd/%d", shared_folder);
  }

  forking_cover(settings->root, "size=64k,mode=0755", 0);
  if (settings->shared) {
    if (mkdir(path, 0755) < 0 || mount(shared, path, NULL, MS_BIND, NULL) < 0) forking_fail("mount of the shared folder");
    if (mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0) forking_fail("remount of the shared folder");
    close(shared_folder);
  }
  snprintf(path, sizeof path, "%s/job", settings->root);
  if (mkdir(path, 0755) < 0 || mount(job, path, NULL, MS_BIND, NULL) < 0) forking_fail("mount of the job");
  if (mount(NULL, settings->root, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0) forking_fail("remount of the root");
  if (settings->mount_more) settings->mount_more();
  cover_tmp();
  forking_cover("/dev/shm", "size=64k", MS_RDONLY);
  forking_cover("/proc", "size=64k", MS_RDONLY);
  close(job_folder);
}

/* Nothing can be mounted afterwards. */
static void confine(void) {
  char job[PATH_BYTES];
  snprintf(job, sizeof job, "%s/job", settings->root);
  landlock_confine(&(struct confinement){
    .writes = (const char *const[]){job, "/tmp", settings->also_writes, NULL}, .pipes = settings->makes_pipes,
  });
}

static void isolate(const char *id, uid_t uid, gid_t gid) {
  char map[64];
  write_file("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", uid, uid);
  write_file("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", gid, gid);
  write_file("/proc/self/gid_map", map);
  change_mounts(id);
  confine();

  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {0};
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) forking_fail("ambient capabilities");
  if (syscall(SYS_capset, &header, none) < 0) forking_fail("capset");
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) forking_fail("prctl");
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0) forking_fail("seccomp");
}

/* ---- children ---- */

/*
 * fork() into new namespaces: its own processes, files, network, users. unshare() would leave the process ids to a second
 * fork, which copies the parent's page tables again. libc gets the new thread id, as in its own fork.
 */
static pid_t fork_apart(void) {
  int *thread_id = NULL;
  if (prctl(PR_GET_TID_ADDRESS, &thread_id, 0, 0, 0) < 0) forking_fail("PR_GET_TID_ADDRESS");
  unsigned long flags = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | settings->namespaces | CLONE_CHILD_SETTID |
                        CLONE_CHILD_CLEARTID | SIGCHLD;
#if defined(__aarch64__)
  return syscall(SYS_clone, flags, NULL, NULL, NULL, thread_id);
#else
  return syscall(SYS_clone, flags, NULL, NULL, thread_id, NULL);
#endif
}

int forking_split(char *line, char **fields, int max) {
  int count = 0;
  for (char *at = line; count < max; at++) {
    fields[count++] = at;
    at = strchr(at, '\t');
    if (!at) break;
    *at = 0;
  }
  for (int i = count; i < max; i++) fields[i] = "";
  return count;
}

void forking_path(char *path, const char *id, const char *name) {
  if (alone) snprintf(path, PATH_BYTES, "%s/%s", settings->root, name);
  else if (settings->isolated) snprintf(path, PATH_BYTES, "%s/job/%s", settings->root, name);
  else snprintf(path, PATH_BYTES, "%s/jobs/%s/%s", settings->root, id, name);
}

/* Files that the parent reads parts of when they are needed (icons, types): each is on a mount that is never writable. */
static int libraries[16];
static int library_count;

static int ascending(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

static void find_libraries(void) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) forking_fail("/proc/self/fd");
  library_count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    int file = atoi(entry->d_name);
    struct stat status;
    struct statvfs mount;
    if (entry->d_name[0] == '.' || file <= 2 || file == dirfd(folder)) continue;
    if (fstat(file, &status) < 0 || !S_ISREG(status.st_mode) || fstatvfs(file, &mount) < 0) continue;
    if ((fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY || !(mount.f_flag & ST_RDONLY)) continue;
    if (library_count < (int)(sizeof libraries / sizeof *libraries)) libraries[library_count++] = file;
  }
  closedir(folder);
}

/* Everything but standard streams, our two pipes and the libraries. */
static void close_all_but(int *commands, int *answers) {
  int kept[sizeof libraries / sizeof *libraries + 2], count = 0;
  int nothing = open("/dev/null", O_RDWR);
  for (int standard = 0; standard < 3; standard++) dup2(nothing, standard);
  kept[count++] = *commands = fcntl(*commands, F_DUPFD, 100);
  kept[count++] = *answers = fcntl(*answers, F_DUPFD, 100);
  for (int i = 0; i < library_count; i++) kept[count++] = libraries[i];
  qsort(kept, count, sizeof *kept, ascending);
  unsigned from = 3;
  for (int i = 0; i < count; i++) {
    if ((unsigned)kept[i] > from) close_range(from, kept[i] - 1, 0);
    from = kept[i] + 1;
  }
  close_range(from, ~0U, 0);
}

static void limit_child(void) {
  /* A crash ends the process at once; a library's handlers would try to save its data. */
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGXCPU, SIGXFSZ};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, settings->cpu_seconds);
  limit(RLIMIT_AS, settings->address_bytes);
}

static _Noreturn void run_child(const char *id, bool prewarmed, int commands, int answers, uid_t uid, gid_t gid) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) forking_fail("PR_SET_PDEATHSIG");
  forking_is_child = true;
  report = answers;
  if (settings->isolated) isolate(id, uid, gid);
  close_all_but(&commands, &answers);
  report = answers;
  limit_child();
  if (settings->begin) settings->begin(prewarmed);
  forking_say("waiting");
  FILE *stream = fdopen(commands, "r");
  if (stream) settings->serve(id, stream);
  _exit(0);
}

void forking_serve_alone(const struct forking *wanted) {
  settings = wanted;
  forking_is_child = alone = true;
  limit_child();
  if (settings->begin) settings->begin(false);
  forking_say("waiting");
  settings->serve("", stdin);
  _exit(0);
}

static void start_child(const char *id, bool prewarmed) {
  int commands[2], answers[2];
  if (child_count == MAX_CHILDREN || pipe2(commands, O_CLOEXEC) < 0 || pipe2(answers, O_CLOEXEC) < 0) {
    forking_say("%s\tended\texit\t1", id);
    return;
  }
  uid_t uid = getuid();
  gid_t gid = getgid();
  pid_t pid = settings->isolated ? fork_apart() : fork();
  if (pid == 0) run_child(id, prewarmed, commands[0], answers[1], uid, gid);
  close(commands[0]);
  close(answers[1]);
  if (pid < 0) {
    fprintf(stderr, "no child: %s\n", strerror(errno));
    close(commands[1]);
    close(answers[0]);
    forking_say("%s\tended\texit\t1", id);
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

static void run_command(char *line) {
  char whole[LINE_BYTES], *fields[FIELDS];
  int length = snprintf(whole, sizeof whole, "%s\n", line);
  forking_split(line, fields, FIELDS);
  struct child *child = child_of(fields[1]);
  if (strcmp(fields[0], "fork") == 0) start_child(fields[1], strcmp(fields[2], "1") == 0);
  else if (child && strcmp(fields[0], "kill") == 0) kill(child->pid, SIGKILL);
  else if (child && strcmp(fields[0], "slow") == 0) setpriority(PRIO_PROCESS, child->pid, 19);
  else if (child) {
    child->said = 0;
    child->has_document = true;
    /* Cut, it would be another command. */
    if (length >= (int)sizeof whole || write(child->commands, whole, length) < 0) kill(child->pid, SIGKILL);
  }
}

static void reap(int index) {
  struct child *child = children[index];
  int status = 0;
  kill(child->pid, SIGKILL); /* it may have closed its pipe and gone on */
  waitpid(child->pid, &status, 0);
  if (child->is_greedy) forking_say("%s\tended\tmemory\t%llu", child->id, settings->memory_bytes);
  else if (WIFSIGNALED(status)) forking_say("%s\tended\tsignal\t%d", child->id, WTERMSIG(status));
  else forking_say("%s\tended\texit\t%d", child->id, WEXITSTATUS(status));
  close(child->commands);
  close(child->answers);
  free(child);
  children[index] = children[--child_count];
}

static unsigned long long resident_bytes(pid_t pid) {
  char path[64];
  unsigned long long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  if (fscanf(file, "%*s %llu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

/* Ends children that use too much memory. A child is one process: its files are in its /tmp, which has a size limit. Returns how
 * long poll() may wait until the next check: for ever while no child has a document. */
static int end_greedy(void) {
  static struct timespec last;
  struct timespec now;
  bool is_watched = false;
  clock_gettime(CLOCK_MONOTONIC, &now);
  bool is_due = (now.tv_sec - last.tv_sec) * 1000 + (now.tv_nsec - last.tv_nsec) / 1000000 >= LOOK_MS;
  if (is_due) last = now;
  for (int i = 0; i < child_count; i++) {
    struct child *child = children[i];
    if (!child->has_document) continue;
    is_watched = true;
    if (!is_due || resident_bytes(child->pid) <= settings->memory_bytes) continue;
    child->is_greedy = true;
    kill(child->pid, SIGKILL);
  }
  return is_watched ? LOOK_MS : -1;
}

/* Passes a child's complete lines on, each with its id in front: a child cannot speak for another. False when it is to be ended. */
static bool listen_to(struct child *child) {
  ssize_t n = read(child->answers, child->line + child->length, sizeof child->line - 1 - child->length);
  if (n <= 0) return n < 0 && errno == EINTR;
  child->length += n;
  child->line[child->length] = 0;
  char *line = child->line, *end;
  while ((end = memchr(line, '\n', child->length - (line - child->line)))) {
    *end = 0;
    child->said += end - line + LINE_COST;
    if (child->said > MAX_SAID) return false;
    forking_say("%s\t%s", child->id, line);
    line = end + 1;
  }
  child->length -= line - child->line;
  memmove(child->line, line, child->length);
  return child->length < sizeof child->line - 1;
}

void forking_serve(const struct forking *wanted) {
  char jobs[PATH_BYTES];
  settings = wanted;
  signal(SIGPIPE, SIG_IGN);
  filter = compile_calls("child");
  snprintf(jobs, sizeof jobs, "%s/jobs", settings->root);
  mkdir(jobs, 0700);
  find_libraries();
  forking_say("ready");
  static char input[LINE_BYTES * 4];
  size_t length = 0;
  for (;;) {
    struct pollfd waits[MAX_CHILDREN + 1] = {{0, POLLIN, 0}};
    int count = child_count;
    for (int i = 0; i < count; i++) waits[i + 1] = (struct pollfd){children[i]->answers, POLLIN, 0};
    if (poll(waits, count + 1, end_greedy()) < 0) {
      if (errno == EINTR) continue;
      forking_fail("poll");
    }
    for (int i = count - 1; i >= 0; i--)
      if (waits[i + 1].revents && !listen_to(children[i])) reap(i);
    if (!waits[0].revents) continue;
    ssize_t n = read(0, input + length, sizeof input - length);
    if (n <= 0) _exit(0); /* the supervisor is gone: so are all children */
    length += n;
    char *line = input, *end;
    while ((end = memchr(line, '\n', length - (line - input)))) {
      *end = 0;
      run_command(line);
      line = end + 1;
    }
    length -= line - input;
    memmove(input, line, length);
    if (length == sizeof input) forking_fail("a line that is too long");
  }
}

void forking_take_output(void) {
  report = fcntl(1, F_DUPFD_CLOEXEC, 3);
  dup2(2, 1);
}
