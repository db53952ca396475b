import { afterAll, expect, test } from "vitest";
import { inbox } from "#domains/inbox/contract.ts";
import { maxTextLength } from "#domains/inbox/conversation/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
const token = await app.token(dealer.agent);

/** Sends fields as a browser's form does, whose line ends have two characters. */
async function sendForm(path: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  const headers = { authorization: `Bearer ${token}`, "content-type": body.headers.get("content-type") ?? "" };
  return app.http.inject({ method: "POST", url: `/api${path}`, headers, payload });
}

test("a form's line ends are counted, stored and texted as one character", async () => {
  const { chat_id, phone } = await fixture.chat();
  const message = `${"a\r\n".repeat(maxTextLength / 2 - 1)}ab`;
  const sent = await sendForm(inbox.send.path.replace("{chat_id}", String(chat_id)), {
    chat_id: String(chat_id),
    message,
    client_id: crypto.randomUUID(),
  });
  expect(sent.statusCode, sent.body).toBe(200);
  await app.jobs.runAll();
  const plain = message.replaceAll("\r\n", "\n");
  expect(app.sms.sent.filter(({ to }) => to === phone).at(-1)?.body).toBe(plain);
  const { data } = await agent(inbox.messages, { params: { chat_id }, body: {} });
  expect(data.allMessages.at(-1)?.message).toBe(plain);
});
