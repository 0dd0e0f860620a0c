"""An agent with a tool over httpx that asks PROMPT, then two more questions. One line of JSON for each answer."""

import asyncio
import json
import os
import sys

import httpx

URL = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
KEY = {"authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
PROMPT = os.environ.get("PROMPT", "Weather in Oslo and Rome? [[tools]]")
PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}]


def say(value):
    print(json.dumps(value, ensure_ascii=False), flush=True)


async def weather(city):
    """Takes its time, so that calls made at once overlap."""
    await asyncio.sleep(0.02 if city == "Oslo" else 0.005)
    say(f"ran for {city}")
    return f"{city}: -3 C"


async def agent():
    messages = [{"role": "user", "content": PROMPT}]
    async with httpx.AsyncClient() as client:

        async def ask():
            body = {"model": "stub", "messages": messages, "tools": TOOLS}
            answer = await client.post(URL, json=body, headers=KEY)
            if answer.status_code != 200:
                print(answer.text)
                sys.exit(5)
            message = answer.json()["choices"][0]["message"]
            messages.append(message)
            calls = message.get("tool_calls", [])
            say([call["function"]["arguments"] for call in calls] if calls else message["content"])
            return calls

        calls = await ask()
        results = await asyncio.gather(*[weather(json.loads(each["function"]["arguments"])["city"]) for each in calls])
        for call, result in zip(calls, results):
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
        if calls:
            await ask()
        for content in ("and tomorrow?", "and the day after?"):
            messages.append({"role": "user", "content": content})
            await ask()


asyncio.run(agent())
