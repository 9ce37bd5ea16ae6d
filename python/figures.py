"""How long Python waits for grundy, beside what is wanted. Run by hand, on a machine that does nothing else.

`python figures.py [WHEEL]` in an environment with the package, NumPy, ipykernel and jupyter_client; the size of a wheel is told
if it is named. Each figure is the best of some rounds.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 5


def seconds_of(code):
    """The time of a new Python for this, which prints seconds."""
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(ROUNDS))


def ready():
    """From the start of Python to the first answer."""

    def once():
        begun = time.perf_counter()
        subprocess.check_output([sys.executable, "-c", "import grundy; grundy.Game('take <1,2,3>')(7).value"])
        return time.perf_counter() - begun

    return min(once() for _ in range(ROUNDS))


KAYLES = """
import time, numpy, grundy
g = grundy.Game("octal 0.77")
begun = time.perf_counter()
assert g.values(100_000)[99_999] >= 0
print(time.perf_counter() - begun)
"""

# Both after the values are known: what is compared is the way of the numbers to Python.
AS_JSON = """
import time, numpy, grundy
g = grundy.Game("octal 0.77")
g.values(100_000)
begun = time.process_time()
for _ in range(10): g.values(100_000)
array = time.process_time() - begun
begun = time.process_time()
for _ in range(10): g.session.ask(f"values {g.name} 0..99999")["values"]
print((time.process_time() - begun) / array)
"""


def kernel():
    """From the start of a kernel until it is ready, and from an interrupt to its reply."""
    from jupyter_client.manager import KernelManager

    from grundy.kernel import spec

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "kernels", "grundy")
        place.mkdir(parents=True)
        Path(place, "kernel.json").write_text(json.dumps(spec()))
        os.environ["JUPYTER_PATH"] = folder
        manager = KernelManager(kernel_name="grundy")
        begun = time.perf_counter()
        manager.start_kernel()
        client = manager.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=60)
        client.execute("print 1", reply=True, timeout=60)
        until_ready = time.perf_counter() - begun
        waits = []
        for _ in range(10):
            sent = client.execute("print 1; print sum(n for n in 1..10^15)")
            while client.get_iopub_msg(timeout=60)["msg_type"] != "display_data":
                pass
            time.sleep(0.2)
            begun = time.perf_counter()
            manager.interrupt_kernel()
            while client.get_shell_msg(timeout=60)["parent_header"]["msg_id"] != sent:
                pass
            waits.append(time.perf_counter() - begun)
        client.stop_channels()
        manager.shutdown_kernel(now=True)
        return until_ready, max(waits)


def main():
    until_ready, interrupt = kernel()
    print(f"first answer of Python      {ready():8.3f} s   wanted < 1")
    print(f"kernel, until it answers    {until_ready:8.3f} s")
    print(f"interrupt, slowest of ten   {interrupt:8.3f} s   wanted < 0.1")
    print(f"Kayles to 10^5 as an array  {seconds_of(KAYLES):8.3f} s   wanted < 0.1")
    print(f"a list through JSON takes   {seconds_of(AS_JSON):8.1f} times as long   wanted > 5")
    for wheel in sys.argv[1:]:
        print(f"wheel                       {Path(wheel).stat().st_size / 1e6:8.2f} MB  wanted < 3")


if __name__ == "__main__":
    main()
