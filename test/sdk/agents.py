"""`python agents.py NAME`: a client library as users call it. One line for each answer."""

import asyncio
import json
import sys

URL = "https://api.openai.com/v1/chat/completions"
KEY = {"authorization": "Bearer key-for-python-client"}


def body(stream=False):
    return {"model": "stub", "stream": stream, "messages": [{"role": "user", "content": "hi"}]}


def httpx_agent():
    import httpx

    with httpx.Client() as client:
        print(client.post(URL, json=body(), headers=KEY).json()["id"])
        with client.stream("POST", URL, json=body(True), headers=KEY) as answer:
            print(len("".join(answer.iter_text())))

    async def later():
        async with httpx.AsyncClient() as client:
            print((await client.post(URL, json=body(), headers=KEY)).json()["id"])
            async with client.stream("POST", URL, json=body(True), headers=KEY) as answer:
                print(len("".join([part async for part in answer.aiter_text()])))

    asyncio.run(later())


def requests_agent():
    import requests

    print(requests.post(URL, json=body(), headers=KEY).json()["id"])
    with requests.Session() as session:
        answer = session.post(URL, json=body(True), headers=KEY, stream=True)
        print(len(b"".join(answer.iter_content(None))))


def urllib3_agent():
    import urllib3

    pool = urllib3.PoolManager()
    for stream in (False, True):
        headers = {**KEY, "content-type": "application/json"}
        answer = pool.request("POST", URL, body=json.dumps(body(stream)), headers=headers)
        print(len(answer.data))


def aiohttp_agent():
    import aiohttp

    async def later():
        async with aiohttp.ClientSession() as session:
            for stream in (False, True):
                async with session.post(URL, json=body(stream), headers=KEY) as answer:
                    print(len(await answer.text()))

    asyncio.run(later())


def urllib_agent():
    import urllib.request

    for stream in (False, True):
        request = urllib.request.Request(URL, data=json.dumps(body(stream)).encode(), headers=KEY)
        with urllib.request.urlopen(request) as answer:
            print(len(answer.read()))


def raw_agent():
    """A client that the hook does not know."""
    import http.client

    connection = http.client.HTTPSConnection("api.openai.com", timeout=2)
    try:
        connection.request("POST", "/v1/chat/completions", json.dumps(body()), KEY)
    except OSError:
        print("no way out")


globals()[sys.argv[1] + "_agent"]()
