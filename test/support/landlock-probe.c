/* Tries what Landlock denies, and tells for each what came of it: `pipe ok`, or the name of the error. FOLDER may be written
 * (default /tmp); FILE is one of ours that may not. It is started anew from FOLDER in between, when it may be.
 *
 *   landlock-probe [FOLDER [FILE]] */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void told(const char *name, long result) {
  printf("%s %s\n", name, result >= 0 ? "ok" : strerrorname_np(errno));
  fflush(stdout);
}

static const char *in(const char *folder, const char *name) {
  static char paths[2][4096];
  static int next;
  char *path = paths[next++ % 2];
  snprintf(path, sizeof paths[0], "%s/probe-%s", folder, name);
  return path;
}

static int copy_self(const char *to) {
  int from = open("/proc/self/exe", O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
  ssize_t n = 0;
  while (from >= 0 && out >= 0 && (n = sendfile(out, from, NULL, 1 << 20)) > 0) {}
  close(from);
  close(out);
  return from < 0 || out < 0 ? -1 : n;
}

int main(int count, char **arguments) {
  char *folder = count > 1 ? arguments[1] : "/tmp", *file = count > 2 ? arguments[2] : "";
  char settings[256];
  if (strcmp(arguments[0], "again") != 0) {
    const char *copy = in(folder, "program");
    told("file", copy_self(copy));
    execv(copy, (char *[]){"again", folder, file, NULL});
    told("own program", -1);
  } else told("own program", 0);

  told("pipe", mkfifo(in(folder, "pipe"), 0600));
  told("socket", mknod(in(folder, "socket"), S_IFSOCK | 0600, 0));
  told("link", symlink("/nowhere", in(folder, "link")));
  told("device", open("/dev/full", O_WRONLY));
  told("signal", kill(getppid(), 0));
  /* As Chromium opens it for its renderers. */
  told("first to go", open("/proc/self/oom_score_adj", O_WRONLY | O_CREAT | O_TRUNC, 0644));
  told("terminal", ioctl(open("/dev/null", O_RDONLY), TIOCGWINSZ, settings));
  mkdir(in(folder, "one"), 0700);
  mkdir(in(folder, "other"), 0700);
  close(open(in(folder, "one/file"), O_CREAT | O_WRONLY, 0600));
  told("move", rename(in(folder, "one/file"), in(folder, "other/file")));
  if (*file) {
    told("write elsewhere", open(file, O_WRONLY));
    told("truncate elsewhere", truncate(file, 0));
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    told("TCP", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to));
  }
  execl("/usr/bin/echo", "echo", "another program ok", NULL);
  told("another program", -1);
  return 0;
}
