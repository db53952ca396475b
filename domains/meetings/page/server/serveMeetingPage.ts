import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { isbot } from "isbot";
import { escapeHtml } from "#core/escapeHtml.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { meetingEvents } from "../../contract.ts";
import { readJoinLink } from "../../server/joinUrl.ts";
import { linkVersionOf, type MeetingRow, meetingOfLink, saveMeeting } from "../../server/store.ts";
import {
  type MeetingPageFacts,
  meetingPageContent,
  meetingPageTitle,
  opensRoom,
  refreshSeconds,
  unknownMeetingContent,
} from "../rules.ts";
import { factsOf } from "./factsOf.ts";
import { pageStyle } from "./pageStyle.ts";
import { roomStyle } from "./roomStyle.ts";

/** Whatever follows: a link of any other form gets the same answer, too. */
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
  // Browsers apply `form-action` to where a form leads after a redirect, too: to whatever room the host has.
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

/** Runs our script alone, and reaches nobody but us. A call's pictures come past any policy, from the other browser. */
const roomPolicy = "script-src 'self'; connect-src 'self'; media-src 'self' blob:";
const roomScript = '<script type="module" src="/meeting-room.js"></script>';

/** Kept by no cache and found by no search engine; the room learns nothing of the link. */
function closed(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex");
}
