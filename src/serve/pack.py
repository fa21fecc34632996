#!/usr/bin/env python3
"""Writes the files of the page as one file of bytes and one C file that finds them in it.

usage: pack.py OUT.c OUT.bytes [FILE…]

The bytes are taken in by the assembler, which is faster than compiling a list of numbers.
"""
import os
import sys


def main(out, pack, files):
    rows, total = [], 0
    with open(pack + ".tmp", "wb") as bytes_file:
        for path in sorted(files, key=os.path.basename):
            with open(path, "rb") as file:
                content = file.read()
            name = os.path.basename(path)
            rows.append(f'    {{"{name}", {total}, {len(content)}}},')
            total += len(content)
            bytes_file.write(content)
        bytes_file.write(b"\0")
    os.replace(pack + ".tmp", pack)
    where = pack.replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        "/* Made by src/serve/pack.py from web/dist. */",
        '#include "serve/page.h"',
        "",
        '__asm__(".section .rodata\\n"',
        '        ".global page_bytes\\n"',
        '        ".hidden page_bytes\\n"',
        '        ".balign 16\\n"',
        '        "page_bytes:\\n"',
        '        ".incbin \\"' + where.replace('"', '\\"') + '\\"\\n"',
        '        ".previous\\n");',
        "",
        "const PageFile page_files[] = {",
        *(rows or ["    {0, 0, 0},"]),
        "};",
        f"const size_t page_count = {len(rows)};",
        "",
    ]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
