"""Reads a server as a Python program does: with urllib and json, or with requests. Prints what it saw as JSON."""

import json
import os
import sys
import urllib.error
import urllib.request

SERVER = os.environ["SERVER_URL"]
TENANT, CUSTODIAN, MISSING = 9007199254740993, 9007199254740995, 9007199254740997


def with_urllib(path, headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(SERVER + path, headers=headers)) as answer:
            return answer.status, answer.headers["content-type"], json.load(answer)
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers["content-type"], json.load(answer)


def with_requests(path, headers):
    import requests

    answer = requests.get(SERVER + path, headers=headers, timeout=30)
    return answer.status_code, answer.headers["content-type"], answer.json()


def main(library, accept):
    get = {"urllib": with_urllib, "requests": with_requests}[library]
    headers = {"Accept": accept, "Authorization": "Bearer " + os.environ["SERVER_TOKEN"]}
    reserves = get("/platform/admin/reports/reserves", headers)[2]["value"][0]
    listing = get(f"/tenant/{TENANT}/custodians/{CUSTODIAN}/wallets", headers)[2]["value"]
    status, content_type, failure = get(f"/tenant/{TENANT}/custodians/{MISSING}/wallets", headers)
    print(
        json.dumps(
            {
                "amount": reserves["reserveAmount"],
                "count": reserves["transactionCount"],
                "custodianId": listing["custodianId"],
                "tenantId": listing["wallets"][0]["walletTenantId"],
                "walletId": listing["wallets"][0]["walletId"],
                "error": failure["error"]["code"],
                "status": status,
                "type": content_type,
            }
        )
    )


main(*sys.argv[1:])
