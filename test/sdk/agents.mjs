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

async function openaiChat(client, { usage = true } = {}) {
  const ask = (content, more = {}) =>
    client.chat.completions.create({ model: "stub", messages: messages(content), ...more });
  say((await ask()).choices[0].message.content);
  const options = usage ? { stream_options: { include_usage: true } } : {};
  say(await all(await ask(text, { stream: true, ...options }), (part) => part.choices[0]?.delta?.content));
  say((await ask("[[tool]]")).choices[0].message.tool_calls[0].function.name);
  say((await ask("[[fail 429]]")).choices[0].message.content);
}

async function anthropicMessages(client) {
  const ask = (content, more = {}) =>
    client.messages.create({ model: "stub", max_tokens: 9, messages: messages(content), ...more });
  say((await ask()).content[0].text);
  say(await all(await ask(text, { stream: true }), (part) => part.delta?.text));
  say((await ask("[[tool]]")).content[0].name);
  say((await ask("[[fail 429]]")).content[0].text);
}

async function aiSdk(model) {
  const { generateText, streamText } = await import("ai");
  say((await generateText({ model, prompt: text })).text);
  say(await all(streamText({ model, prompt: text }).textStream, (part) => part));
}

async function langchain(model) {
  say((await model.invoke(text)).content);
  say(await all(await model.stream(text), (part) => part.content));
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
    say((await models.generateContent({ model: "stub", contents: "[[tool]]" })).functionCalls[0].name);
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
