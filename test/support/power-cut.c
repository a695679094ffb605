/* Loaded into a service before its own libraries: writes down, in order, what is written to its database and which files and
 * folders it has synced, with what was in them; power-cuts.ts reads it. The order is that of one file, to which all append. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITTEN = 1, TRUNCATED, SYNC_BEGUN, SYNC_ENDED };

struct entry {
  uint64_t kind, inode, offset, sync, is_main_thread, path_bytes, data_bytes;
};

static const char *folder;
static int record = -1;
static atomic_uint_fast64_t syncs;

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

__attribute__((constructor)) static void begin(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  folder = getenv("POWER_CUT_FOLDER");
  const char *path = getenv("POWER_CUT_RECORD");
  if (folder && path) record = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* The path below the folder; NULL for all that is elsewhere, and for memory that SQLite shares through a file. */
static const char *path_of(int file, char *path) {
  char link[64] = "/proc/self/fd/";
  char *digit = link + 14;
  if (record < 0 || file < 0) return NULL;
  for (int unit = 1000000; unit > 0; unit /= 10)
    if (file >= unit || unit == 1) *digit++ = '0' + file / unit % 10;
  *digit = 0;
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return NULL;
  path[length] = 0;
  size_t start = strlen(folder);
  if (strncmp(path, folder, start) != 0 || (path[start] != '/' && path[start] != 0)) return NULL;
  return strstr(path, "-shm") ? NULL : path + start;
}

static int is_database(const char *path) { return strncmp(path, "/platen.db", 10) == 0; }

static void append(struct entry entry, const char *path, const void *data, size_t bytes) {
  entry.is_main_thread = gettid() == getpid();
  entry.path_bytes = strlen(path);
  entry.data_bytes = bytes;
  struct iovec parts[] = {{&entry, sizeof entry}, {(char *)path, entry.path_bytes}, {(void *)data, bytes}};
  if (writev(record, parts, 3) < 0) abort();
}

ssize_t pwrite64(int file, const void *data, size_t bytes, off64_t offset) {
  char buffer[4096];
  ssize_t written = real_pwrite(file, data, bytes, offset);
  const char *path = written > 0 ? path_of(file, buffer) : NULL;
  if (path) append((struct entry){.kind = WRITTEN, .offset = offset}, path, data, written);
  return written;
}

int ftruncate64(int file, off64_t size) {
  char buffer[4096];
  int result = real_ftruncate(file, size);
  const char *path = result == 0 ? path_of(file, buffer) : NULL;
  if (path) append((struct entry){.kind = TRUNCATED, .offset = size}, path, NULL, 0);
  return result;
}

/* The bytes of a file, or a line for each name of a folder: its inode, a space, the name. */
static char *contents(int file, const struct stat *found, size_t *bytes) {
  char path[64], *data = NULL;
  *bytes = 0;
  if (S_ISREG(found->st_mode)) {
    data = malloc(found->st_size + 1);
    ssize_t got = pread(file, data, found->st_size, 0);
    *bytes = got < 0 ? 0 : got;
    return data;
  }
  int again = openat(file, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *names = again < 0 ? NULL : fdopendir(again);
  for (struct dirent *entry; names && (entry = readdir(names));) {
    data = realloc(data, *bytes + sizeof path + sizeof entry->d_name);
    uint64_t inode = entry->d_ino;
    char *digit = path + sizeof path;
    do *--digit = '0' + inode % 10; while (inode /= 10);
    size_t digits = path + sizeof path - digit;
    memcpy(data + *bytes, digit, digits);
    *bytes += digits;
    data[(*bytes)++] = ' ';
    memcpy(data + *bytes, entry->d_name, strlen(entry->d_name));
    *bytes += strlen(entry->d_name);
    data[(*bytes)++] = '\n';
  }
  if (names) closedir(names);
  return data;
}

/* What is there when a sync begins is on the disk when it has ended; what comes in between may be, or not. */
static int synced(int file, int (*sync)(int)) {
  char buffer[4096];
  struct stat found;
  const char *path = path_of(file, buffer);
  if (!path || fstat(file, &found) < 0) return sync(file);
  struct entry entry = {.kind = SYNC_BEGUN,
                        .inode = found.st_ino,
                        .offset = S_ISDIR(found.st_mode),
                        .sync = ++syncs};
  size_t bytes = 0;
  char *data = is_database(path) ? NULL : contents(file, &found, &bytes);
  append(entry, path, data, bytes);
  free(data);
  int result = sync(file);
  entry.kind = SYNC_ENDED;
  if (result == 0) append(entry, path, NULL, 0);
  return result;
}

int fsync(int file) { return synced(file, real_fsync); }
int fdatasync(int file) { return synced(file, real_fdatasync); }
