"""`python agents.py NAME`: a client library as users call it. One line for each answer."""

import asyncio
import json
import sys

URL = "https://api.openai.com/v1/chat/completions"
KEY = {"authorization": "Bearer key-for-python-client"}


def body(stream=False):
    return {"model": "stub", "stream": stream, "messages": [{"role": "user", "content": "hi"}]}


def whole(answer):
    print(answer["choices"][0]["message"]["content"])


def streamed(text):
    """What the pieces of a stream say."""
    lines = [line[6:] for line in text.splitlines() if line.startswith("data: {")]
    choices = [choice for line in lines for choice in json.loads(line)["choices"]]
    print("".join(choice["delta"].get("content") or "" for choice in choices))


def httpx_agent():
    import httpx

    with httpx.Client() as client:
        whole(client.post(URL, json=body(), headers=KEY).json())
        with client.stream("POST", URL, json=body(True), headers=KEY) as answer:
            streamed("".join(answer.iter_text()))

    async def later():
        async with httpx.AsyncClient() as client:
            whole((await client.post(URL, json=body(), headers=KEY)).json())
            async with client.stream("POST", URL, json=body(True), headers=KEY) as answer:
                streamed("".join([part async for part in answer.aiter_text()]))

    asyncio.run(later())


def requests_agent():
    import requests

    whole(requests.post(URL, json=body(), headers=KEY).json())
    with requests.Session() as session:
        answer = session.post(URL, json=body(True), headers=KEY, stream=True)
        streamed(b"".join(answer.iter_content(None)).decode())


def urllib3_agent():
    import urllib3

    pool = urllib3.PoolManager()
    for stream in (False, True):
        headers = {**KEY, "content-type": "application/json"}
        answer = pool.request("POST", URL, body=json.dumps(body(stream)), headers=headers)
        streamed(answer.data.decode()) if stream else whole(json.loads(answer.data))


def aiohttp_agent():
    import aiohttp

    async def later():
        async with aiohttp.ClientSession() as session:
            for stream in (False, True):
                async with session.post(URL, json=body(stream), headers=KEY) as answer:
                    streamed(await answer.text()) if stream else whole(await answer.json())

    asyncio.run(later())


def urllib_agent():
    import urllib.request

    for stream in (False, True):
        request = urllib.request.Request(URL, data=json.dumps(body(stream)).encode(), headers=KEY)
        with urllib.request.urlopen(request) as answer:
            text = answer.read().decode()
            streamed(text) if stream else whole(json.loads(text))


def raw_agent():
    """A client that the hook does not know."""
    import socket

    try:
        socket.create_connection(("api.openai.com", 443), timeout=2)
    except OSError:
        print("no way out")


globals()[sys.argv[1] + "_agent"]()
