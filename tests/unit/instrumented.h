/* Whether this program was built with sanitizers, which make it several times slower: then tests try fewer cases
 * of the same kind. */
#ifndef COLONNADE_TESTS_INSTRUMENTED_H
#define COLONNADE_TESTS_INSTRUMENTED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { INSTRUMENTED = 1 };
#define INSTRUMENTED INSTRUMENTED
#endif
#endif
#ifndef INSTRUMENTED
enum { INSTRUMENTED = 0 };
#endif

#endif
