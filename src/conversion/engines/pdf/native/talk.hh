/*
 * Requests of an inspector about the documents of a job, through two named pipes in its folder, `to` and `from`, which
 * exist once the child has said `talking`. A request is a line of a verb and its arguments, some followed by bytes; an
 * answer is a byte (0 done, 1 failed, 2 out of memory), a length of four bytes (little-endian) and that many bytes: the
 * result, or the reason of the failure.
 *
 *   size SLOT                           the highest number of an object
 *   objects SLOT FIRST LAST             JSON of the objects from FIRST to before LAST
 *   trailer SLOT                        JSON
 *   streams SLOT decoded|stored MAX NUMBER GENERATION …   for each its length (or ~0) and its bytes
 *   lengths SLOT NUMBER GENERATION …    of streams as they are stored, four bytes each
 *   patch SLOT LENGTH                   and LENGTH bytes of JSON
 *   flatten SLOT                        pages in one level, each an object of its own
 *   bands FILE PAGES HEIGHT             render_bands of a file that PDFium can read
 *   join                                all slots as one document in a new one: its number
 *   reopen SLOT                         as it was when it was opened
 *   measure SLOT                        the bytes that write would write, plain
 *   write SLOT FILE plain|packed        its bytes
 *   end
 */
#pragma once

#include "document.hh"
#include <memory>
#include <string>
#include <vector>

constexpr size_t max_slots = 64;
using Slots = std::vector<std::unique_ptr<Document>>;

/// Throws std::out_of_range where no document is open in the slot.
Document &document_in(const Slots &slots, size_t slot);

/// All documents as one, in a new slot; its number.
size_t join(Slots &slots);

/// Serves until `end`, or until the inspector closes its pipe.
void talk(const std::string &folder, Slots &slots);
