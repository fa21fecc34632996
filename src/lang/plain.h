/* Text in Markdown, as the rules are written, for readers on a screen. */
#ifndef COLONNADE_LANG_PLAIN_H
#define COLONNADE_LANG_PLAIN_H

#include "core/buffer.h"

/* Adds the text without its marks. `bold`: headings and what is emphasised are shown so, by a
 * terminal's codes; else headings stand in capitals (of ASCII letters) and nothing else is left. */
void plain_add(const char *markdown, bool bold, Buffer *out);

#endif
