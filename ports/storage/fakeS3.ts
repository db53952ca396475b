import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface FakeS3 {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** For tests: an S3 service with whole objects in memory, addressed by path, that refuses unsigned requests. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, { type: string; bytes: Buffer }>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://s3").pathname;
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) return void response.writeHead(403).end();
    const body = await buffer(request);
    if (request.method === "PUT") {
      objects.set(path, { type: request.headers["content-type"] ?? "", bytes: body });
      return void response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(path);
      return void response.writeHead(204).end();
    }
    const stored = objects.get(path);
    if (!stored) return void response.writeHead(404).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const bytes = start ? stored.bytes.subarray(Number(start), Number(end) + 1) : stored.bytes;
    response.writeHead(start ? 206 : 200, { "content-type": stored.type, "content-length": bytes.length });
    response.end(request.method === "HEAD" ? undefined : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
