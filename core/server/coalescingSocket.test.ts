import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { CoalescingSocket } from "./coalescingSocket.ts";

test("writes of one tick are held back and leave together", async () => {
  const heard: string[] = [];
  const server = createServer((peer) => peer.on("data", (part) => heard.push(String(part))));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = new CoalescingSocket();
  await once(socket.connect((server.address() as AddressInfo).port, "127.0.0.1"), "connect");
  for (const statement of ["first ", "second ", "third"]) {
    socket.cork();
    socket.write(statement);
    socket.uncork();
  }
  expect(socket.bytesWritten - socket.writableLength).toBe(0);
  await expect.poll(() => heard.join("")).toBe("first second third");
  socket.destroy();
  server.close();
});
