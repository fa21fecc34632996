# Features that only some systems have; for each the sources have an alternative, chosen here.
option(COLONNADE_PLAIN_POSIX "use the alternatives everywhere: what other systems than Linux build" OFF)

# colonnade_has(NAME SYMBOL HEADER): defines COLONNADE_HAS_<NAME> for the compiler where the system has it.
include(CheckSymbolExists)
set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
function(colonnade_has name symbol header)
  if(COLONNADE_PLAIN_POSIX)
    return()
  endif()
  check_symbol_exists(${symbol} "${header}" COLONNADE_SYSTEM_HAS_${name})
  if(COLONNADE_SYSTEM_HAS_${name})
    add_compile_definitions(COLONNADE_HAS_${name})
  endif()
endfunction()

colonnade_has(PIPE2 pipe2 "fcntl.h;unistd.h")                   # core/pipe.h: else two steps
colonnade_has(HUGE_PAGES MADV_HUGEPAGE sys/mman.h)              # search/tt.c, solve/room.c: else small pages
colonnade_has(ZERO_PAGES MADV_DONTNEED sys/mman.h)              # search/tt.c: else zeros are written
colonnade_has(EPOLL epoll_create1 sys/epoll.h)                  # serve/waiting.c: else poll
colonnade_has(MEMORY_FILES memfd_create "fcntl.h;sys/mman.h")   # serve/site.c: else memory
colonnade_has(SENDFILE sendfile sys/sendfile.h)                 # serve/answer.c: else send
