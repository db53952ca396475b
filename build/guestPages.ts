import { basename } from "node:path";
import type { Plugin } from "vite";

/** The script of the page that the server renders for a meeting's customer, and the name that the page knows it by. */
const roomScript = "domains/meetings/room/web/guestRoom.ts";
const roomFile = "meeting-room.js";

/** An entry's file: that script's has the name that the server's page says, the others have a hash. */
export const entryFileName = ({ name }: { readonly name: string }) =>
  name === basename(roomScript, ".ts") ? roomFile : "assets/[name]-[hash:7].js";

/** Builds what pages of the server run; in development, serves it at the same address. */
export function guestPagesPlugin(): Plugin {
  return {
    name: "rooftop:guest-pages",
    config: (_, { command }) =>
      command === "build" ? { build: { rolldownOptions: { input: [roomScript] } } } : undefined,
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (request.url?.split("?")[0] === `/${roomFile}`) request.url = `/${roomScript}`;
        next();
      });
    },
  };
}
