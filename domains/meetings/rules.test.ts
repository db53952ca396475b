import { describe, expect, test } from "vitest";
import {
  canCancel,
  type InvitationFacts,
  isSameMailbox,
  type MailState,
  type MeetingInvitation,
  nextStep,
  phaseOf,
  timeInWords,
  whenInWords,
} from "./rules.ts";

const meeting = {
  datetime: "2026-11-24T15:00:00Z",
  ends_at: "2026-11-24T15:30:00Z",
  status: 0,
  started_at: null,
} as const;
const at = (time: string) => new Date(`2026-11-24T${time}Z`);

describe("the phase of a meeting", () => {
  test.each([
    ["14:49:59", "early"],
    ["14:50:00", "open"],
    ["15:00:00", "open"],
    ["15:59:59", "open"],
    ["16:00:00", "over"],
  ] as const)("at %s it is %s", (time, phase) => expect(phaseOf(meeting, at(time))).toBe(phase));

  test("whoever starts early lets people in early, and nobody after its end", () => {
    const started = { ...meeting, started_at: "2026-11-24T14:00:00Z" };
    expect(phaseOf(started, at("13:59:59"))).toBe("early");
    expect(phaseOf(started, at("14:00:00"))).toBe("open");
    expect(phaseOf(started, at("16:00:00"))).toBe("over");
  });

  test.each([1, 2] as const)("with the outcome %i it is over", (status) =>
    expect(phaseOf({ ...meeting, status }, at("15:00:00"))).toBe("over"),
  );
});

test("agents cancel what is theirs, managers and owners everything", () => {
  const people = [{ id: 7 }, { id: 8 }];
  expect(canCancel({ user_id: 8, role: "agent" }, people)).toBe(true);
  expect(canCancel({ user_id: 9, role: "agent" }, people)).toBe(false);
  expect(canCancel({ user_id: 9, role: "manager" }, people)).toBe(true);
  expect(canCancel({ user_id: 9, role: "dealer" }, [])).toBe(true);
});

test.each([
  ["2026-11-24T15:00:00Z", "America/New_York", "Tuesday, November 24 at 10:00 AM EST"],
  ["2026-07-24T15:00:00Z", "America/Los_Angeles", "Friday, July 24 at 8:00 AM PDT"],
  // The hour that the clocks show twice.
  ["2026-11-01T05:30:00Z", "America/New_York", "Sunday, November 1 at 1:30 AM EDT"],
  ["2026-11-01T06:30:00Z", "America/New_York", "Sunday, November 1 at 1:30 AM EST"],
  ["2026-11-25T06:30:00Z", "Pacific/Honolulu", "Tuesday, November 24 at 8:30 PM HST"],
])("%s in %s is %s", (instant, zone, words) => {
  expect(whenInWords(new Date(instant), zone)).toBe(words);
  expect(words.endsWith(timeInWords(new Date(instant), zone))).toBe(true);
});

describe("what a mailbox is mailed next", () => {
  const now = at("12:00:00");
  const facts: InvitationFacts = {
    starts_at: at("15:00:00"),
    ends_at: at("15:30:00"),
    type: 1,
    link_version: 1,
    place: "",
  };
  const row = (state: MailState, more: Partial<MeetingInvitation> = {}): MeetingInvitation => ({
    ...facts,
    sequence: 0,
    state,
    is_held: state === "sent",
    changed_at: at("11:00:00"),
    ...more,
  });
  const later = { ...facts, starts_at: at("16:00:00"), ends_at: at("16:30:00") };
  const begun = { ...facts, starts_at: at("11:50:00"), ends_at: at("12:20:00") };
  const over = { ...facts, starts_at: at("11:00:00"), ends_at: at("11:30:00") };
  const unmailed = { sequence: null, starts_at: null, ends_at: null, type: null, link_version: null };
  const justNow = { changed_at: at("11:59:00") };
  const mail = (what: "first" | "changed" | "cancelled", isRepeated = false) => ({ kind: "mail", what, isRepeated });
  const settle = (state: MailState) => expect.objectContaining({ kind: "settle", state });

  test.each<[string, MeetingInvitation, InvitationFacts | undefined, unknown]>([
    ["a new one is invited", row("waiting", unmailed), facts, mail("first")],
    ["a new one is invited to a meeting that has begun", row("waiting", unmailed), begun, mail("first")],
    ["a new one isn't invited to a meeting that is over", row("waiting", unmailed), over, settle("failed")],
    ["one that knows everything gets nothing", row("sent"), facts, undefined],
    ["one that knows another time gets the change", row("sent"), later, mail("changed")],
    ["one that knows another place gets the change", row("sent"), { ...facts, place: "Bay 3" }, mail("changed")],
    ["one that knows another link gets the change", row("sent"), { ...facts, link_version: 2 }, mail("changed")],
    ["a change of a meeting that has begun is no news", row("sent"), begun, undefined],
    ["one that wasn't taken is sent as it was", row("waiting"), facts, mail("first", true)],
    [
      "a change that wasn't taken is sent as it was",
      row("waiting", { is_held: true, sequence: 1 }),
      facts,
      mail("changed", true),
    ],
    ["one that never came is a first one at another time, too", row("waiting"), later, mail("first")],
    ["one on its way is left alone", row("sending", justNow), later, undefined],
    ["one that a crash left is sent as it was", row("sending"), facts, mail("first", true)],
    ["a refused one is not tried again", row("failed"), later, undefined],
    ["one that refused a change gets the next one", row("failed", { is_held: true }), later, mail("changed")],
    ["a canceled one that is wanted again is invited", row("cancelled", { sequence: 1 }), facts, mail("first")],
    ["one that isn't wanted is canceled", row("sent"), undefined, mail("cancelled")],
    ["one that refused a change is canceled", row("failed", { is_held: true }), undefined, mail("cancelled")],
    ["one that refused its invitation isn't", row("failed"), undefined, settle("cancelled")],
    ["one that never got its invitation isn't", row("waiting"), undefined, settle("cancelled")],
    ["one that perhaps got its invitation is", row("sending"), undefined, mail("cancelled")],
    [
      "one that is being canceled is left alone",
      row("withdrawing", { ...justNow, is_held: true }),
      undefined,
      undefined,
    ],
    [
      "a cancellation that a crash left is sent as it was",
      row("withdrawing", { is_held: true }),
      undefined,
      mail("cancelled", true),
    ],
    ["a canceled one gets nothing", row("cancelled"), undefined, undefined],
    ["one whose meeting has begun isn't canceled", row("sent", begun), undefined, settle("cancelled")],
  ])("%s", (_, invitation, wanted, expected) => expect(nextStep(invitation, wanted, now)).toEqual(expected));

  test.each([
    ["ana@example.com", "Ana@Example.COM", true],
    ["ana@example.com", "anna@example.com", false],
    ["ana@example.com", "", false],
  ])("%s and %s", (one, other, same) => expect(isSameMailbox(one, other)).toBe(same));
});
