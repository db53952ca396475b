import type { Push, PushTarget } from "./push.ts";

/** Combines adapters: each target goes to the first one that accepts it. */
export function createPushRouter(web: Push, others: readonly Push[] = []): Push {
  const adapters = [web, ...others];
  const adapterFor = (target: PushTarget) => adapters.find((adapter) => adapter.accepts(target));
  return {
    vapidPublicKey: web.vapidPublicKey,
    reachesFirebase: adapters.some((adapter) => adapter.reachesFirebase),
    accepts: (target) => adapterFor(target) !== undefined,
    send: async (target, message) =>
      (await adapterFor(target)?.send(target, message)) ?? { kind: "refused", why: "no adapter accepts this target" },
    async stop() {
      await Promise.all(adapters.map((adapter) => adapter.stop()));
    },
  };
}
