# Libraries that only some feature needs. Where one is missing, or with COLONNADE_BARE, the feature is absent and
# the program says so.
option(COLONNADE_BARE "build without any library but the C library" OFF)
if(NOT COLONNADE_BARE)
  find_package(PkgConfig REQUIRED)
endif()

# colonnade_library(NAME MODULE FEATURE): sets COLONNADE_HAS_<NAME>; if it is on, PkgConfig::<NAME> can be linked.
function(colonnade_library name module feature)
  set(found OFF)
  if(NOT COLONNADE_BARE)
    pkg_check_modules(${name} IMPORTED_TARGET GLOBAL ${module})
    if(${name}_FOUND)
      set(found ON)
    else()
      message(STATUS "${module} is missing: no ${feature}")
    endif()
  endif()
  set(COLONNADE_HAS_${name} ${found} PARENT_SCOPE)
endfunction()

if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
  colonnade_library(ZSTD libzstd "tables of solved games")
  colonnade_library(LIBEDIT libedit "line editing in the terminal")
  colonnade_library(NCURSES ncursesw "full screen in the terminal")
  colonnade_library(WEBSOCKETS libwebsockets "page and house")
  colonnade_library(SQLITE sqlite3 "page and house")
  colonnade_library(POSTGRES libpq "houses in PostgreSQL")
  colonnade_library(SODIUM libsodium "page and house")
  colonnade_library(JANSSON jansson "page and house")
  colonnade_library(FIDO libfido2 "passkeys for accounts")
  if(COLONNADE_HAS_WEBSOCKETS AND COLONNADE_HAS_SQLITE AND COLONNADE_HAS_SODIUM AND COLONNADE_HAS_JANSSON)
    set(COLONNADE_HAS_HOUSE ON)
  endif()
endif()
# xxhash is only a header. It is copied, so that a compiler with its own headers (musl-gcc, the page's) finds it
# and nothing else.
find_path(XXHASH_HEADER xxhash.h PATHS /usr/include /usr/local/include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
file(COPY ${XXHASH_HEADER}/xxhash.h DESTINATION ${PROJECT_BINARY_DIR}/include)
