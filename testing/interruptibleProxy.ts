import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy that a test can interrupt and restore. */
export interface InterruptibleProxy {
  readonly port: number;
  interrupt(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a proxy to a server on this machine. */
export async function openProxyTo(host: string, port: number): Promise<InterruptibleProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, host);
    for (const socket of [near, far]) keep(socket);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    interrupt() {
      isCut = true;
      drop();
    },
    restore() {
      isCut = false;
    },
    async close() {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
