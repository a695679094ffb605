/*
 * A program that forks a child for every document: each is put into namespaces, limits, Landlock and a system call filter of
 * its own, serves one document, and ends. The parent never opens one. The supervisor (forks.ts) speaks to the parent in lines of
 * fields separated by tabs:
 *
 *   to us     fork ID AHEAD               a new child on the folder ROOT/jobs/ID; with AHEAD 1 it prepares itself first
 *             kill ID
 *             slow ID                     the lowest priority from now on
 *             WORD ID …                   passed on to the child as it is
 *   from us   ready                       from now on forks are possible
 *             ID waiting                  isolated and prepared
 *             ID …                        a line from the child
 *             ID ended exit|signal N      the child is gone
 *             ID ended memory N           it used more than N bytes
 */
#ifndef PLATEN_FORKING_H
#define PLATEN_FORKING_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FORKING_LINE_BYTES = 16384, FORKING_PATH_BYTES = 4096 };

struct forking {
  const char *root; /* where the folders of all children lie, in jobs/ */
  const char *shared; /* a folder in ROOT that every child may read; or NULL */
  bool isolated;
  int namespaces; /* CLONE_NEW… of a child, besides its users, processes and files */
  rlim_t cpu_seconds, address_bytes;
  unsigned long long memory_bytes; /* that a child may hold once it has a document: the parent looks every 150 ms */
  const char *tmp_mount; /* options of the child's /tmp */
  void (*mount_more)(void); /* further mounts, while the child still may; or NULL */
  bool makes_pipes; /* a child makes pipes with names, for a process of another sandbox */
  const char *also_writes; /* a folder that a child may write besides its own and /tmp; or NULL */
  void (*begin)(bool prewarmed); /* in a child that is isolated, before it waits; or NULL */
  void (*serve)(const char *id, FILE *commands); /* until the commands end */
};

/** Whether this process is a child. */
extern bool forking_is_child;

/** Claims standard output; other output goes to standard error from here on. */
void forking_take_output(void);

/** Forks on order until the supervisor is gone. */
__attribute__((noreturn)) void forking_serve(const struct forking *settings);

/** One child, on standard input and output, in a sandbox that is already made: it serves and ends. */
__attribute__((noreturn)) void forking_serve_alone(const struct forking *settings);

/** A line to the supervisor; in a child its id is put in front. */
void forking_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Ends the process with the message of errno. */
__attribute__((noreturn)) void forking_fail(const char *what);

/** Cuts a line at its tabs; fields that are missing are empty. */
int forking_split(char *line, char **fields, int max);

/** The path of a file in the folder of a child, as the child sees it. */
void forking_path(char *path, const char *id, const char *name);

/** Covers a folder with an empty one. */
void forking_cover(const char *path, const char *options, unsigned long flags);

#ifdef __cplusplus
}
#endif
#endif
