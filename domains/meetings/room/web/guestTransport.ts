import type { EnteredRoom, RoomNews } from "../contract.ts";
import { type CallTransport, RefusedEntry } from "./runCall.ts";
import { stateWords } from "./texts.ts";

const texts = {
  unknown: "This link doesn't work. Open the link in the last message that you got.",
  early: "It's too early to join. Reload this page when the meeting begins.",
  full: "Too many people opened this link. Try again in a minute.",
  tooMany: "You joined too often. Try again in a few minutes.",
} as const;

type Refusals = { readonly state: "early" | "over" | "full" };

/** The customer's way to the server: plain requests with the link of their page. */
export function guestTransport(link: string): CallTransport {
  async function post<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    const answer = await fetch(`/j/room/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ link, ...body }),
      ...(signal && { signal }),
      keepalive: path === "leave",
    });
    if ([403, 404, 422].includes(answer.status)) throw new RefusedEntry("refused", texts.unknown);
    if (answer.status === 429 && path === "enter") throw new RefusedEntry("refused", texts.tooMany);
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    return (await answer.json()) as Answer;
  }
  return {
    async enter(seat) {
      const entered = await post<(EnteredRoom & { state: "in" | "waiting" }) | Refusals>("enter", seat ? { seat } : {});
      if ("seat" in entered) return entered;
      if (entered.state === "over")
        throw new RefusedEntry(
          "over",
          stateWords({ phase: "over", refusal: "" }, { name: "", inWords: "", number: "", isHost: true }),
        );
      throw new RefusedEntry("refused", texts[entered.state]);
    },
    exchange: (request, signal) => post<RoomNews>("exchange", request, signal),
    leave: (seat) => void post("leave", { seat }).catch(() => undefined),
  };
}
