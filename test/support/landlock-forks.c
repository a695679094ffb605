/* A program that forks as those of the engines do (native/forking.h); for a document its children tell what they may do with it.
 *
 *   landlock-forks ROOT */
#define _GNU_SOURCE
#include "../../src/conversion/process/native/forking.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void told(const char *name, long result) { forking_say("%s\t%s", name, result >= 0 ? "ok" : strerrorname_np(errno)); }

static void serve(const char *id, FILE *commands) {
  char line[FORKING_LINE_BYTES], file[FORKING_PATH_BYTES], pipe[FORKING_PATH_BYTES];
  forking_path(file, id, "file");
  forking_path(pipe, id, "pipe");
  if (!fgets(line, sizeof line, commands)) return;
  told("file", open(file, O_WRONLY | O_CREAT, 0600));
  told("temporary file", open("/tmp/file", O_WRONLY | O_CREAT, 0600));
  told("pipe", mkfifo(pipe, 0600));
  told("socket", mknod("/tmp/socket", S_IFSOCK | 0600, 0));
  told("link", symlink("/nowhere", "/tmp/link"));
  told("device", open("/dev/full", O_WRONLY));
  told("end", 0);
  pause();
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  struct forking settings = {
    .root = arguments[1], .isolated = true, .namespaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS,
    .cpu_seconds = 10, .address_bytes = 1 << 30, .memory_bytes = 1 << 30, .tmp_mount = "size=1m", .serve = serve,
  };
  forking_take_output();
  forking_serve(&settings);
}
