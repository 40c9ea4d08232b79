"""Sums the transfers of a file independently: what the import must come to.

Takes the file; chooses the busiest addresses as reserve accounts and all tokens they moved but one, and prints as JSON:
accounts, tokens, unknown (the token left out), sums by "account token", totals by token, and how many lines meet which fate.
"""

import collections
import json
import sys

NOBODY = "0x" + "0" * 40

with open(sys.argv[1], encoding="utf-8") as lines:
    transfers = [json.loads(line) for line in lines if line.strip()]

busy = collections.Counter()
for transfer in transfers:
    busy.update({transfer["from_address"], transfer["to_address"]} - {NOBODY})
accounts = [address for address, _ in busy.most_common(6)]

touching = [t for t in transfers if t["from_address"] in accounts or t["to_address"] in accounts]
moved = collections.Counter(t["token_address"] for t in touching)
tokens = [token for token, _ in moved.most_common()]
unknown = tokens.pop()

sums = collections.defaultdict(int)
totals = collections.defaultdict(lambda: {"amount": 0, "count": 0, "lastAt": 0})
added = refused = between = 0
for t in touching:
    token, source, target = t["token_address"], t["from_address"], t["to_address"]
    if token == unknown:
        refused += 1
        continue
    added += 1
    between += source in accounts and target in accounts
    total = totals[token]
    total["count"] += 1
    total["lastAt"] = max(total["lastAt"], t["block_timestamp"] * 1000)
    if target in accounts:
        sums[target + " " + token] += t["value"]
        total["amount"] += t["value"]
    if source in accounts:
        sums[source + " " + token] -= t["value"]
        total["amount"] -= t["value"]

json.dump(
    {
        "accounts": accounts,
        "tokens": tokens,
        "unknown": unknown,
        "sums": {key: str(value) for key, value in sums.items()},
        "totals": {token: dict(total, amount=str(total["amount"])) for token, total in totals.items()},
        "added": added,
        "between": between,
        "refused": refused,
        "skipped": len(transfers) - len(touching),
        "beyond": sum(t["value"] > 2**53 for t in touching if t["token_address"] != unknown),
    },
    sys.stdout,
)
