import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink } from "#core/server/signedLink.ts";
import { numbersBySource } from "../rules.ts";
import { activeNumbers } from "./handlers.ts";

const script = readFileSync(join(import.meta.dirname, "browser", "swap.js"), "utf8");

interface NumbersAddress {
  readonly token: string;
}

/**
 * The script that swaps numbers on a business's website, and the numbers for it: those that stand in its ads anyway. A
 * token that isn't ours gets an empty list, so that nothing on the website changes.
 */
export function serveNumberSwap({ http, within, secret }: Server): void {
  http.get("/w/swap.js", (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("text/javascript; charset=utf-8")
      .send(script),
  );

  http.get<{ Params: NumbersAddress }>("/w/numbers/:token", async ({ params }, reply) => {
    const found = readSignedLink([secret], "n", params.token);
    const [location_id] = found?.ids ?? [];
    const location = found && location_id !== undefined ? { dealer_id: found.dealer_id, location_id } : undefined;
    const numbers = location
      ? await within.business(location, "a website's numbers", ({ db }) => activeNumbers(db, location))
      : [];
    return reply
      .header("cache-control", "public, max-age=300")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*")
      .header("x-robots-tag", "noindex")
      .send({ numbers: numbersBySource(numbers) });
  });
}
