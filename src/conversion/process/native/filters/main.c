/* Writes the filter of each family to FOLDER/NAME.bpf, in the format of bubblewrap's --seccomp. */
#include "../calls.h"

#include <stdio.h>

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: filters FOLDER\n"), 2;
  for (const struct family *family = families; family->name; family++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bpf", arguments[1], family->name);
    struct sock_fprog filter = compile_calls(family->name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(filter.filter, sizeof *filter.filter, filter.len, file) != filter.len || fclose(file) != 0)
      return perror(path), 1;
  }
  return 0;
}
