import { type DefaultTreeAdapterMap, parse } from "parse5";
import { afterAll, describe, expect, test } from "vitest";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { hostileTexts } from "#testing/hostileTexts.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { freshAddress, visitorOf } from "#testing/widget/visitor.ts";
import { maxMessage } from "./contract.ts";

const { app, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
const visitor = await visitorOf(app, agent);

type PageNode = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const childrenOf = (node: PageNode): PageNode[] => ("childNodes" in node ? node.childNodes : []);
const elementsIn = (node: PageNode): Element[] => [
  ...("tagName" in node ? [node] : []),
  ...childrenOf(node).flatMap(elementsIn),
];
const textIn = (node: PageNode): string => ("value" in node ? node.value : childrenOf(node).map(textIn).join(""));
const attribute = (element: Element | undefined, name: string) =>
  element?.attrs.find((one) => one.name === name)?.value;

/** The page's elements, once nothing in it can run or load anything but the widget's own scripts. */
function harmless(page: string): Element[] {
  const elements = elementsIn(parse(page));
  const scripts = elements.filter(({ tagName }) => tagName === "script").map((one) => attribute(one, "src"));
  expect(scripts).toEqual(["/w/frame.js", "/w/answers.js"]);
  const names = new Set(elements.map(({ tagName }) => tagName));
  for (const name of ["img", "svg", "iframe", "object", "embed", "base", "link", "video", "math", "details"])
    expect([...names]).not.toContain(name);
  for (const { attrs } of elements) {
    expect(attrs.filter(({ name }) => /^on|^srcdoc$|^formaction$/.test(name))).toEqual([]);
    expect(
      attrs.filter(({ name, value }) => /^(href|src|action)$/.test(name) && !/^(\/w\/|tel:|sms:|https:)/.test(value)),
    ).toEqual([]);
  }
  return elements;
}

const withId = (elements: Element[], id: string) => elements.find((one) => attribute(one, "id") === id);

test("a form that comes back shows what was typed, as text", async () => {
  for (const text of hostileTexts) {
    const { status, page } = await visitor.write({ name: text, phone: text.slice(0, 40), message: text });
    expect(status).toBe(422);
    const elements = harmless(page);
    expect(attribute(withId(elements, "name"), "value")).toBe(text);
    expect(attribute(withId(elements, "phone"), "value")).toBe(text.slice(0, 40));
    const message = withId(elements, "message");
    expect(message && textIn(message)).toBe(text);
  }
});

test("what a visitor wrote arrives as written, is mirrored as text, and is in no text to the phone", async () => {
  // As many as the widget takes in an hour.
  for (const text of hostileTexts.filter((_, at) => at % 3 === 0)) {
    const phone = freshPhone();
    const visit = { page: `https://dealer.example/${text}`, referrer: text };
    const { status, page } = await visitor.write({
      name: "<b onclick=injected()>Dana</b>",
      phone,
      message: text,
      ...visit,
    });
    expect([status, text]).toEqual([200, text]);
    await app.jobs.runAll();
    const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    const chat = data.allActiveChats.find(({ customer }) => customer.phone === phone);
    const [written] = await fixture.messages(chat?.id ?? 0);
    expect(written?.message).toBe(text);
    const [automatic, ...others] = fixture.sentTo(phone).map(({ body }) => body);
    expect(others).toEqual([]);
    expect(automatic).toMatch(/^Dealer [\d-]+: We got your message/);
    expect(automatic).not.toContain(text);

    const session = attribute(
      harmless(page).find((one) => attribute(one, "name") === "session"),
      "value",
    );
    const code = /Enter (\d{6})/.exec(automatic ?? "")?.[1] ?? "";
    const answers = await post("code", { session: session ?? "", code });
    const shown = harmless(answers.page).find(({ tagName, attrs }) => tagName === "li" && attrs.length > 0);
    expect(shown && textIn(shown)).toContain(text);
  }
});

const post = async (path: string, fields: Record<string, string>) => {
  const answer = await app.http.inject({
    method: "POST",
    url: `/w/${visitor.key}/${path}`,
    remoteAddress: freshAddress(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, page: answer.payload };
};

test("hostile texts for a token, a session or a code are refused without an echo", async () => {
  for (const text of hostileTexts) {
    const asked = await visitor.send({ token: text, name: "Dana Fox", phone: freshPhone(), message: "Hi" });
    expect(asked.status).toBe(422);
    harmless(asked.page);
    for (const path of ["code", "answers"]) {
      const { status, page } = await post(path, { session: text, seen: text, code: text });
      expect(status).toBe(410);
      harmless(page);
      expect(page).not.toContain(text);
    }
    expect((await post("answers/next", { session: text, seen: text })).status).toBe(410);
  }
});

describe("a body that no form sends", () => {
  const form = "application/x-www-form-urlencoded";
  const cases: [what: string, type: string, payload: string][] = [
    [
      "100 kB of a message",
      form,
      new URLSearchParams({ name: "D", phone: "9095550101", message: "x".repeat(100_000) }).toString(),
    ],
    ["repeated fields", form, "name=a&name=b&phone=9095550101&phone=9095550102&message=a&message=b"],
    ["broken escapes", form, "name=%&phone=%zz&message=%c3%28"],
    ["a zero byte", form, "name=a%00b&phone=9095550101&message=%00"],
    ["a field of the prototype", form, "__proto__=x&constructor=y&name=a&phone=1&message=b"],
    ["JSON", "application/json", '{"name":{"$ne":1},"phone":[],"message":null}'],
    ["broken JSON", "application/json", '{"name":'],
    ["another type", "text/xml", "<name/>"],
    ["nothing", form, ""],
  ];
  test.each(cases)("%s is answered calmly", async (_what, type, payload) => {
    const { token } = await visitor.open();
    app.clock.advance(10_000);
    const answer = await app.http.inject({
      method: "POST",
      url: `/w/${visitor.key}`,
      remoteAddress: freshAddress(),
      headers: { "content-type": type },
      payload: type === form ? `token=${encodeURIComponent(token)}&${payload}` : payload,
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  test("more than a form may hold is refused", async () => {
    const payload = `message=${"x".repeat(300_000)}`;
    const headers = { "content-type": form };
    const answer = await app.http.inject({ method: "POST", url: `/w/${visitor.key}`, headers, payload });
    expect(answer.statusCode).toBe(413);
  });

  test("a message that is too long says how long it may be", async () => {
    const { status, page } = await visitor.write({ phone: freshPhone(), message: "x".repeat(maxMessage + 1) });
    expect(status).toBe(422);
    expect(page).toContain(String(maxMessage));
  });
});
