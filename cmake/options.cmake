# Flags that every target shares, and the helper that declares a layer. They are for the C compiler; nvcc, if there
# is one, has its own.
set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla -Wwrite-strings -Wmissing-prototypes
    -Wstrict-prototypes)
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${warnings}>")
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  # Our integer constants are enumerators; in arithmetic with a double their value is meant.
  add_compile_options(-Wno-enum-float-conversion)
endif()
add_compile_definitions(_GNU_SOURCE)
if(COLONNADE_WERROR)
  add_compile_options($<$<COMPILE_LANGUAGE:C>:-Werror>)
endif()
if(COLONNADE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(COLONNADE_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()
# Tracing every comparison, too, finds more in a long run, but makes every test slower.
if(COLONNADE_FUZZ STREQUAL "LONG")
  add_compile_options(-fsanitize=fuzzer-no-link)
elseif(COLONNADE_FUZZ)
  add_compile_options(-fsanitize-coverage=inline-8bit-counters,pc-table)
endif()
if(COLONNADE_MARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options($<$<COMPILE_LANGUAGE:C>:-march=${COLONNADE_MARCH}>)
endif()

# Release builds are hardened (tests/cli/test_hardening.py). The sanitizers check more anyway, and WebAssembly is
# sandboxed.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI"
   AND NOT COLONNADE_SANITIZE AND NOT COLONNADE_SANITIZE_THREADS)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C)
  add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  if(NOT APPLE)         # whose linker has no such flags
    add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection=full)
  endif()
endif()

# colonnade_layer(NAME FOLDER BELOW…): every .c file under FOLDER, linked with the layers below it and nothing
# else. The link lists are the architecture. A file that ends with _none.c replaces what needs a missing library;
# `without_<NAME>` says which files it replaces.
function(colonnade_layer name folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.c)
  list(FILTER sources EXCLUDE REGEX "_none\\.c$")
  foreach(replaced ${without_${name}})
    list(FILTER sources EXCLUDE REGEX "/${replaced}[a-z_]*\\.c$")
    list(APPEND sources ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${replaced}_none.c)
  endforeach()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC ${ARGN})
endfunction()
