// `node agents.mjs NAME`: the SDK of that name as users call it, without any configuration. One line of JSON for each answer.
const [, , name] = process.argv;
const text = "hi";
const messages = (content = text) => [{ role: "user", content }];
const say = (value) => console.log(JSON.stringify(value));

async function all(stream, pick) {
  const parts = [];
  for await (const part of stream) parts.push(pick(part) ?? "");
  return parts.join("");
}

/** What an error says of itself, the same each time. */
const failure = (promise) =>
  promise.then(
    () => "no error",
    (error) => [error.status ?? error.statusCode, /stub says \d+/.exec(String(error.message))?.[0]],
  );

async function openaiChat(client, { usage = true } = {}) {
  const ask = (content, more = {}) =>
    client.chat.completions.create({ model: "stub", messages: messages(content), ...more });
  say((await ask()).choices[0].message.content);
  const options = usage ? { stream_options: { include_usage: true } } : {};
  say(await all(await ask(text, { stream: true, ...options }), (part) => part.choices[0]?.delta?.content));
  say((await ask("[[tool]]")).choices[0].message.tool_calls[0].function);
  const deltas = await ask("[[tool]]", { stream: true });
  say(await all(deltas, (part) => part.choices[0]?.delta?.tool_calls?.[0].function.arguments));
  say((await ask("[[fail 429]]")).choices[0].message.content);
  say(await failure(ask("[[fail-always 400]]")));
}

async function anthropicMessages(client) {
  const ask = (content, more = {}) =>
    client.messages.create({ model: "stub", max_tokens: 9, messages: messages(content), ...more });
  say((await ask()).content[0].text);
  say(await all(await ask(text, { stream: true }), (part) => part.delta?.text));
  say((await ask("[[tool]]")).content[0].input);
  say(await all(await ask("[[tool]]", { stream: true }), (part) => part.delta?.partial_json));
  say((await ask("[[fail 429]]")).content[0].text);
  say(await failure(ask("[[fail-always 500]]")));
}

async function aiSdk(model) {
  const { generateText, streamText, tool } = await import("ai");
  const { z } = await import("zod");
  say((await generateText({ model, prompt: text })).text);
  say(await all(streamText({ model, prompt: text }).textStream, (part) => part));
  const tools = { get_weather: tool({ inputSchema: z.object({ city: z.string() }) }) };
  say((await generateText({ model, prompt: "[[tool]]", tools })).toolCalls[0].input);
  say((await streamText({ model, prompt: "[[tool]]", tools }).toolCalls)[0].input);
}

async function langchain(model) {
  say((await model.invoke(text)).content);
  say(await all(await model.stream(text), (part) => part.content));
  const schema = { type: "object", properties: { city: { type: "string" } } };
  const weather = model.bindTools([{ name: "get_weather", description: "weather", schema }]);
  say((await weather.invoke("[[tool]]")).tool_calls[0].args);
  const deltas = await weather.stream("[[tool]]");
  say(await all(deltas, (part) => part.tool_call_chunks?.[0]?.args));
}

async function openaiAll(OpenAI) {
  const client = new OpenAI();
  await openaiChat(client);
  say((await client.responses.create({ model: "stub", input: text })).output_text);
  say(
    await all(await client.responses.create({ model: "stub", input: text, stream: true }), (part) =>
      part.type === "response.output_text.delta" ? part.delta : "",
    ),
  );
  say((await client.responses.create({ model: "stub", input: "[[tool]]" })).output[0].arguments);
  say(
    await all(await client.responses.create({ model: "stub", input: "[[tool]]", stream: true }), (part) =>
      part.type === "response.function_call_arguments.delta" ? part.delta : "",
    ),
  );
  say(await failure(client.responses.create({ model: "stub", input: "[[fail-always 500]]" })));
  say((await client.embeddings.create({ model: "stub", input: text, encoding_format: "float" })).data[0].embedding);
  const speech = await client.audio.speech.create({ model: "stub", input: text, voice: "alloy" });
  say((await speech.arrayBuffer()).byteLength);
  say((await client.models.list()).data.length);
}

const AGENTS = {
  async openai() {
    await openaiAll((await import("openai")).default);
  },
  async "openai-next"() {
    await openaiAll((await import("openai-next")).default);
  },
  async "openai-old"() {
    const { default: OpenAI } = await import("openai-old");
    await openaiChat(new OpenAI(), { usage: false });
  },
  async anthropic() {
    const { default: Anthropic } = await import("@anthropic-ai/sdk");
    await anthropicMessages(new Anthropic());
  },
  async "anthropic-old"() {
    const { default: Anthropic } = await import("anthropic-old");
    await anthropicMessages(new Anthropic());
  },
  async "google-genai"() {
    const { GoogleGenAI } = await import("@google/genai");
    const { models } = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY });
    say((await models.generateContent({ model: "stub", contents: text })).text);
    say(await all(await models.generateContentStream({ model: "stub", contents: text }), (part) => part.text));
    say((await models.generateContent({ model: "stub", contents: "[[tool]]" })).functionCalls[0].args);
    const deltas = await models.generateContentStream({ model: "stub", contents: "[[tool]]" });
    say(await all(deltas, (part) => part.functionCalls && JSON.stringify(part.functionCalls[0].args)));
    say(await failure(models.generateContent({ model: "stub", contents: "[[fail-always 429]]" })));
  },
  async mistral() {
    const { Mistral } = await import("@mistralai/mistralai");
    const client = new Mistral({ apiKey: process.env.MISTRAL_API_KEY });
    say((await client.chat.complete({ model: "stub", messages: messages() })).choices[0].message.content);
    say(
      await all(
        await client.chat.stream({ model: "stub", messages: messages() }),
        (part) => part.data.choices[0]?.delta.content,
      ),
    );
    const ask = { model: "stub", messages: messages("[[tool]]") };
    say((await client.chat.complete(ask)).choices[0].message.toolCalls[0].function.arguments);
    say(
      await all(await client.chat.stream(ask), (part) => part.data.choices[0]?.delta.toolCalls?.[0].function.arguments),
    );
    say(await failure(client.chat.complete({ model: "stub", messages: messages("[[fail-always 500]]") })));
  },
  async cohere() {
    const { CohereClientV2 } = await import("cohere-ai");
    const client = new CohereClientV2({ token: process.env.CO_API_KEY });
    say((await client.chat({ model: "stub", messages: messages() })).message.content[0].text);
    say(
      await all(
        await client.chatStream({ model: "stub", messages: messages() }),
        (part) => part.delta?.message?.content?.text,
      ),
    );
    const ask = { model: "stub", messages: messages("[[tool]]") };
    say((await client.chat(ask)).message.toolCalls[0].function.arguments);
    say(await all(await client.chatStream(ask), (part) => part.delta?.message?.toolCalls?.function?.arguments));
    say((await client.chat({ model: "stub", messages: messages("[[fail 429]]") })).message.content[0].text);
  },
  async groq() {
    const { default: Groq } = await import("groq-sdk");
    await openaiChat(new Groq(), { usage: false });
  },
  async together() {
    const { default: Together } = await import("together-ai");
    await openaiChat(new Together(), { usage: false });
  },
  async ollama() {
    const { Ollama } = await import("ollama");
    const client = new Ollama({ host: process.env.STUB });
    say((await client.chat({ model: "stub", messages: messages(), stream: false })).message.content);
    say(
      await all(
        await client.chat({ model: "stub", messages: messages(), stream: true }),
        (part) => part.message.content,
      ),
    );
    const ask = { model: "stub", messages: messages("[[tool]]") };
    say((await client.chat({ ...ask, stream: false })).message.tool_calls[0].function.arguments);
    const deltas = await client.chat({ ...ask, stream: true });
    say(await all(deltas, ({ message }) => message.tool_calls && JSON.stringify(message.tool_calls[0].function)));
    say(await failure(client.chat({ model: "stub", messages: messages("[[fail-always 500]]") })));
  },
  async "ai-openai"() {
    const { openai } = await import("@ai-sdk/openai");
    await aiSdk(openai("stub"));
    await aiSdk(openai.chat("stub"));
  },
  async "ai-anthropic"() {
    const { anthropic } = await import("@ai-sdk/anthropic");
    await aiSdk(anthropic("stub"));
  },
  async "ai-google"() {
    const { google } = await import("@ai-sdk/google");
    await aiSdk(google("stub"));
  },
  async "langchain-openai"() {
    const { ChatOpenAI } = await import("@langchain/openai");
    await langchain(new ChatOpenAI({ model: "stub" }));
  },
  async "langchain-anthropic"() {
    const { ChatAnthropic } = await import("@langchain/anthropic");
    await langchain(new ChatAnthropic({ model: "stub" }));
  },
  async "openai-agents"() {
    const { Agent, run, tool } = await import("@openai/agents");
    const { z } = await import("zod");
    const weather = tool({
      name: "get_weather",
      description: "weather",
      parameters: z.object({ city: z.string() }),
      execute: async ({ city }) => `rain in ${city}`,
    });
    const agent = new Agent({ name: "helper", model: "stub", instructions: "help", tools: [weather] });
    say((await run(agent, "[[tool]]")).finalOutput);
  },
  async undici() {
    const { request, fetch } = await import("undici");
    const options = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "stub", messages: messages() }),
    };
    const url = "https://api.openai.com/v1/chat/completions";
    say((await (await request(url, options)).body.json()).id);
    say((await (await fetch(url, options)).json()).id);
  },
};

await AGENTS[name]();
