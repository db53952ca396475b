import { describe, expect, test } from "vitest";
import { defaultHours } from "#domains/locations/hours/rules.ts";
import {
  type AnswerKind,
  asksForReply,
  isAnsweredLately,
  isFromMachine,
  isReaction,
  mayAnswerAt,
  openingOf,
  shownMoments,
  typedName,
} from "./rules.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("a text asks for a reply", () => {
  test.each([
    "Do you still have the 2021 Accord?",
    "Liked it a lot, can I come by?",
    "Loved the truck! Is it still there?",
    "Can you emphasize the warranty?",
    "👍",
    "👍 thanks",
    "Removed a dent from my car, what's it worth?",
    "Reacted badly to the price, can we talk?",
    "Me gusta el Civic, ¿sigue disponible?",
    "Gefällt mir, ist er noch da?",
    "My auto needs a message center reset",
    "I drive a Tacoma",
    "",
  ])("%s", (body) => expect(asksForReply({ body })).toBe(true));

  test.each([
    "STOP",
    "stop texting me please",
    "HELP",
    "Start",
    "yes",
    "C",
    "r!",
    "confirm",
    "Liked “See you at 5”",
    'Loved "See you at 5"',
    "Loved an image",
    "Laughed at “ok”",
    "Emphasized “Is it there?”",
    "Emphasised “Is it there?”",
    "Questioned a movie",
    "Disliked “We close at 6”",
    "Removed a heart from “See you”",
    "Removed an exclamation mark from “See you”",
    "Reacted 😮 to “See you at 5”",
    "👍 to “See you at 5”",
    "❤️ to “ok”",
    "\u200a👍\u200b to \u201c\u200aSee you at 5\u200a\u201d\u200a",
    "Le gustó “Nos vemos”",
    "Le encantó una imagen",
    "Reaccionó con 😂 a “Nos vemos”",
    "A aimé « À demain »",
    "A adoré une image",
    "Gostou de “Até amanhã”",
    "Amou uma imagem",
    "I'm driving right now, I'll get back to you",
    "Auto-reply: we are closed",
    "This is an automated message.",
    "(I'm not receiving notifications. If this is urgent, reply “urgent”) I'm driving with Focus turned on",
  ])("but %s doesn't", (body) => expect(asksForReply({ body })).toBe(false));

  test("nor does what the carrier took for a keyword, in whatever language", () => {
    expect(asksForReply({ body: "anmelden", carrierKeyword: "start" })).toBe(false);
  });
});

test("a reaction and a machine are told from people by what they begin with", () => {
  expect(isReaction("She said: Liked “it”")).toBe(false);
  expect(isFromMachine("Is the car automatic?")).toBe(false);
});

describe("another answer", () => {
  const at = new Date("2026-11-20T03:00:00Z");
  const hoursLater = (hours: number) => new Date(at.getTime() + hours * hourMs);
  test.each<[AnswerKind, AnswerKind, number]>([
    ["website", "website", 24],
    ["website", "first_answer", 24],
    ["website", "after_hours", 24],
    ["first_answer", "first_answer", 24],
    ["first_answer", "after_hours", 24],
    ["first_answer", "website", 24],
    ["after_hours", "first_answer", 24],
    ["after_hours", "website", 24],
    ["after_hours", "after_hours", 12],
  ])("after %s, %s waits", (kind, next, hours) => {
    expect(isAnsweredLately([{ kind, sent_at: at }], next, hoursLater(hours - 0.01))).toBe(true);
    expect(isAnsweredLately([{ kind, sent_at: at }], next, hoursLater(hours))).toBe(false);
  });
});

describe("an answer leaves", () => {
  const area = { zones: ["America/New_York"], states: [], isGuess: false } as const;
  const hours = { area, rules: [] };
  test.each([
    ["at night within 15 minutes", "2026-11-20T03:00:00Z", 15, true],
    ["not at night after 16", "2026-11-20T03:00:00Z", 16, false],
    ["by day after an hour", "2026-11-20T17:00:00Z", 60, true],
    ["not after a day", "2026-11-20T17:00:00Z", 24 * 60 + 1, false],
    ["when clocks differ a little", "2026-11-20T03:00:00Z", -1, true],
  ])("%s", (_, now, minutes, may) => {
    const at = new Date(now);
    expect(mayAnswerAt(at, new Date(at.getTime() - minutes * minuteMs), hours)).toBe(may);
  });
});

test.each([
  ["Renée", "Renée"],
  ["Mary-Ann O’Neil Jr.", "Mary-Ann O’Neil Jr."],
  ["  李 ", "李"],
  ["Win $500 at evil.com", ""],
  ["evil.com", ""],
  ["Click https://x", ""],
  ["A".repeat(26), ""],
  ["212 555 0199", ""],
  ["", ""],
])("%s may stand in a text as %s", (typed, shown) => expect(typedName(typed)).toBe(shown));

describe("the moments of a preview", () => {
  const place = { hours: defaultHours, time_zone: "America/New_York" };
  test.each([
    ["2026-11-20T17:00:00Z", ["open", "closed", "holiday"]],
    ["2026-11-21T04:00:00Z", ["closed", "closed", "holiday"]],
    ["2026-11-22T17:00:00Z", ["closed", "closed", "holiday"]],
  ])("at %s", (now, openings) => {
    const moments = shownMoments(place, new Date(now));
    expect(moments.map((moment) => openingOf(moment, place.time_zone))).toEqual(openings);
    expect(moments.map(({ moment }) => moment)).toEqual(["now", "tonight", "holiday"]);
  });

  test("of a location that never closes or never opens", () => {
    const week = (span: { opens: number; closes: number } | null) => ({
      week: Array.from({ length: 7 }, () => span),
      closed: [],
    });
    for (const [hours, tonight] of [
      [week({ opens: 0, closes: 1440 }), "open"],
      [week(null), "closed"],
    ] as const) {
      const moments = shownMoments({ ...place, hours }, new Date("2026-11-20T17:00:00Z"));
      expect(moments.map((moment) => openingOf(moment, place.time_zone)).slice(1)).toEqual([tonight, "holiday"]);
    }
  });
});
