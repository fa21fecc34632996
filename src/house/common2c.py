#!/usr/bin/env python3
"""Compiles the passwords that everybody would try: common2c.py OUTPUT.c common_passwords.dat, as scripts/common-passwords makes it."""
import pathlib
import sys

output, source = map(pathlib.Path, sys.argv[1:])
data = source.read_bytes()
marks = [data[i : i + 4] for i in range(0, len(data), 4)]
if len(data) % 4 or marks != sorted(set(marks)):
    sys.exit(f"{source}: not marks of passwords in their order")
rows = [", ".join(f"0x{m.hex()}" for m in marks[i : i + 12]) for i in range(0, len(marks), 12)]
text = '#include "house/common_password.h"\n\n'
text += "const uint32_t common_password_marks[] = {\n    " + ",\n    ".join(rows) + "};\n"
text += f"const size_t common_password_count = {len(marks)};\n"
output.write_text(text)
