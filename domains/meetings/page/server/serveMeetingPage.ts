import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { isbot } from "isbot";
import { escapeHtml } from "#core/escapeHtml.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { meetingEvents } from "#domains/meetings/contract.ts";
import { opensBeforeMs, phaseOf, placeInWords, timeInWords, whenInWords } from "#domains/meetings/rules.ts";
import { readJoinLink } from "#domains/meetings/server/joinUrl.ts";
import {
  addressOf,
  linkVersionOf,
  locationOfCancelled,
  type MeetingRow,
  meetingOfLink,
  saveMeeting,
} from "#domains/meetings/server/store.ts";
import {
  type MeetingPageFacts,
  meetingPageContent,
  meetingPageTitle,
  opensRoom,
  refreshSeconds,
  unknownMeetingContent,
} from "../rules.ts";

/** The fallback: a link of any other form gets the same answer. */
interface JoinLinkParams {
  readonly "*": string;
}

interface OpenedMeeting {
  readonly facts: MeetingPageFacts;
  /** Undefined when it was canceled. */
  readonly meeting: MeetingRow | undefined;
}

const maxBodyBytes = 1024;

/**
 * Serves `/j/{token}`, the page of a meeting for its customer, without an account and without scripts. Opening it changes
 * nothing, because scanners open every link; pressing Join leads to the room's stored address, and only when it is time.
 */
export function serveMeetingPage({ http, within, secret, log }: Server): void {
  const open = async (token: string, act?: (unit: UnitOfWork, page: OpenedMeeting) => Promise<void>) => {
    const link = readJoinLink(secret, token);
    if (!link) return undefined;
    const { dealer_id, appointment_id: id, link_version: version } = link;
    return within.business({ dealer_id }, "a meeting's page", async (unit): Promise<OpenedMeeting | undefined> => {
      if ((await linkVersionOf(unit.db, dealer_id, id)) !== version) return undefined;
      const meeting = await meetingOfLink(unit.db, dealer_id, id);
      const facts = await factsOf(unit, dealer_id, id, meeting);
      if (!facts) return undefined;
      await act?.(unit, { facts, meeting });
      return { facts, meeting };
    });
  };

  void http.register(async (scope) => {
    // The form has no fields, so nothing of a body matters.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null),
    );
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 503;
      if (status >= 500) log.error({ err: error }, "a meeting's page failed");
      return closed(reply)
        .code(status)
        .type("text/plain")
        .send(status >= 500 ? "Try again in a few minutes." : "");
    });

    scope.get<{ Params: JoinLinkParams }>("/j/*", async ({ params }, reply) => show(reply, await open(params["*"])));

    scope.post<{ Params: JoinLinkParams }>("/j/*", async ({ params, headers }, reply) => {
      const isPerson = !isbot(headers["user-agent"] ?? "");
      const page = await open(params["*"], async (unit, { facts, meeting }) => {
        if (!isPerson || !meeting || !canJoin(facts) || meeting.joined_at) return;
        await saveMeeting(unit.db, meeting, meeting.id, { joined_at: unit.now() });
        unit.publish(meetingEvents.changed, { target_id: meeting.id }, meeting);
      });
      if (page?.meeting && canJoin(page.facts))
        return closed(reply.code(303)).header("location", page.meeting.url).send();
      return show(reply, page);
    });
  });
}

/** The way to a link of the host's; Rooftop's own room opens in the page itself. */
const canJoin = ({ type, phase, isOwnRoom }: MeetingPageFacts) => type === 1 && phase === "open" && !isOwnRoom;

function show(reply: FastifyReply, page: OpenedMeeting | undefined): FastifyReply {
  if (!page) return send(reply.code(404), "Rooftop", unknownMeetingContent);
  const { facts } = page;
  const title = meetingPageTitle(facts.type, facts.business);
  return send(reply, title, meetingPageContent(facts), {
    refreshAfter: refreshSeconds(facts),
    hasRoom: opensRoom(facts),
  });
}

function send(
  reply: FastifyReply,
  title: string,
  content: string,
  { refreshAfter, hasRoom }: { readonly refreshAfter: number; readonly hasRoom: boolean } = noExtras,
): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  // Browsers apply `form-action` to redirects too, so every room address is allowed.
  const policy = [
    `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https:; style-src 'nonce-${nonce}'; require-trusted-types-for 'script'`,
    ...(hasRoom ? [roomPolicy] : []),
  ].join("; ");
  const refresh = refreshAfter > 0 ? `<meta http-equiv="refresh" content="${refreshAfter}">` : "";
  return closed(reply)
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${refresh}<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${pageStyle}${hasRoom ? roomStyle : ""}</style>${hasRoom ? roomScript : ""}</head>
<body><main>${content}</main></body></html>
`);
}

const noExtras = { refreshAfter: 0, hasRoom: false };

/** Allows our script and our server only. Calls between browsers aren't subject to the policy. */
const roomPolicy = "script-src 'self'; connect-src 'self'; media-src 'self' blob:";
const roomScript = '<script type="module" src="/meeting-room.js"></script>';

/** Kept by no cache and found by no search engine; the room learns nothing of the link. */
function closed(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex");
}

/** What a meeting's page says; undefined when nothing is left of the meeting. */
async function factsOf(
  { db, now }: UnitOfWork,
  dealer_id: number,
  id: number,
  meeting: MeetingRow | undefined,
): Promise<MeetingPageFacts | undefined> {
  const location_id = meeting?.location_id ?? (await locationOfCancelled(db, dealer_id, id));
  const business = location_id === undefined ? undefined : await businessAt(db, dealer_id, location_id);
  if (location_id === undefined || !business) return undefined;
  const shared = { business: business.business_name, number: (await senderNumber(db, dealer_id, location_id)) ?? "" };
  if (!meeting) return { ...shared, ...cancelled };
  const { datetime, type, url, started_at } = meeting;
  const zone = business.time_zone;
  return {
    ...shared,
    type,
    when: whenInWords(datetime, zone),
    opens: timeInWords(new Date(datetime.getTime() - opensBeforeMs), zone),
    phase: phaseOf(meeting, now()),
    isOwnRoom: type === 1 && url === "",
    hasStarted: started_at !== null,
    startsInMs: datetime.getTime() - now().getTime(),
    address: type === 0 ? placeInWords(meeting.place, await addressOf(db, { dealer_id, location_id })) : "",
  };
}

const cancelled = {
  type: 0,
  when: "",
  opens: "",
  phase: "cancelled",
  isOwnRoom: false,
  hasStarted: false,
  startsInMs: 0,
  address: "",
} as const;

/** The page's look: colors of the app's own scheme, for people who have never seen the app. */
const pageStyle = `
:root { --canvas: #f4f7f8; --card: #fff; --line: #d3dade; --text: #151d23; --soft: #4b555e; --brand: #016b70; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0c1216; --card: #121a1f; --line: #34424b; --text: #e9eef1; --soft: #b0bbc2; --brand: #6fd3d7; --on: #062e30 }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 8vh auto 0; padding: 32px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 20px; color: var(--soft) }
p:last-child { margin-bottom: 0 }
.when { color: var(--text); font-size: 18px; font-weight: 600 }
.state { color: var(--text) }
.hint { margin: 8px 0 0; font-size: 14px }
a { color: var(--brand) }
form { margin: 0 0 24px }
button { min-height: 48px; width: 100%; padding: 8px 20px; border: 0; border-radius: 8px; background: var(--brand);
  color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
`;

/** How the page looks while its room is open: the other side large, one's own picture small, and the controls under them. */
const roomStyle = `
[hidden] { display: none !important }
.in-room main { max-width: 960px; margin-top: 0 }
.in-room .when { display: none }
#state { margin: 0 0 12px; color: var(--text); font-weight: 600 }
#state:focus { outline: none }
#stage { position: relative; aspect-ratio: 16 / 9; max-height: 68vh; margin: 0 auto 12px; overflow: hidden; background: #0c1216;
  border-radius: 8px }
#remote { width: 100%; height: 100%; object-fit: contain }
#remote[data-empty] { visibility: hidden }
#stage figure { position: absolute; right: 12px; bottom: 12px; width: 22%; min-width: 96px; margin: 0; overflow: hidden;
  aspect-ratio: 4 / 3; background: #34424b; border: 2px solid #0c1216; border-radius: 8px }
#own { width: 100%; height: 100%; object-fit: cover }
#own[data-mirrored] { transform: scaleX(-1) }
figcaption { position: absolute; left: 6px; bottom: 4px; padding: 0 6px; background: #0c1216; border-radius: 4px; color: #fff;
  font-size: 12px }
#problem { padding: 12px; background: var(--canvas); border: 1px solid var(--line); border-radius: 8px; color: var(--text) }
#controls { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 12px }
#controls button { flex: 1 1 120px; width: auto; background: var(--canvas); border: 1px solid var(--line); color: var(--text) }
#controls [data-off] { background: var(--text); color: var(--card) }
#controls #leave { background: #b42318; border-color: #b42318; color: #fff }
#devices { display: flex; flex-wrap: wrap; gap: 12px }
#devices label { flex: 1 1 200px; font-size: 14px }
#devices select { width: 100%; min-height: 44px; padding: 0 8px; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; color: var(--text); font: inherit }
#room > button, #room .hint { margin-bottom: 20px }
@media (max-width: 600px) {
  .in-room { padding: 0 }
  .in-room main { min-height: 100vh; padding: 16px 12px; border: 0; border-radius: 0 }
  #stage { aspect-ratio: 3 / 4; max-height: 52vh }
}
`;
