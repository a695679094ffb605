/*
 * Starts LibreOfficeKit once, warms it, and forks a child for every document (forking.h); or, alone in a sandbox, converts one
 * document itself. Besides its lines:
 *
 *   to us     warm ID                 prepares itself, and says `waiting` again
 *             convert ID IN OUT LOAD FORMAT SAVE REFRESH   file names in the child's folder, options of load and save;
 *                                     with REFRESH 1 tables of contents are made anew, and OUT.before.fodt and OUT.after.fodt
 *                                     hold the document before and after that
 *   from us   ID fonts JSON               fonts of the document that are missing
 *             ID done ok|load|save TEXT   the outcome of the last convert
 */
#define _GNU_SOURCE
#define LOK_USE_UNSTABLE_API
#include <stdbool.h>
#include <stddef.h>
#include <LibreOfficeKit/LibreOfficeKit.h>
#include <LibreOfficeKit/LibreOfficeKitInit.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../process/native/forking.h"
#include "../../process/native/huge-text.h"
#include "fork-heap.h"

enum { LINE_BYTES = FORKING_LINE_BYTES, PATH_BYTES = FORKING_PATH_BYTES, FIELDS = 8 };
/* LOK_CALLBACK_FONTS_MISSING; the header that names it is C++. */
enum { FONTS_MISSING = 57 };
/* Of threads that end by themselves. */
enum { THREADS_END_MS = 5000 };

struct office {
  const char *program, *profile, *warm;
  bool alone;
  const char *pdf_options;
  const char *language; /* of texts that LibreOffice adds, such as dates; or empty */
  struct forking forking;
};

static struct office office;
/* Below the profile: fonts that a document brings along are unpacked there. */
static char temporary[PATH_BYTES];
static LibreOfficeKit *kit;

/* ---- documents ---- */

static void on_document_event(int type, const char *payload, void *unused) {
  (void)unused;
  if (type == FONTS_MISSING && payload) forking_say("fonts\t%s", payload);
}

struct conversion {
  const char *in, *out, *load, *format, *save;
  bool refresh;
};

/* Copies what fits into memory on the way from the child's /tmp; false if anything is missing. */
static bool copy_file(const char *from, const char *to) {
  int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  struct stat status;
  bool copied = in >= 0 && out >= 0 && fstat(in, &status) == 0;
  for (off_t left = copied ? status.st_size : 0; copied && left > 0;) {
    ssize_t sent = sendfile(out, in, NULL, left);
    if (sent <= 0) copied = false;
    left -= sent;
  }
  if (in >= 0) close(in);
  if (out >= 0) close(out);
  if (!copied && out >= 0) unlink(to);
  return copied;
}

/* Saves to memory first, as LibreOffice writes a file twice and waits for the disk. False where /tmp is not the child's own, or is full. */
static bool save_by_memory(LibreOfficeKitDocument *document, const char *out, const char *format, const char *options) {
  static const char made[] = "/tmp/made";
  if (!office.forking.isolated) return false;
  bool saved = document->pClass->saveAs(document, "file:///tmp/made", format, options) && copy_file(made, out);
  unlink(made);
  return saved;
}

static bool save(LibreOfficeKitDocument *document, const char *out, const char *format, const char *options) {
  char url[PATH_BYTES + 8];
  if (save_by_memory(document, out, format, options)) return true;
  snprintf(url, sizeof url, "file://%s", out);
  return document->pClass->saveAs(document, url, format, options);
}

static void save_copy(LibreOfficeKitDocument *document, const char *out, const char *suffix) {
  char copy[PATH_BYTES + 32];
  snprintf(copy, sizeof copy, "%s%s", out, suffix);
  document->pClass->saveAs(document, copy, "fodt", NULL);
}

/*
 * The load options of a document, with the language if none has had it. LibreOffice keeps it from then on, and so do children: told
 * again, it would make its list of all currencies of the world anew, which takes longer than a letter.
 */
static const char *with_language(char *options, size_t size, const char *load) {
  static bool is_set;
  snprintf(options, size, "%s%s%s", load, is_set || !*office.language ? "" : ",Language=", is_set ? "" : office.language);
  is_set = true;
  return options;
}

static const char unmodified[] = "{\"Modified\":{\"type\":\"boolean\",\"value\":\"false\"}}";

/* Loads and saves; reports the outcome when `reports`. */
static void convert(const struct conversion *c, bool reports) {
  char in[PATH_BYTES + 8], out[PATH_BYTES + 8], load[LINE_BYTES];
  snprintf(in, sizeof in, "file://%s", c->in);
  snprintf(out, sizeof out, "file://%s", c->out);
  LibreOfficeKitDocument *document = kit->pClass->documentLoadWithOptions(kit, in, with_language(load, sizeof load, c->load));
  bool saved = false;
  if (document) {
    if (reports) document->pClass->registerCallback(document, on_document_event, NULL);
    if (c->refresh) {
      save_copy(document, out, ".before.fodt");
      document->pClass->postUnoCommand(document, ".uno:UpdateAllIndexes", NULL, false);
      /* A document that is saved after a change is saved today, and documents print that date. */
      document->pClass->postUnoCommand(document, ".uno:Modified", unmodified, false);
    }
    saved = save(document, c->out, c->format, *c->save ? c->save : NULL);
    if (saved && c->refresh) save_copy(document, out, ".after.fodt");
  }
  if (reports) {
    char *error = saved ? NULL : kit->pClass->getError(kit);
    forking_say("done\t%s\t%s", saved ? "ok" : document ? "save" : "load", error ? error : "");
  }
  if (document && !forking_is_child) document->pClass->destroy(document); /* in a forked child it crashes */
}

static void convert_file(const char *folder, const char *in, const char *to_folder, const char *out, const char *format) {
  char from[PATH_BYTES], to[PATH_BYTES];
  snprintf(from, sizeof from, "%s/%s", folder, in);
  snprintf(to, sizeof to, "%s/%s", to_folder, out);
  const char *save = strcmp(format, "pdf") == 0 ? office.pdf_options : "";
  convert(&(struct conversion){from, to, "Batch=true", format, save, false}, false);
}

/* The work of a process before its first document, so that code, fonts and settings of every kind are in memory. */
static const struct { const char *source, *name, *format; } samples[] = {
  {"text.fodt", "text.docx", "docx"},    {"text.fodt", "text.odt", "odt"},      {"text.fodt", "text.doc", "doc"},
  {"text.fodt", "text.rtf", "rtf"},      {"sheet.fods", "sheet.xlsx", "xlsx"},  {"sheet.fods", "sheet.ods", "ods"},
  {"sheet.fods", "sheet.xls", "xls"},    {"slides.fodp", "slides.pptx", "pptx"}, {"slides.fodp", "slides.odp", "odp"},
  {"slides.fodp", "slides.ppt", "ppt"},  {"drawing.fodg", "drawing.odg", "odg"},
};
static const char *const ahead_samples[] = {"text.docx", "sheet.xlsx", "slides.pptx"};

static void warm_parent(void) {
  char made[PATH_BYTES];
  snprintf(made, sizeof made, "%s/warm", office.forking.root);
  mkdir(made, 0700);
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    convert_file(office.warm, samples[i].source, made, samples[i].name, samples[i].format);
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
      convert_file(made, samples[i].name, "/tmp", "warm.pdf", "pdf");
  unlink("/tmp/warm.pdf");
}

/* Enough for a presentation of ten slides, beyond what the samples have used. */
static const size_t memory_ahead = 8 << 20;

static void warm_child(void) {
  char made[PATH_BYTES];
  snprintf(made, sizeof made, "%s/warm", office.forking.root);
  for (size_t i = 0; i < sizeof ahead_samples / sizeof *ahead_samples; i++)
    convert_file(made, ahead_samples[i], "/tmp", "warm.pdf", "pdf");
  unlink("/tmp/warm.pdf");
  fork_heap_ahead(memory_ahead);
}

/* The profile is not to be written but for that folder. */
static void mount_profile(void) {
  if (mount(NULL, office.profile, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0) forking_fail("remount of the profile");
  forking_cover(temporary, office.forking.tmp_mount, 0);
}

static void prepare_child(bool prewarmed) {
  fork_heap_begin();
  if (!office.alone) kit->pClass->setForkedChild(kit, true);
  if (prewarmed) warm_child();
}

static void serve_document(const char *id, FILE *commands) {
  char line[LINE_BYTES], in[PATH_BYTES], out[PATH_BYTES], *fields[FIELDS];
  while (fgets(line, sizeof line, commands)) {
    line[strcspn(line, "\n")] = 0;
    forking_split(line, fields, FIELDS);
    if (strcmp(fields[0], "warm") == 0) {
      warm_child();
      forking_say("waiting");
      continue;
    }
    forking_path(in, id, fields[2]);
    forking_path(out, id, fields[3]);
    convert(&(struct conversion){in, out, fields[4], fields[5], fields[6], strcmp(fields[7], "1") == 0}, true);
  }
}

/*
 * Whether a fork finds every lock free: no other thread is left but LibreOffice's timer, which joinThreads() does not end;
 * it sleeps, since nothing is timed between documents.
 */
static bool can_fork(bool report) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) forking_fail("/proc/self/task");
  bool can = true;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.' || atoi(entry->d_name) == getpid()) continue;
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && read(file, name, sizeof name - 1) > 0 && strncmp(name, "salhelper::Time", 15) != 0) {
      if (report) fprintf(stderr, "fork-server: LibreOffice still has the thread %s", name);
      can = false;
    }
    close(file);
  }
  closedir(folder);
  return can;
}

/* Threads that end by themselves, such as one that writes settings a second after they changed, get a while. */
static bool soon_can_fork(void) {
  for (int waited = 0; waited < THREADS_END_MS; waited += 20) {
    if (can_fork(false)) return true;
    usleep(20 * 1000);
  }
  return can_fork(true);
}

/*
 * LibreOffice's own settings and those of its user, which are only read: it keeps a thread in every process that writes what it
 * has noted of its user, such as the documents opened last.
 */
static void set_layers(void) {
  if (strchr(office.program, ' ') || strchr(office.profile, ' ')) return; /* blanks part layers */
  char layers[PATH_BYTES * 3];
  int base = strrchr(office.program, '/') - office.program;
  snprintf(layers, sizeof layers,
           "xcsxcu:file://%.*s/share/registry res:file://%.*s/share/registry user:file://%s/user/registrymodifications.xcu", base,
           office.program, base, office.program, office.profile);
  setenv("CONFIGURATION_LAYERS", layers, 1);
}

/* LibreOffice calls this instead of waiting for events; also from within a load, when there is nothing to do for us. */
static int on_poll(void *data, int timeout) {
  (void)data;
  (void)timeout;
  static int calls;
  if (calls++ != 1) return 0; /* the first call comes before it is ready */
  if (office.alone) forking_serve_alone(&office.forking);
  warm_parent();
  fork_heap_trim();
  kit->pClass->joinThreads(kit);
  if (!soon_can_fork()) _exit(1);
  huge_text();
  forking_serve(&office.forking);
}

static void on_wake(void *data) { (void)data; }

int main(int count, char **args) {
  if (count != 12) {
    fprintf(stderr, "usage: fork-server PROGRAM PROFILE WARM ROOT forks|forks-openly|alone CPU_SECONDS ADDRESS_BYTES MEMORY_BYTES TMP_MOUNT PDF_OPTIONS LANGUAGE\n");
    return 2;
  }
  office = (struct office){
    .program = args[1], .profile = args[2], .warm = args[3], .pdf_options = args[10], .language = args[11], .alone = strcmp(args[5], "alone") == 0,
    .forking = {
      .root = args[4], .shared = "warm", .isolated = strcmp(args[5], "forks") == 0,
      .namespaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS,
      .cpu_seconds = strtoull(args[6], NULL, 10), .address_bytes = strtoull(args[7], NULL, 10),
      .memory_bytes = strtoull(args[8], NULL, 10), .tmp_mount = args[9],
      .mount_more = mount_profile, .also_writes = temporary, .begin = prepare_child, .serve = serve_document,
    },
  };
  umask(077);
  fork_heap_begin();
  forking_take_output(); /* LibreOffice's own prints must not get between our answers */
  snprintf(temporary, sizeof temporary, "%s/user/temp", office.profile);
  mkdir(temporary, 0700);
  setenv("SAL_LOK_OPTIONS", "unipoll", 1);
  setenv("SAL_USE_VCLPLUGIN", "svp", 1);
  set_layers();
  char profile[PATH_BYTES];
  snprintf(profile, sizeof profile, "file://%s", office.profile);
  kit = lok_init_2(office.program, profile);
  if (!kit) {
    fprintf(stderr, "fork-server: LibreOfficeKit does not start\n");
    return 1;
  }
  kit->pClass->runLoop(kit, on_poll, on_wake, &office);
  return 1;
}
