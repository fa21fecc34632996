/* Markdown text, such as the rules, for reading on a screen. */
#ifndef COLONNADE_LANG_PLAIN_H
#define COLONNADE_LANG_PLAIN_H

#include "core/buffer.h"

/* Adds the text without its markup. `bold`: headings and emphasised text become bold, by a
 * terminal's codes; else headings are put in capitals (ASCII letters only) and nothing else is left. */
void plain_add(const char *markdown, bool bold, Buffer *out);

#endif
