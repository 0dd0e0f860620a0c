// `node tool-agents.mjs NAME`: an agent with a tool that asks `PROMPT`, then two more questions. One line of JSON for each answer.
const [, , name] = process.argv;
const prompt = process.env.PROMPT ?? "Weather in Oslo and Rome? [[tools]]";
const questions = ["and tomorrow?", "and the day after?"];
const say = (value) => console.log(JSON.stringify(value));
/** Takes its time, so that calls made at once overlap. */
const weather = async ({ city }) => {
  await new Promise((done) => setTimeout(done, city === "Oslo" ? 20 : 5));
  say(`ran for ${city}`);
  return `${city}: -3 C`;
};
const description = "the weather of a city";
const schema = { type: "object", properties: { city: { type: "string" } } };

async function openaiAgent() {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI();
  const tools = [{ type: "function", function: { name: "get_weather", description, parameters: schema } }];
  const messages = [{ role: "user", content: prompt }];
  const ask = async () => {
    const { choices } = await client.chat.completions.create({ model: "stub", messages, tools });
    messages.push(choices[0].message);
    say(choices[0].message.content ?? choices[0].message.tool_calls.map((call) => call.function.arguments));
    return choices[0].message.tool_calls ?? [];
  };
  const calls = await ask();
  const results = await Promise.all(calls.map((call) => weather(JSON.parse(call.function.arguments))));
  for (const [i, call] of calls.entries()) messages.push({ role: "tool", tool_call_id: call.id, content: results[i] });
  if (calls.length > 0) await ask();
  for (const content of questions) {
    messages.push({ role: "user", content });
    await ask();
  }
}

async function anthropicAgent() {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic();
  const tools = [{ name: "get_weather", description, input_schema: schema }];
  const messages = [{ role: "user", content: prompt }];
  const ask = async () => {
    const { content } = await client.messages.create({ model: "stub", max_tokens: 9, messages, tools });
    messages.push({ role: "assistant", content });
    const calls = content.filter((block) => block.type === "tool_use");
    say(calls.length > 0 ? calls.map(({ input }) => input) : content[0].text);
    return calls;
  };
  const calls = await ask();
  const results = await Promise.all(calls.map((call) => weather(call.input)));
  const blocks = calls.map(({ id }, i) => ({ type: "tool_result", tool_use_id: id, content: results[i] }));
  if (blocks.length > 0) {
    messages.push({ role: "user", content: blocks });
    await ask();
  }
  for (const content of questions) {
    messages.push({ role: "user", content });
    await ask();
  }
}

await (name === "openai" ? openaiAgent() : anthropicAgent()).catch((error) => {
  console.log(error.message);
  process.exit(5);
});
