# Libraries that a feature needs and everything else does without. Where one is missing, or with
# COLONNADE_BARE, the feature is absent and the program says so.
option(COLONNADE_BARE "build without any library but the C library" OFF)
if(NOT COLONNADE_BARE)
  find_package(PkgConfig REQUIRED)
endif()

# colonnade_library(NAME MODULE FEATURE): sets COLONNADE_HAS_<NAME>, and PkgConfig::<NAME> can be linked then.
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
  if(COLONNADE_HAS_WEBSOCKETS AND COLONNADE_HAS_SQLITE AND COLONNADE_HAS_SODIUM AND COLONNADE_HAS_JANSSON)
    set(COLONNADE_HAS_HOUSE ON)
  endif()
  # xxhash is its header alone. It is copied, so that a compiler with headers of its own (musl-gcc) finds it and
  # nothing else.
  find_path(XXHASH_HEADER xxhash.h REQUIRED)
  file(COPY ${XXHASH_HEADER}/xxhash.h DESTINATION ${PROJECT_BINARY_DIR}/include)
endif()
