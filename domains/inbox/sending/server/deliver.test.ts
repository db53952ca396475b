import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { CarrierStatus } from "#core/carrierStatus.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leavesWithin } from "#ports/deadline.ts";
import type { Refusal } from "#ports/sms/sms.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { deliver, settle } from "./deliver.ts";

const { app, agent, dealer, fixture } = await startInboxTest();
afterAll(() => app.close());
beforeEach(() => void app.jobs.queued.splice(0));

const landline: Refusal = { code: "30006", class: "number", words: "This number can't receive texts." };

async function lastMessage(chat_id: number) {
  return (await fixture.messages(chat_id)).at(-1);
}

/** Sends delivery reports on the newest text to a phone, in this order. */
async function report(phone: string, statuses: readonly CarrierStatus[], refusal?: Refusal) {
  const reference = fixture.sentTo(phone).at(-1)?.reference ?? "";
  const sid = app.sms.sids.get(reference) ?? "";
  for (const status of statuses) {
    await app.sms.listener.onStatusReport({
      reference,
      sid,
      status,
      refusal: status === "failed" ? refusal : undefined,
    });
  }
}

/** Advances the clock and runs the jobs that become due. */
async function wait(minutes = 5) {
  for (let minute = 0; minute < minutes; minute++) {
    app.clock.advance(60_000);
    await app.jobs.runAll();
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
  ] as const)("%j end as %s, even when repeated", async (statuses, expected) => {
    const { chat_id, phone } = await fixture.chat();
    await report(phone, statuses, landline);
    await report(phone, statuses, landline);
    expect((await lastMessage(chat_id))?.state).toBe(expected);
  });

  test("are stored once each", async () => {
    const { phone } = await fixture.chat();
    for (let time = 0; time < 3; time++) await report(phone, ["delivered", "sent", "queued"]);
    const message_id = Number(fixture.sentTo(phone).at(-1)?.reference.split(".")[1]);
    const reports = await app.pool.query("select status from message_reports where message_id = $1", [message_id]);
    expect(reports.rows.map(({ status }) => status).sort()).toEqual(["delivered", "queued", "sent"]);
  });

  test("a failed text says why and can be retried; a late report on the first attempt doesn't affect the second", async () => {
    const { chat_id, phone } = await fixture.chat();
    await report(phone, ["failed"], landline);
    const failed = await lastMessage(chat_id);
    expect(failed).toMatchObject({ state: "failed", error: landline.words });
    const first = fixture.sentTo(phone)[0]?.reference ?? "";
    await agent(inbox.retry, { params: { message_id: failed?.id ?? 0 } });
    await app.jobs.runAll();
    const sid = app.sms.sids.get(first) ?? "";
    await app.sms.listener.onStatusReport({ reference: first, sid, status: "delivered", refusal: undefined });
    expect((await lastMessage(chat_id))?.state).toBe("sending");
    await report(phone, ["delivered"]);
    expect(await lastMessage(chat_id)).toMatchObject({ state: "delivered", error: "" });
    expect(fixture.sentTo(phone)).toHaveLength(2);
  });

  test.each(["", "nonsense", "1.2", "999999.1.1", "1.1.1; drop table messages"])(
    "a reference that is not ours (%j) changes nothing",
    async (reference) => {
      const { chat_id } = await fixture.chat();
      await app.sms.listener.onStatusReport({ reference, sid: "SM1", status: "failed", refusal: landline });
      expect((await lastMessage(chat_id))?.state).toBe("sending");
    },
  );

  test("a report whose carrier id doesn't match the reference changes nothing", async () => {
    const { chat_id, phone } = await fixture.chat();
    const reference = fixture.sentTo(phone)[0]?.reference ?? "";
    await app.sms.listener.onStatusReport({ reference, sid: "SM-somebody-else", status: "failed", refusal: landline });
    expect((await lastMessage(chat_id))?.state).toBe("sending");
  });
});

describe("the carrier's responses", () => {
  test("a refusal fails the text with its message, and it is never retried automatically", async () => {
    app.sms.answerNext({ kind: "refused", refusal: landline });
    const { chat_id, phone } = await fixture.chat();
    await wait();
    expect(await lastMessage(chat_id)).toMatchObject({ state: "failed", error: landline.words });
    expect(fixture.sentTo(phone)).toHaveLength(1);
  });

  test("an opt-out that only the carrier knows of blocks the phone", async () => {
    app.sms.answerNext({ kind: "refused", refusal: { code: "21610", class: "opted_out", words: "Opted out." } });
    const { chat_id } = await fixture.chat();
    await expect(fixture.send(chat_id)).rejects.toMatchObject({ status: 409 });
  });

  test("busy is retried later", async () => {
    app.sms.answerNext({ kind: "busy", retryAfterSeconds: 3 });
    const { chat_id, phone } = await fixture.chat();
    expect((await lastMessage(chat_id))?.state).toBe("queued");
    app.clock.advance(2_000);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone)).toHaveLength(1);
    await wait();
    expect((await lastMessage(chat_id))?.state).toBe("sending");
    expect(fixture.sentTo(phone)).toHaveLength(2);
  });

  test("a STOP between storing and sending is honored", async () => {
    const { chat_id, phone } = await fixture.chat();
    await fixture.send(chat_id, "Too late");
    const deliveries = app.jobs.queued.splice(0);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "STOP"));
    await app.jobs.runAll();
    app.jobs.queued.push(...deliveries);
    await app.jobs.runAll();
    expect(fixture.sentTo(phone).map(({ body }) => body)).not.toContain("Too late");
    const late = (await fixture.messages(chat_id)).find(({ message }) => message === "Too late");
    expect(late).toMatchObject({ state: "failed", error: "This customer has opted out of text messages." });
  });

  test("the same job twice, even concurrently, sends a text once", async () => {
    const { chat_id, phone } = await fixture.chat();
    await fixture.send(chat_id, "Once");
    const deliveries = app.jobs.queued.filter(({ job }) => job.name === "inbox.deliver");
    app.jobs.queued.push(...deliveries, ...deliveries);
    await Promise.all([app.jobs.runAll(), app.jobs.runAll(), app.jobs.runAll()]);
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Once")).toHaveLength(1);
  });
});

describe("a lost response", () => {
  const lost = { kind: "lost", why: "timeout" } as const;

  /** Sends a text whose response is lost. */
  async function sendWithLostResponse(message: string) {
    const chat = await fixture.chat();
    app.sms.answerNext(lost);
    await fixture.send(chat.chat_id, message);
    await app.jobs.runAll();
    expect((await lastMessage(chat.chat_id))?.state).toBe("sending");
    return chat;
  }

  test("is looked up and adopted without a second text", async () => {
    app.sms.answerFind(() => ({ kind: "found", sid: `SM-found-${crypto.randomUUID()}`, status: "delivered" }));
    const { chat_id, phone } = await sendWithLostResponse("Adopt me");
    await wait();
    expect((await lastMessage(chat_id))?.state).toBe("delivered");
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Adopt me")).toHaveLength(1);
  });

  test("a text the carrier certainly never had is resent once", async () => {
    app.sms.answerFind(() => ({ kind: "absent", surely: true }));
    const { chat_id, phone } = await sendWithLostResponse("Again");
    await wait();
    expect((await lastMessage(chat_id))?.state).toBe("sending");
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Again")).toHaveLength(2);
  });

  test("an undecidable text becomes unknown and is never resent", async () => {
    app.sms.answerFind(() => ({ kind: "unclear", why: "two alike" }));
    const { chat_id, phone } = await sendWithLostResponse("Unclear");
    await wait(60);
    const message = await lastMessage(chat_id);
    expect(message).toMatchObject({ state: "unknown", error: "We could not find out whether this message was sent." });
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Unclear")).toHaveLength(1);
    await expect(agent(inbox.retry, { params: { message_id: message?.id ?? 0 } })).rejects.toMatchObject({
      status: 409,
    });
  });

  test("of a process that died after the carrier accepted the text is settled by the next one", async () => {
    app.sms.answerFind(() => ({ kind: "found", sid: `SM-found-${crypto.randomUUID()}`, status: "sent" }));
    const { chat_id, phone } = await fixture.chat();
    app.sms.answerNext(lost);
    await fixture.send(chat_id, "Cut off");
    const begun = app.jobs.queued.filter(({ job }) => job.name === "inbox.deliver");
    await app.jobs.runAll();
    app.jobs.queued.splice(0, app.jobs.queued.length, ...begun);
    await wait();
    expect((await lastMessage(chat_id))?.state).toBe("sent");
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Cut off")).toHaveLength(1);
  });

  test("a process that was paused before the request left doesn't send what was given up and sent again meanwhile", async () => {
    const { chat_id, phone } = await fixture.chat();
    const { send } = app.sms;
    const paused = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    app.sms.send = async (text, leaveBy) => {
      app.sms.send = send;
      paused.resolve();
      await goesOn.promise;
      return send(text, leaveBy);
    };
    app.sms.answerFind(() => ({ kind: "absent", surely: true }));
    const { id } = await fixture.send(chat_id, "Once, however late");
    const job = { dealer_id: dealer.dealer_id, message_id: id };
    app.jobs.queued.splice(0);
    const delivering = deliver(app.jobServer, job);
    await paused.promise;
    app.clock.advance(60_000);
    await settle(app.jobServer, { ...job, attempt: 1 });
    await app.jobs.runAll();
    expect(fixture.sentTo(phone).filter(({ body }) => body.startsWith("Once"))).toHaveLength(1);
    goesOn.resolve();
    await delivering;
    await wait();
    expect(fixture.sentTo(phone).filter(({ body }) => body.startsWith("Once"))).toHaveLength(1);
    expect((await lastMessage(chat_id))?.state).toBe("sending");
  });

  test("isn't sent again before the carrier's list must show it, however often it is missing there", async () => {
    app.sms.answerFind(() => ({ kind: "absent", surely: false }));
    const minutes = 20;
    const slow = Object.assign(app.sms, { listsWithin: minutes * 60_000 });
    const { phone } = await sendWithLostResponse("Slowly listed");
    await wait(minutes);
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Slowly listed")).toHaveLength(1);
    await wait(60);
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Slowly listed")).toHaveLength(2);
    Object.assign(slow, { listsWithin: 0 });
  });

  test("is looked for from the start of its attempt until its request can't arrive any more", async () => {
    const spans: number[] = [];
    app.sms.answerFind(({ since, until }) => {
      spans.push(until.getTime() - since.getTime());
      return { kind: "unclear", why: "away" };
    });
    await sendWithLostResponse("Between");
    await wait(1);
    expect(spans[0]).toBe(leavesWithin + app.sms.answersWithin);
  });

  test("a report settles it without a lookup", async () => {
    const { chat_id, phone } = await sendWithLostResponse("Reported");
    const reference = fixture.sentTo(phone).at(-1)?.reference ?? "";
    await app.sms.listener.onStatusReport({ reference, sid: "SM-late", status: "delivered", refusal: undefined });
    app.sms.answerFind(() => {
      throw new Error("nobody should ask");
    });
    await wait();
    expect((await lastMessage(chat_id))?.state).toBe("delivered");
  });
});
