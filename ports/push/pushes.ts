import type { Push, PushTarget } from "./push.ts";

/** All ways to push as one: each target goes by the way that takes it. */
export function createPushes(web: Push, more: readonly Push[] = []): Push {
  const ways = [web, ...more];
  const wayTo = (target: PushTarget) => ways.find((way) => way.accepts(target));
  return {
    key: web.key,
    accepts: (target) => wayTo(target) !== undefined,
    send: async (target, message) =>
      (await wayTo(target)?.send(target, message)) ?? { kind: "refused", why: "no way leads there" },
    async stop() {
      await Promise.all(ways.map((way) => way.stop()));
    },
  };
}
