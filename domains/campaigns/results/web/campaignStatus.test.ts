import { describe, expect, test } from "vitest";
import { campaignStates, campaignStatusText } from "../../rules.ts";
import {
  canCancel,
  canPause,
  canResume,
  isLate,
  isMoving,
  lateQuestion,
  percentText,
  readStatus,
} from "./campaignStatus.ts";

const of = (state: (typeof campaignStates)[number], why = "") =>
  readStatus(campaignStatusText({ state, why, done: 62, audience: 100, held_for: "" }));

describe("readStatus", () => {
  test("understands what the server says of every state", () => {
    expect(campaignStates.map((state) => of(state).kind)).toEqual([
      "draft",
      "scheduled",
      "preparing",
      "sending",
      "paused",
      "sent",
      "canceled",
      "stopped",
    ]);
    expect(of("sending")).toMatchObject({ word: "Sending 62%", percent: 62 });
    expect(of("waiting", "Waiting for list")).toMatchObject({ kind: "waiting", word: "Waiting for list" });
    expect(of("paused", "carriers filtered 8: too many")).toMatchObject({
      word: "Paused",
      why: "carriers filtered 8: too many",
    });
  });

  test("a campaign that Rooftop holds is only for Rooftop to resume", () => {
    const held = readStatus("Paused by Rooftop: under review");
    expect(held).toMatchObject({ kind: "held", word: "Paused by Rooftop", why: "under review" });
    expect([canPause(held), canResume(held), canCancel(held)]).toEqual([false, false, true]);
  });

  test("knows what can be done in which state", () => {
    expect(campaignStates.filter((state) => canPause(of(state)))).toEqual(["waiting", "preparing", "sending"]);
    expect(campaignStates.filter((state) => canResume(of(state)))).toEqual(["paused", "stopped"]);
    expect(campaignStates.filter((state) => canCancel(of(state)))).toEqual([
      "waiting",
      "preparing",
      "sending",
      "paused",
      "stopped",
    ]);
    expect(campaignStates.filter((state) => isMoving(of(state)))).toEqual(["waiting", "preparing", "sending"]);
    expect([isLate(of("paused", "It was due more than two hours ago")), isLate(of("paused"))]).toEqual([true, false]);
  });
});

test("percentText divides by nothing only in words", () => {
  expect([percentText(937, 1000), percentText(1, 3), percentText(0, 0)]).toEqual(["93.7%", "33.3%", "–"]);
});

test("lateQuestion names the time as people say it", () => {
  expect(["09:00", "00:05", "12:30", "21:45"].map(lateQuestion)).toEqual([
    "Was due at 9:00 AM. Send now?",
    "Was due at 12:05 AM. Send now?",
    "Was due at 12:30 PM. Send now?",
    "Was due at 9:45 PM. Send now?",
  ]);
});
