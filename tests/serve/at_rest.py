"""Whether a program comes to rest, however busy the machine is."""
import os
import time


def processor_time(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rests(process):
    """Whether it comes to rest after its work: half a second without using the processor."""
    for _ in range(60):
        before = processor_time(process)
        time.sleep(0.5)
        if processor_time(process) - before < 0.1:
            return True
    return False
