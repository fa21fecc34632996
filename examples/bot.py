#!/usr/bin/env python3
"""A bot for a house of games: bot.py ws://127.0.0.1:8080/house [GAME]

Opens a seat in the lobby, plays whoever sits down, and begins again. It knows no rules: it asks the house for the
legal moves and plays one at random. Needs python3-websockets; docs/house.md has the protocol.
"""
import asyncio
import json
import random
import sys

import websockets

class Bot:
    def __init__(self, line, game):
        self.line, self.game, self.nonce, self.answered = line, game, random.getrandbits(64), 0

    async def send(self, **message):
        await self.line.send(json.dumps(message))

    async def act(self, number, action):
        self.nonce, self.answered = self.nonce + 1, number
        await self.send(do="act", round=self.round, number=number, action=action, nonce=f"{self.nonce:x}")

    async def open(self):
        await self.send(do="open", game=self.game, seats=["open", "me"], name="Random bot")

    async def hear(self, message):
        kind = message["is"]
        if kind == "opened":
            self.round, self.answered = message["round"], 0
        elif kind in ("round", "events", "stale") and message["round"] == self.round:
            if any(line.split()[2] in ("ended", "aborted") for line in message["events"]):
                await self.open()
            elif " moved b " not in message["events"][-1]:
                await self.send(do="moves", round=self.round)
        elif kind == "moves" and message["seat"] == "b" and message["number"] != self.answered:
            await self.act(message["number"], "move " + random.choice(message["moves"]))


async def main(url, game="pylos"):
    async with websockets.connect(url) as line:
        bot = Bot(line, game)
        await bot.open()
        async for text in line:
            await bot.hear(json.loads(text))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
