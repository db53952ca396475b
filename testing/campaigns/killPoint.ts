import { setTimeout as pause } from "node:timers/promises";
import type { Within } from "#core/server/within.ts";
import type { Sms } from "#ports/sms/sms.ts";

/** Where a worker dies: in its preparation, after a claim, while it hands over, before the answers are committed. */
export const killPlaces = ["preparing", "claimed", "handing", "answered"] as const;
export type KillPlace = (typeof killPlaces)[number];

const reasons: Partial<Record<string, KillPlace>> = {
  "prepare a campaign": "preparing",
  "claim campaign texts": "claimed",
  "answers to campaign texts": "answered",
};

/** `place:count`: the process kills itself, as by `kill -9`, when it gets there for the nth time. */
export function createKillPoint(setting = "") {
  const [place, count] = setting.split(":");
  let left = Number(count ?? 1);
  const isHere = (here: KillPlace) => {
    if (here !== place) return false;
    left -= 1;
    return left <= 0;
  };
  const die = () => process.kill(process.pid, "SIGKILL");
  return {
    onSend:
      (send: Sms["send"]): Sms["send"] =>
      async (text, leaveBy) => {
        const sending = send(text, leaveBy);
        // Some of the round's requests are with the carrier then, others on their way.
        if (isHere("handing")) void pause(Math.random() * 10).then(die);
        return sending;
      },
    onWork(within: Within): Within {
      const business: Within["business"] = async (scope, reason, work) => {
        const here = reasons[reason];
        const result = await within.business(scope, reason, async (unit) => {
          const done = await work(unit);
          // Before the commit.
          if ((here === "preparing" || here === "answered") && isHere(here)) die();
          return done;
        });
        if (here === "claimed" && Array.isArray(result) && result.length > 0 && isHere(here)) die();
        return result;
      };
      return Object.assign(((...all: Parameters<Within>) => within(...all)) as Within, within, { business });
    },
  };
}
