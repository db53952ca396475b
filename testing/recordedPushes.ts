import type { Push, PushMessage, PushResult, PushTarget } from "#ports/push/push.ts";

/** A push service that records what was pushed, with results that a test sets. */
export interface RecordedPushes extends Push {
  readonly pushed: { readonly target: PushTarget; readonly message: PushMessage }[];
  /** Returns these results for the next pushes; later ones are delivered again. */
  answerNext(...results: PushResult[]): void;
  /** From now on accepts these kinds of targets only. */
  acceptOnly(...kinds: PushTarget["kind"][]): void;
}

export function createRecordedPushes(): RecordedPushes {
  const pushed: RecordedPushes["pushed"] = [];
  const results: PushResult[] = [];
  let kinds: PushTarget["kind"][] = ["web", "fcm"];
  return {
    vapidPublicKey: "the-public-key-of-tests",
    reachesFirebase: true,
    pushed,
    answerNext: (...next) => void results.push(...next),
    acceptOnly: (...only) => {
      kinds = only;
    },
    accepts: (target) => kinds.includes(target.kind) && (target.kind === "fcm" || target.endpoint.startsWith("https:")),
    async send(target, message) {
      pushed.push({ target, message });
      return results.shift() ?? { kind: "delivered" };
    },
    stop: async () => {},
  };
}
