import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { CarrierStatus, Refusal } from "#ports/sms/sms.ts";
import { inbox } from "../contract.ts";
import { openTalk } from "../testing/talk.ts";

const { house, agent, talk } = await openTalk();
afterAll(() => house.close());
beforeEach(() => void house.jobs.kept.splice(0));

const landline: Refusal = { code: "30006", class: "number", words: "This number can't receive texts." };

async function stateOf(chat_id: number) {
  return (await talk.messages(chat_id)).at(-1);
}

/** Reports about the newest hand-over to a phone, in the order given. */
async function report(phone: string, statuses: readonly CarrierStatus[], refusal?: Refusal) {
  const reference = talk.sentTo(phone).at(-1)?.reference ?? "";
  const sid = house.sms.sids.get(reference) ?? "";
  for (const status of statuses) {
    await house.sms.listener.status({ reference, sid, status, refusal: status === "failed" ? refusal : undefined });
  }
}

/** Lets time pass, and the jobs be done that become due. */
async function wait(minutes = 5) {
  for (let minute = 0; minute < minutes; minute++) {
    house.clock.advance(60_000);
    await house.jobs.doAll();
  }
}

describe("delivery reports", () => {
  test.each([
    [["sent", "delivered"], "delivered"],
    [["delivered", "sent"], "delivered"],
    [["sent", "sent", "sent"], "sent"],
    [["delivered", "failed", "queued", "delivered", "sent"], "delivered"],
    [["failed", "delivered", "sent"], "failed"],
    [["queued"], "sending"],
  ] as const)("%j ends as %s, and tells the browsers only of changes", async (statuses, expected) => {
    const { chat_id, phone } = await talk.chat();
    await report(phone, statuses, landline);
    await report(phone, statuses, landline);
    expect((await stateOf(chat_id))?.state).toBe(expected);
  });

  test("are kept once each", async () => {
    const { phone } = await talk.chat();
    for (let time = 0; time < 3; time++) await report(phone, ["delivered", "sent", "queued"]);
    const message_id = Number(talk.sentTo(phone).at(-1)?.reference.split(".")[1]);
    const kept = await house.pool.query("select status from message_reports where message_id = $1", [message_id]);
    expect(kept.rows.map(({ status }) => status).sort()).toEqual(["delivered", "queued", "sent"]);
  });

  test("a failed text says why, can be retried, and a late report of the first try leaves the second alone", async () => {
    const { chat_id, phone } = await talk.chat();
    await report(phone, ["failed"], landline);
    const failed = await stateOf(chat_id);
    expect(failed).toMatchObject({ state: "failed", error: landline.words });
    const first = talk.sentTo(phone)[0]?.reference ?? "";
    await agent(inbox.retry, { params: { message_id: failed?.id ?? 0 } });
    await house.jobs.doAll();
    const sid = house.sms.sids.get(first) ?? "";
    await house.sms.listener.status({ reference: first, sid, status: "delivered", refusal: undefined });
    expect((await stateOf(chat_id))?.state).toBe("sending");
    await report(phone, ["delivered"]);
    expect(await stateOf(chat_id)).toMatchObject({ state: "delivered", error: "" });
    expect(talk.sentTo(phone)).toHaveLength(2);
  });

  test.each(["", "nonsense", "1.2", "999999.1.1", "1.1.1; drop table messages"])(
    "a reference that is not ours (%j) changes nothing",
    async (reference) => {
      const { chat_id } = await talk.chat();
      await house.sms.listener.status({ reference, sid: "SM1", status: "failed", refusal: landline });
      expect((await stateOf(chat_id))?.state).toBe("sending");
    },
  );

  test("a report under another dealer's reference changes only what carries that carrier id", async () => {
    const { chat_id, phone } = await talk.chat();
    const reference = talk.sentTo(phone)[0]?.reference ?? "";
    await house.sms.listener.status({ reference, sid: "SM-somebody-else", status: "failed", refusal: landline });
    expect((await stateOf(chat_id))?.state).toBe("sending");
  });
});

describe("the carrier's answers", () => {
  test("a refusal fails the text with its words, and it is never tried again by itself", async () => {
    house.sms.answerNext({ kind: "refused", refusal: landline });
    const { chat_id, phone } = await talk.chat();
    await wait();
    expect(await stateOf(chat_id)).toMatchObject({ state: "failed", error: landline.words });
    expect(talk.sentTo(phone)).toHaveLength(1);
  });

  test("a carrier that knows of an opt-out stops everything to that phone", async () => {
    house.sms.answerNext({ kind: "refused", refusal: { code: "21610", class: "opted_out", words: "Opted out." } });
    const { chat_id } = await talk.chat();
    await expect(talk.send(chat_id)).rejects.toMatchObject({ status: 409 });
  });

  test("busy is tried again, later", async () => {
    house.sms.answerNext({ kind: "busy", retryAfterSeconds: 3 });
    const { chat_id, phone } = await talk.chat();
    expect((await stateOf(chat_id))?.state).toBe("queued");
    house.clock.advance(2_000);
    await house.jobs.doAll();
    expect(talk.sentTo(phone)).toHaveLength(1);
    await wait();
    expect((await stateOf(chat_id))?.state).toBe("sending");
    expect(talk.sentTo(phone)).toHaveLength(2);
  });

  test("a STOP between storing and sending is heeded", async () => {
    const { chat_id, phone } = await talk.chat();
    await talk.send(chat_id, "Too late");
    const deliveries = house.jobs.kept.splice(0);
    await house.sms.listener.inbound(talk.inbound(phone, "STOP"));
    await house.jobs.doAll();
    house.jobs.kept.push(...deliveries);
    await house.jobs.doAll();
    expect(talk.sentTo(phone).map(({ body }) => body)).not.toContain("Too late");
    const late = (await talk.messages(chat_id)).find(({ message }) => message === "Too late");
    expect(late).toMatchObject({ state: "failed", error: "This customer has opted out of text messages." });
  });

  test("the same job twice, even at once, hands a text over once", async () => {
    const { chat_id, phone } = await talk.chat();
    await talk.send(chat_id, "Once");
    const deliveries = house.jobs.kept.filter(({ job }) => job.name === "inbox.deliver");
    house.jobs.kept.push(...deliveries, ...deliveries);
    await Promise.all([house.jobs.doAll(), house.jobs.doAll(), house.jobs.doAll()]);
    expect(talk.sentTo(phone).filter(({ body }) => body === "Once")).toHaveLength(1);
  });
});

describe("a lost answer", () => {
  const lost = { kind: "lost", why: "timeout" } as const;

  /** Sends a text whose answer is lost, and lets the time pass until the carrier is asked. */
  async function lose(message: string) {
    const chat = await talk.chat();
    house.sms.answerNext(lost);
    await talk.send(chat.chat_id, message);
    await house.jobs.doAll();
    expect((await stateOf(chat.chat_id))?.state).toBe("sending");
    return chat;
  }

  test("is found at the carrier and adopted: no second text", async () => {
    house.sms.answerFind(() => ({ kind: "found", sid: `SM-found-${crypto.randomUUID()}`, status: "delivered" }));
    const { chat_id, phone } = await lose("Adopt me");
    await wait();
    expect((await stateOf(chat_id))?.state).toBe("delivered");
    expect(talk.sentTo(phone).filter(({ body }) => body === "Adopt me")).toHaveLength(1);
  });

  test("a text that the carrier surely never had is sent again, once", async () => {
    house.sms.answerFind(() => ({ kind: "absent", surely: true }));
    const { chat_id, phone } = await lose("Again");
    await wait();
    expect((await stateOf(chat_id))?.state).toBe("sending");
    expect(talk.sentTo(phone).filter(({ body }) => body === "Again")).toHaveLength(2);
  });

  test("what can't be told stays unknown, is shown, and is never sent again", async () => {
    house.sms.answerFind(() => ({ kind: "unclear", why: "two alike" }));
    const { chat_id, phone } = await lose("Unclear");
    await wait(60);
    const shown = await stateOf(chat_id);
    expect(shown).toMatchObject({ state: "unknown", error: "We could not find out whether this message was sent." });
    expect(talk.sentTo(phone).filter(({ body }) => body === "Unclear")).toHaveLength(1);
    await expect(agent(inbox.retry, { params: { message_id: shown?.id ?? 0 } })).rejects.toMatchObject({ status: 409 });
  });

  test("of a process that died after the carrier had the text is found out by the next one", async () => {
    house.sms.answerFind(() => ({ kind: "found", sid: `SM-found-${crypto.randomUUID()}`, status: "sent" }));
    const { chat_id, phone } = await talk.chat();
    house.sms.answerNext(lost);
    await talk.send(chat_id, "Cut off");
    const begun = house.jobs.kept.filter(({ job }) => job.name === "inbox.deliver");
    await house.jobs.doAll();
    house.jobs.kept.splice(0, house.jobs.kept.length, ...begun);
    await wait();
    expect((await stateOf(chat_id))?.state).toBe("sent");
    expect(talk.sentTo(phone).filter(({ body }) => body === "Cut off")).toHaveLength(1);
  });

  test("a report settles it before anybody asks", async () => {
    const { chat_id, phone } = await lose("Reported");
    const reference = talk.sentTo(phone).at(-1)?.reference ?? "";
    await house.sms.listener.status({ reference, sid: "SM-late", status: "delivered", refusal: undefined });
    house.sms.answerFind(() => {
      throw new Error("nobody should ask");
    });
    await wait();
    expect((await stateOf(chat_id))?.state).toBe("delivered");
  });
});
