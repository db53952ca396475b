import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readMailReference, signedLink } from "#core/server/signedLink.ts";
import { locations } from "#domains/locations/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mailSender, testMails } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let params: { id: number };
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  params = { id: dealer.location_id };
  app.mails.sent.length = 0;
});

const draft = {
  from_name: "Harbor Motors Sales",
  reply_to: "sales@harbor.example",
  postal_address: "12 Pier St, Springfield, NY 10001",
};

async function savedOwner() {
  const owner = await app.signIn(dealer.owner);
  await owner(mailSender.change, { params, body: draft });
  return owner;
}

describe("a test email", () => {
  test("arrives as a customer's would: sender, footer, one click to unsubscribe, bounces to an address of its own", async () => {
    const owner = await savedOwner();
    const { message } = await owner(testMails.send, { params });
    expect(message).toBe(`Test email sent to ${dealer.owner}`);
    const [mail] = app.mails.sent;
    expect(mail).toMatchObject({
      to: dealer.owner,
      stream: "marketing",
      fromName: draft.from_name,
      replyTo: draft.reply_to,
    });
    const url = mail?.list?.unsubscribeUrl ?? "";
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(draft.postal_address);
      expect(part).toContain(url);
    }
    expect(url).toMatch(/^https:\/\/rooftop\.test\/u\//);
    expect(readMailReference([app.server.secret], mail?.reference ?? "")?.dealer_id).toBe(dealer.dealer_id);
    expect(mail?.reference.length).toBeLessThan(62);
  });

  test("stops once the address unsubscribed by its link, and comes again after it resubscribed", async () => {
    const owner = await savedOwner();
    await owner(testMails.send, { params });
    const path = new URL(app.mails.sent[0]?.list?.unsubscribeUrl ?? "").pathname;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const post = (payload: string) => app.http.inject({ method: "POST", url: path, headers, payload });
    expect((await post("List-Unsubscribe=One-Click")).statusCode).toBe(200);
    await expect(owner(testMails.send, { params })).rejects.toThrow("unsubscribed from your marketing email");
    expect(app.mails.sent).toHaveLength(1);
    await post("action=resubscribe");
    await owner(testMails.send, { params });
    expect(app.mails.sent).toHaveLength(2);
  });

  test("to an address that the mail server says doesn't exist suppresses it; a refusal by policy doesn't", async () => {
    const owner = await savedOwner();
    app.mails.answerNext({ kind: "refused", words: "550 5.7.1 Blocked", bounce: "policy" });
    await expect(owner(testMails.send, { params })).rejects.toThrow(
      "The mail server refused the email: 550 5.7.1 Blocked",
    );
    app.mails.answerNext({ kind: "busy" }, { kind: "lost", why: "cut" });
    app.clock.advance(1_000);
    await expect(owner(testMails.send, { params })).rejects.toThrow("The mail server is busy");
    await expect(owner(testMails.send, { params })).rejects.toThrow("Check the inbox before you try again");
    app.clock.advance(1_000);
    app.mails.answerNext({ kind: "refused", words: "550 5.1.1 No such user", bounce: "hard" });
    await expect(owner(testMails.send, { params })).rejects.toThrow("550 5.1.1");
    await expect(owner(testMails.send, { params })).rejects.toThrow("earlier emails bounced");
    expect(app.mails.sent).toHaveLength(4);
  });

  test("is not sent without a mailing address", async () => {
    const owner = await app.signIn(dealer.owner);
    const place = { title: "Half", address: "2 Pier St", address_2: "", city: "", state: "", postal_code: "" };
    const { id } = (await owner(locations.store, { body: place })).data;
    await expect(owner(testMails.send, { params: { id } })).rejects.toThrow("Enter a mailing address first");
    expect(app.mails.sent).toEqual([]);
  });

  test("counts in the business's quota of emails, and at most five go out in a minute", async () => {
    const owner = await savedOwner();
    for (let n = 0; n < 5; n++) await owner(testMails.send, { params });
    await expect(owner(testMails.send, { params })).rejects.toMatchObject({ status: 429 });
  });
});

test("a link of another business's mail says nothing about ours", async () => {
  const owner = await savedOwner();
  await owner(testMails.send, { params });
  const path = new URL(app.mails.sent[0]?.list?.unsubscribeUrl ?? "").pathname;
  const other = await app.dealership();
  const [, id = ""] = /^\/u\/\w+-(\w+)\./.exec(path) ?? [];
  const foreign = signedLink(app.server.secret, "u", other.dealer_id, Number.parseInt(id, 36));
  expect((await app.http.inject({ method: "GET", url: `/u/${foreign}` })).statusCode).toBe(404);
});
