import type { APIRequestContext, FrameLocator, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { composer, log, newChatCustomer, phoneOf } from "./conversation.ts";
import { startWebsite } from "./website.ts";

async function snippetOf(request: APIRequestContext, app: OwnerLogin): Promise<string> {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const answer = await request.post("/api/profile-settings", { headers, data: {} });
  return ((await answer.json()) as { data: { messaging_script: string } }).data.messaging_script;
}

const frameOf = (page: Page): FrameLocator => page.frameLocator("iframe[data-rooftop]");
const widthOf = async (page: Page) => (await page.locator("iframe[data-rooftop]").boundingBox())?.width ?? 0;

/** Sends the form; one that was filled in as fast as a journey does is asked for again. */
async function send(frame: FrameLocator | Page) {
  const sent = frame.getByRole("heading", { name: "We got your message" });
  await expect(async () => {
    // It may have been sent just after the last try gave up waiting.
    if (await sent.isVisible()) return;
    await frame.getByRole("button", { name: "Send" }).press("Enter", { timeout: 2_000 });
    await expect(sent).toBeVisible({ timeout: 4_000 });
  }).toPass();
}

test("a visitor of the dealer's website writes by keyboard, the team answers, and the phone gets it", async ({
  page,
  browser,
  request,
  app,
  signIn,
}) => {
  // The website's policy refuses the snippet's own style, but not its script.
  const website = await startWebsite(await snippetOf(request, app), { allowsInlineStyles: false });
  const customer = newChatCustomer();
  const visitor = await browser.newPage({ viewport: page.viewportSize() });
  await visitor.goto(`${website.url}?utm_source=google`);
  const frame = frameOf(visitor);
  const bubble = frame.getByRole("button", { name: "Text us" });
  await expect(bubble).toBeVisible();
  await expect.poll(() => widthOf(visitor)).toBeLessThan(200);
  // Only the frame itself says how large it is.
  await visitor.evaluate(async () => {
    const said = { rooftop: "size", isOpen: true, width: 900, height: 900, side: "left" };
    const heard = new Promise((resolve) =>
      addEventListener("message", ({ source }) => source === window && resolve(1)),
    );
    const foreign = document.createElement("iframe");
    document.body.append(foreign);
    const script = document.createElement("script");
    script.textContent = `parent.postMessage(${JSON.stringify(said)}, "*")`;
    foreign.contentDocument?.body.append(script);
    postMessage(said);
    await heard;
    foreign.remove();
  });
  expect(await widthOf(visitor)).toBeLessThan(200);
  await visitor.getByRole("link", { name: "All trucks" }).focus();
  await visitor.keyboard.press("Tab");
  await expect(bubble).toBeFocused();
  await visitor.keyboard.press("Enter");
  await expect(frame.getByLabel("Name")).toBeFocused();
  await visitor.keyboard.press("Escape");
  await expect(bubble).toBeFocused();
  await expect.poll(() => widthOf(visitor)).toBeLessThan(200);
  await visitor.keyboard.press("Enter");
  await expect(frame.getByLabel("Name")).toBeFocused();
  expect(await widthOf(visitor)).toBeGreaterThan(300);
  await visitor.keyboard.type(customer.name);
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type("555");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type("Is the F-150 still there?");
  await frame.getByRole("button", { name: "Send" }).press("Enter");
  await expect(frame.getByText("Enter a 10-digit US phone number")).toBeVisible();
  await expect(frame.getByLabel("Cell phone")).toBeFocused();
  await frame.getByLabel("Cell phone").fill(customer.phone);
  await frame.getByLabel("Cell phone").press("Tab");
  await expect(frame.getByLabel("Cell phone")).toHaveValue(/^\(\d{3}\) \d{3}-\d{4}$/);
  await expect(frame.getByRole("checkbox")).not.toBeChecked();
  await send(frame);

  await signIn(page, "owner");
  await page.goto("/inbox/all");
  const row = page.locator("a[data-chat]", { hasText: customer.name });
  await expect(row).toContainText("Phone not confirmed");
  await row.click();
  await expect(log(page)).toContainText("Is the F-150 still there?");
  await expect(log(page)).toContainText(`Website · ${website.host}/trucks/f150`);
  await expectNoAxeViolationsInBothSchemes(page);
  await composer(page).fill("It is. Come by today!");
  await composer(page).press("Enter");
  const phone = await phoneOf(customer);
  await expect
    .poll(phone.received)
    .toEqual([expect.stringContaining("We got your message from our website"), "It is. Come by today!"]);

  // The code from the text proves the phone, and the page shows the replies as well.
  const head = page.getByRole("heading", { name: customer.name }).locator("..");
  await expect(head).toContainText("Phone not confirmed");
  const code = frame.getByLabel("Code from our text");
  await code.fill("12");
  await code.press("Enter");
  await expect(frame.getByText("Enter the 6 digits from our text")).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(/Enter (\d{6})/.exec((await phone.received())[0] ?? "")?.[1] ?? "");
  await code.press("Enter");
  const mirrored = frame.getByRole("log", { name: "Messages" });
  await expect(mirrored.getByRole("listitem")).toContainText(["Is the F-150 still there?", "It is. Come by today!"]);
  await expect(head).not.toContainText("Phone not confirmed");
  await phone.text("On my way");
  await expect(log(page)).toContainText("On my way");
  await composer(page).fill("See you soon");
  await composer(page).press("Enter");
  await expect(mirrored.getByRole("listitem")).toContainText([/F-150/, /Come by/, "On my way", "See you soon"]);
  await expect(frame.locator("main")).toMatchAriaSnapshot(`
    - main:
      - heading /^Text/ [level=1]
      - paragraph
      - button "Close"
      - heading "Your conversation" [level=2]
      - log "Messages":
        - list:
          - listitem:
            - text: You
            - time
            - paragraph: Is the F-150 still there?
          - listitem:
            - time
            - paragraph: It is. Come by today!
          - listitem:
            - text: You
            - time
            - paragraph: On my way
          - listitem:
            - time
            - paragraph: See you soon
      - paragraph: Replies appear here as they come.
  `);
  expect(await frame.locator("html").evaluate((page) => page.scrollWidth - page.clientWidth)).toBeLessThanOrEqual(0);

  // On another page of the website the conversation is found again.
  await visitor.reload();
  await bubble.click();
  await frame.getByRole("button", { name: "Back to your conversation" }).click();
  await expect(mirrored).toContainText("See you soon");
  await visitor.close();
  await website.close();
});

test("a website without scripts leads to the form in a tab of its own, and it works", {
  tag: ["@once", "@deep"],
}, async ({ browser, request, app }) => {
  const website = await startWebsite(await snippetOf(request, app));
  const customer = newChatCustomer();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  await visitor.goto(website.url);
  const covered = await visitor.locator("iframe[data-rooftop]").boundingBox();
  expect([covered?.width, covered?.height]).toEqual([160, 76]);
  const opened = visitor.waitForEvent("popup");
  await frameOf(visitor).getByRole("link", { name: "Text us" }).click();
  const frame = await opened;
  await frame.getByLabel("Name").fill(customer.name);
  await frame.getByLabel("Cell phone").fill(customer.phone);
  await frame.getByLabel("Message").fill("Hello without scripts");
  await send(frame);
  const phone = await phoneOf(customer);
  await expect.poll(phone.received).toHaveLength(1);
  await frame.getByLabel("Code from our text").fill(/Enter (\d{6})/.exec((await phone.received())[0] ?? "")?.[1] ?? "");
  await frame.getByRole("button", { name: "Show replies here, too" }).click();
  const messages = frame.getByRole("log", { name: "Messages" }).getByRole("listitem");
  await expect(messages).toHaveCount(1);
  await phone.text("And by phone");
  await expect(async () => {
    await frame.getByRole("button", { name: "Check for replies" }).click({ timeout: 2_000 });
    await expect(messages).toContainText(["Hello without scripts", "And by phone"], { timeout: 3_000 });
  }).toPass();
  await context.close();
  await website.close();
});

test("where the website's script is blocked, a frame of the former size can be closed", {
  tag: ["@once", "@deep"],
}, async ({ page, request, app }) => {
  const snippet = await snippetOf(request, app);
  const website = await startWebsite(snippet.replace("width:160px;height:76px", "width:380px;height:640px"));
  await page.route("**/w/widget.js", (route) => route.abort());
  await page.goto(website.url);
  const frame = frameOf(page);
  await expect(frame.getByLabel("Name")).toBeVisible();
  await frame.getByRole("button", { name: "Close" }).click();
  await expect(frame.getByLabel("Name")).toBeHidden();
  await expect(frame.getByRole("link", { name: "Text us" })).toBeVisible();
  await website.close();
});

test("the page in the frame has no accessibility violations, filled in wrong or right", {
  tag: ["@once", "@deep"],
}, async ({ page, request, app }) => {
  const [, address = ""] = /src="([^"]+)"/.exec(await snippetOf(request, app)) ?? [];
  await page.goto(new URL(address).pathname);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await expect(page.locator("#write")).toMatchAriaSnapshot(`
    - text: Name
    - textbox "Name"
    - text: Cell phone
    - textbox "Cell phone"
    - text: Message
    - textbox "Message"
    - checkbox /^Also text me offers/
    - button "Send"
  `);
  const customer = newChatCustomer();
  await page.getByLabel("Name").fill(customer.name);
  await page.getByLabel("Cell phone").fill(customer.phone);
  await page.getByLabel("Message").fill("Hello");
  const code = page.getByLabel("Code from our text");
  await expect(async () => {
    if (await code.isVisible()) return;
    await page.getByRole("button", { name: "Send" }).click({ timeout: 2_000 });
    await expect(code).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Show replies here, too" }).click();
  await expect(page.getByText("Enter the code from our text")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  const phone = await phoneOf(customer);
  await code.fill(/Enter (\d{6})/.exec((await phone.received())[0] ?? "")?.[1] ?? "");
  await page.getByRole("button", { name: "Show replies here, too" }).click();
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("Hello");
  await expectNoAxeViolationsInBothSchemes(page);
});

test("a manager sees the widget while changing it, and copies its snippet", { tag: ["@once", "@deep"] }, async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "manager");
  await page.goto("/settings/website-messaging");
  const section = page.getByRole("region", { name: "Website messaging", exact: true });
  await section.getByLabel("Greeting", { exact: true }).fill("Ask us anything");
  const preview = section.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Ask us anything");
  await section.getByLabel("Websites allowed to show it").fill("example.com\nnot a site!");
  await section.getByRole("button", { name: "Save website messaging" }).click();
  await expect(section.getByText("Enter a website like example.com")).toBeVisible();
  await section.getByLabel("Websites allowed to show it").fill("");
  await section.getByRole("button", { name: "Save website messaging" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await section.getByRole("button", { name: "Copy" }).click();
  await expect(section.getByRole("button", { name: "Copied" })).toBeVisible();
});
