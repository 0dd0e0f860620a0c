import { createHash, randomBytes } from "node:crypto";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ExchangeHandler } from "../../src/gateway/exchange.ts";
import { Gateway } from "../../src/gateway/gateway.ts";
import { destinationOf, upstreamOf } from "../../src/gateway/routes.ts";
import { proxyFor } from "../../src/gateway/upstream/upstream-agents.ts";
import { recordingGateway } from "../support/recording-gateway.ts";

const pass: ExchangeHandler = { request: () => ({ do: "forward" }) };

async function gatewayTo(
  upstream: string,
  handler: ExchangeHandler = pass,
  environment: NodeJS.ProcessEnv = {},
): Promise<Gateway> {
  const to = upstreamOf(upstream);
  if (to === undefined) throw new Error("no upstream");
  const gateway = new Gateway({ routes: [{ id: "up", upstreams: [to], hosts: [] }], handler, environment });
  await gateway.listen();
  onTestFinished(() => gateway.close());
  return gateway;
}

async function serverWith(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends text over a socket and answers all that comes back. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let got = "";
    socket.on("data", (piece) => (got += piece));
    socket.on("close", () => resolve(got));
    socket.on("error", reject);
  });
}

describe("who is let in", () => {
  test("nobody without the token, no page of a browser, nobody by another name", async () => {
    const gateway = await gatewayTo("http://127.0.0.1:9");
    const status = async (path: string, headers: Record<string, string> = {}) => {
      const lines = Object.entries({ host: `127.0.0.1:${gateway.port}`, ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      const answer = await raw(
        gateway.port,
        `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\nconnection: close\r\n\r\n`,
      );
      return Number(answer.split(" ")[1]);
    };
    expect(await status("/up/x")).toBe(404);
    expect(await status(`/${"0".repeat(32)}/up/x`)).toBe(404);
    expect(await status(`/${gateway.token}/up/x`, { origin: "https://evil.test" })).toBe(403);
    expect(await status(`/${gateway.token}/up/x`, { host: "evil.test" })).toBe(403);
    expect(await status(`/${gateway.token}/elsewhere/x`)).toBe(404);
  });

  test("a WebSocket is refused so that the client goes on without", async () => {
    const gateway = await gatewayTo("http://127.0.0.1:9");
    const answer = await raw(
      gateway.port,
      `GET /${gateway.token}/up/v1/responses HTTP/1.1\r\nhost: 127.0.0.1:${gateway.port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n`,
    );
    expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 426 Upgrade Required");
  });
});

describe("where calls may go", () => {
  const routes = [
    {
      id: "openai",
      upstreams: [{ protocol: "https:", hostname: "api.openai.com", port: 443 }],
      hosts: ["api.openai.com"],
    },
    { id: "azure", upstreams: [], hosts: ["*.openai.azure.com"] },
    {
      id: "anthropic",
      upstreams: [
        { protocol: "http:", hostname: "gw", port: 4000 },
        { protocol: "https:", hostname: "b", port: 443 },
      ],
      hosts: ["api.anthropic.com"],
    },
    { id: "local", upstreams: [], hosts: [] },
  ] as const;
  const own = { protocol: "http:", hostname: "127.0.0.1", port: 5000 } as const;
  const to = (path: string): string | undefined => {
    const found = destinationOf(path, routes, own);
    return found && `${found.upstream.protocol}//${found.upstream.hostname}:${found.upstream.port}${found.path}`;
  };

  test.each([
    ["/openai/v1/models?x=1", "https://api.openai.com:443/v1/models?x=1"],
    ["/openai/@api.openai.com/v1", "https://api.openai.com:443/v1"],
    ["/azure/@my.openai.azure.com/openai/x", "https://my.openai.azure.com:443/openai/x"],
    ["/anthropic/messages", "http://gw:4000/v1/messages"],
    ["/anthropic/@2/v1/messages", "https://b:443/v1/messages"],
    ["/local/@127.0.0.1:8000/v1/chat/completions", "http://127.0.0.1:8000/v1/chat/completions"],
  ])("%s", (path, upstream) => expect(to(path)).toBe(upstream));

  test.each([
    "/openai/@evil.test/v1",
    "/azure/@evil.test/x",
    "/azure/@openai.azure.com.evil.test/x",
    "/azure/@my.openai.azure.com:8443/x",
    "/azure/@evil.test%2F.openai.azure.com/x",
    "/azure/@user:pw@evil.test/x",
    "/local/@10.0.0.1:80/v1/chat/completions",
    "/local/@127.0.0.1:5000/x",
    "/local/@127.0.0.1.evil.test/x",
    "/anthropic/@9/x",
    "/azure/v1",
    "/nobody/x",
  ])("%s goes nowhere", (path) => expect(to(path)).toBeUndefined());
});

describe("what passes through", () => {
  test("headers in their order and case, bodies byte for byte, both ways", async () => {
    let seen: { raw: string[]; sha: string } | undefined;
    const upstream = await serverWith(async (request, response) => {
      const hash = createHash("sha256");
      for await (const piece of request) hash.update(piece);
      seen = { raw: request.rawHeaders, sha: hash.digest("hex") };
      response.writeHead(207, "Strange", ["X-One", "1", "x-two", "2", "X-One", "3"]);
      response.end(Buffer.from([0, 1, 255]));
    });
    const gateway = await gatewayTo(upstream);
    const body = randomBytes(2_000_000);
    const answer = await new Promise<{ status: string; raw: string[]; bytes: Buffer }>((resolve, reject) => {
      const ask = httpRequest(
        `${gateway.url}/up/upload`,
        {
          method: "POST",
          headers: [
            "Host",
            `127.0.0.1:${gateway.port}`,
            "X-Case-Kept",
            "a",
            "accept-encoding",
            "gzip, zstd",
            "Transfer-Encoding",
            "chunked",
          ] as unknown as Record<string, string>,
        },
        (got) => {
          const parts: Buffer[] = [];
          got.on("data", (part: Buffer) => parts.push(part));
          got.on("end", () =>
            resolve({
              status: `${got.statusCode} ${got.statusMessage}`,
              raw: got.rawHeaders,
              bytes: Buffer.concat(parts),
            }),
          );
        },
      );
      ask.on("error", reject);
      ask.write(body.subarray(0, 1_000_000));
      ask.end(body.subarray(1_000_000));
    });
    expect(seen?.sha).toBe(createHash("sha256").update(body).digest("hex"));
    expect(seen?.raw.slice(0, 6)).toEqual(["Host", upstream.slice(7), "X-Case-Kept", "a", "accept-encoding", "gzip"]);
    expect(answer.status).toBe("207 Strange");
    expect(answer.raw.slice(0, 6)).toEqual(["X-One", "1", "x-two", "2", "X-One", "3"]);
    expect([...answer.bytes]).toEqual([0, 1, 255]);
  });

  test("many calls over few connections", async () => {
    const here = await recordingGateway();
    const body = JSON.stringify({ model: "stub", messages: [{ role: "user", content: "x" }] });
    const one = async () =>
      (await fetch(`${here.route("openai")}/v1/chat/completions`, { method: "POST", body })).text();
    const texts = await Promise.all(Array.from({ length: 40 }, one));
    expect(new Set(texts).size).toBe(1);
    const run = await here.finished();
    expect(Array.from({ length: run.length }, (_, i) => run.row(i).status)).toEqual(Array(40).fill("ok"));
  });

  test("idle connections that the provider has closed meanwhile, all of them, cost no call", async () => {
    const used = new Set<unknown>();
    const waiting: (() => void)[] = [];
    // Says that it keeps connections, and closes each at its second request. The first two come at once, on two.
    const upstream = await serverWith((request, response) => {
      if (used.has(request.socket)) return void request.socket.destroy();
      used.add(request.socket);
      const answer = (): void => void response.end("answered");
      if (used.size > 2) return answer();
      waiting.push(answer);
      if (waiting.length === 2) for (const each of waiting) each();
    });
    const gateway = await gatewayTo(upstream);
    const ask = async (): Promise<string> =>
      (await fetch(`${gateway.url}/up/x`, { method: "POST", body: "{}" })).text();
    expect(await Promise.all([ask(), ask()])).toEqual(["answered", "answered"]);
    expect(await ask()).toBe("answered");
  });

  test("an agent that reads slowly slows the provider down", async () => {
    const total = 64 * 1024 * 1024;
    let written = 0;
    const upstream = await serverWith((request, response) => {
      if (request.url === "/small") return void response.end("small");
      const piece = Buffer.alloc(64 * 1024, 97);
      const more = (): void => {
        while (written < total) {
          written += piece.length;
          if (!response.write(piece)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const gateway = await gatewayTo(upstream);
    const response = await fetch(`${gateway.url}/up/big`);
    const reader = response.body?.getReader();
    await reader?.read();
    // In as many turns as these take all of it would have come, were nobody holding it back.
    for (let n = 0; n < 100; n++) expect(await (await fetch(`${gateway.url}/up/small`)).text()).toBe("small");
    expect(written).toBeLessThan(total / 2);
    let got = 0;
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) got += next.value.length;
    expect(got).toBeGreaterThan(total / 2);
  });
});

describe("handlers", () => {
  test("may answer in the provider's place, whole or in pieces", async () => {
    const gateway = await gatewayTo("http://127.0.0.1:9", {
      request: ({ path }) => ({
        do: "answer",
        answer: {
          status: 400,
          headers: { "content-type": "text/plain" },
          body: path === "/whole" ? Buffer.from("whole") : pieces(),
        },
      }),
    });
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("in ");
      yield Buffer.from("pieces");
    }
    const text = async (path: string) => (await fetch(`${gateway.url}/up${path}`)).text();
    expect([await text("/whole"), await text("/parts")]).toEqual(["whole", "in pieces"]);
  });

  test("that fail say so to the client, which has nothing to ask again", async () => {
    const failing: ExchangeHandler = {
      request: () => {
        throw new Error("no such step");
      },
    };
    const gateway = await gatewayTo("http://127.0.0.1:9", failing);
    const answer = await fetch(`${gateway.url}/up/x`, { method: "POST", body: "{}" });
    expect([answer.status, answer.headers.get("x-should-retry"), await answer.json()]).toEqual([
      ...[400, "false"],
      { error: { type: "vcr_gateway", message: "vcr: this call could not be handled: no such step" } },
    ]);
  });

  test("may change a request, hold the answer and change it", async () => {
    const upstream = await serverWith(async (request, response) => {
      let text = "";
      for await (const piece of request) text += piece;
      response.end(`${request.url} ${text}`);
    });
    const gateway = await gatewayTo(upstream, {
      request: () => ({
        do: "forward",
        instead: { path: "/other", body: Buffer.from("changed") },
        review: {
          wants: () => true,
          whole: async ({ body }) => ({
            do: "answer",
            answer: { status: 201, headers: {}, body: Buffer.from(`${body} and held`) },
          }),
        },
      }),
    });
    const answer = await fetch(`${gateway.url}/up/first`, { method: "POST", body: "sent" });
    expect([answer.status, await answer.text()]).toEqual([201, "/other changed and held"]);
  });
});

describe("the proxy of the environment", () => {
  const https = { protocol: "https:", hostname: "api.openai.com", port: 443 } as const;

  test.each([
    [{ HTTPS_PROXY: "http://p:3128" }, "http://p:3128/"],
    [{ https_proxy: "p:3128" }, "http://p:3128/"],
    [{ ALL_PROXY: "http://p" }, "http://p/"],
    [{ HTTP_PROXY: "http://p" }, undefined],
    [{ HTTPS_PROXY: "http://p", NO_PROXY: "example.org, .openai.com" }, undefined],
    [{ HTTPS_PROXY: "http://p", no_proxy: "*" }, undefined],
  ])("%o", (environment, proxy) => expect(proxyFor(https, environment)?.href).toBe(proxy));

  test("plain HTTP goes to the proxy with the whole URL", async () => {
    let asked = "";
    const proxy = await serverWith((request, response) => {
      asked = `${request.url} ${request.headers["proxy-authorization"]}`;
      response.end("by proxy");
    });
    const gateway = await gatewayTo("http://model.test:8080", pass, { HTTP_PROXY: proxy.replace("//", "//me:pw@") });
    expect(await (await fetch(`${gateway.url}/up/v1`)).text()).toBe("by proxy");
    expect(asked).toBe(`http://model.test:8080/v1 Basic ${Buffer.from("me:pw").toString("base64")}`);
  });

  test("HTTPS goes through a tunnel", async () => {
    let asked = "";
    const proxy = createServer();
    proxy.on("connect", (request, socket) => {
      asked = request.url ?? "";
      socket.end("HTTP/1.1 502 No\r\n\r\n");
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    onTestFinished(() => void proxy.close());
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const gateway = await gatewayTo("https://model.test", pass, { HTTPS_PROXY: address });
    const answer = await fetch(`${gateway.url}/up/v1`);
    expect([answer.status, asked]).toEqual([502, "model.test:443"]);
    expect(await answer.text()).toContain("answered 502 to CONNECT model.test:443");
  });
});
