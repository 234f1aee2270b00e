"""Plays a scenario through `defilade engine`: one side picks options at random, a level of computer plays the other.

python examples/engine_client.py S1 german greedy
"""

import json
import random
import subprocess
import sys


class Engine:
    """The engine as another process: a line with a request in, a line with the answer out."""

    def __init__(self):
        command = [sys.executable, "-m", "defilade", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise RuntimeError(answer["error"])
        return answer


def main(scenario="S1", mine="german", level="greedy", seed="00" * 32):
    engine, rng = Engine(), random.Random(seed)
    table = engine.ask(do="new", scenario=scenario, seed=seed)
    while (moment := table["pending"])["kind"] != "over":
        if moment["kind"] == "chance":
            table = engine.ask(do="roll")
        elif moment["side"] == mine:
            table = engine.ask(do="apply", action=rng.choice(moment["options"]))
        else:
            table = engine.ask(do="apply", action=engine.ask(do="advise", level=level)["action"])
        for event in table["events"]:
            print(event["text"])
    print(f"{moment['winner'] or 'nobody'} wins after {table['step']} steps")
    engine.ask(do="quit")
    return engine.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
