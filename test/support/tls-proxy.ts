/**
 * A proxy that takes every HTTPS host for itself: tunnels end at one TLS server with a certificate made for the occasion. So real SDKs talk to
 * the hosts they know, and a stub answers.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

interface TlsProxy {
  /** For HTTPS_PROXY. */
  readonly url: string;
  /** For NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  /** Hosts that were asked for. */
  readonly hosts: readonly string[];
  close(): void;
}

export async function tlsProxy(folder: string, hosts: readonly string[], listener: RequestListener): Promise<TlsProxy> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const names = hosts.map((host) => `DNS:${host}`).join(",");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const made = [
    "-keyout",
    key,
    "-out",
    certificate,
    "-days",
    "2",
    "-subj",
    "/CN=stub",
    "-addext",
    `subjectAltName=${names}`,
  ];
  execFileSync("openssl", ["req", "-x509", ...curve, ...made], { stdio: "ignore" });
  const tls = createHttpsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, listener);
  const asked: string[] = [];
  const proxy = createHttpServer((_request, response) => response.writeHead(400).end());
  proxy.on("connect", (request, socket) => {
    asked.push((request.url ?? "").replace(/:443$/, ""));
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    tls.emit("connection", socket);
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    certificate,
    hosts: asked,
    close: () => {
      tls.closeAllConnections();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
