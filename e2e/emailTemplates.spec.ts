import type { Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { registerBusiness } from "./business.ts";

const button = (on: Page | Locator, name: string) => on.getByRole("button", { name, exact: true });
const editorOf = (page: Page) => page.getByRole("textbox", { name: "Email", exact: true });
const mailIn = (page: Page) =>
  page.getByRole("region", { name: "The email as it looks" }).locator("iframe").contentFrame();
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Between two keys of somebody fast; a phone's editor reads what its keyboard wrote. */
const peopleTypeMs = 30;

const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test("a template begins with a starter, gets a variable, a picture and a button, and opens again unchanged", async ({
  page,
  request,
  signIn,
  isMobile,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/email-templates");
  await expect(page.getByText("Write an email once, then use it in every campaign.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: /^Service reminder/ }).click();

  const editor = editorOf(page);
  await expect(page.getByRole("textbox", { name: "Template Title" })).toHaveValue("Service reminder");
  await expect(editor).toContainText("Hi First name or “there”,");
  await expect(mailIn(page).getByText("Hi Maria,")).toBeVisible();
  await expect(mailIn(page).getByText("Unsubscribe")).toBeVisible();
  await expect(page.getByText("1 link has no address yet.")).toBeVisible();
  await page.getByRole("textbox", { name: "Template Title" }).fill("");
  await button(page, "Save").click();
  await expect(page.getByText("Template Title is required").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Template Title" }).fill("Winter service");

  // The starter's button gets its address.
  await editor.getByText("Book a visit").dblclick();
  const buttonDialog = page.getByRole("dialog", { name: "Button" });
  await expect(buttonDialog.getByLabel("Button text")).toHaveValue("Book a visit");
  await buttonDialog.getByLabel("Leads to").fill("javascript:alert(1)");
  await button(buttonDialog, "Apply").click();
  await expect(buttonDialog.getByText("Enter a web address")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await buttonDialog.getByLabel("Leads to").fill("harbor.example/book");
  await button(buttonDialog, "Apply").click();
  await expect(buttonDialog).toBeHidden();
  await expect(page.getByText("Every link has an address.")).toBeVisible();

  await editor.getByText("See you soon,").click();
  // The editor learns of the new selection a moment later; the button is no longer the selected one then.
  await expect(editor.locator(".ProseMirror-selectednode")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Yours, ");
  await button(page, "Insert variable").click();
  await page.getByRole("menuitem", { name: "Customer name" }).click();
  await expect(editor).toBeFocused();
  await page.keyboard.type(" of %last_name%!");
  await expect(editor).toContainText("Yours, Customer name of Last name!");
  await expect(mailIn(page).getByText("Yours, Maria Lopez of Lopez!")).toBeVisible();
  // The business is written as it is called now.
  await button(page, "Insert variable").click();
  await page.getByRole("menuitem", { name: "Company name" }).click();
  await expect(editor).toContainText("of Last name!Haddad Autos");
  await expect(editor).toBeFocused();
  await button(page, "Align center").click();
  await button(page, "Text color").click();
  await page.getByRole("menuitemradio", { name: "Teal" }).click();
  await expect(editor).toBeFocused();
  await page.keyboard.type(" in teal", { delay: peopleTypeMs });

  await page.keyboard.press("Enter");
  await button(page, "Picture").click();
  const pictureDialog = page.getByRole("dialog", { name: "Picture" });
  await button(pictureDialog, "Insert").click();
  await expect(pictureDialog.getByText("Choose a picture")).toBeVisible();
  await pictureDialog
    .locator("input[type=file]")
    .setInputFiles({ name: "lot.png", mimeType: "image/png", buffer: png });
  await expect(pictureDialog.getByRole("img")).toBeVisible();
  await button(pictureDialog, "Insert").click();
  await expect(pictureDialog.getByText("Enter a width from 16 to 552")).toBeVisible();
  await expect(pictureDialog.getByText("Describe the picture")).toBeVisible();
  await pictureDialog.getByLabel("Description").fill("Our lot in the snow");
  await pictureDialog.getByLabel("Width in pixels").fill("300");
  await expectNoAxeViolationsInBothSchemes(page);
  await button(pictureDialog, "Insert").click();
  await expect(pictureDialog).toBeHidden();
  await expect(editor.getByRole("img", { name: "Our lot in the snow" })).toBeVisible();
  const shown = mailIn(page).getByRole("img", { name: "Our lot in the snow" });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1);
  await expect(page.getByText("Every picture has a description.")).toBeVisible();

  await expectNoAxeViolationsInBothSchemes(page);
  expect(await overflows(page)).toBe(false);
  const preview = page.getByRole("region", { name: "The email as it looks" });
  await button(preview, "Phone").click();
  await preview.getByRole("switch", { name: "Dark" }).click();
  await expect(mailIn(page).getByText("Unsubscribe")).toBeVisible();
  expect(await overflows(page)).toBe(false);
  const list = page.waitForResponse((answer) => answer.url().endsWith("/api/templates/email") && answer.ok());
  await button(page, "Save").click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await list;
  await expect(button(page, "Update")).toBeVisible();

  // What was saved is what opens, and looking at it changes nothing.
  const written = await editor.innerHTML();
  await page.reload();
  await expect(editor).toContainText("Yours, Customer name of Last name!Haddad Autos in teal");
  expect(await editor.innerHTML()).toBe(written);
  await editor.getByText("See you soon,").click();
  await page.keyboard.type("!");
  await page.keyboard.press("Backspace");
  await button(page, isMobile ? "All templates" : "Create New Template").click();
  await expect(page.getByRole("dialog", { name: "Discard changes?" })).toHaveCount(0);
  if (isMobile) await button(page, "Create New Template").click();

  const title = page.getByRole("textbox", { name: "Template Title" });
  await expect(title).toHaveValue("");
  await title.fill("Not saved");
  await button(page, isMobile ? "All templates" : "Create New Template").click();
  await button(page.getByRole("dialog", { name: "Discard changes?" }), "Discard").click();
  await page.getByRole("searchbox", { name: "Search templates" }).fill("nothing like it");
  await expect(page.getByText("No matching records found")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search templates" }).fill("checkup");
  await page.getByRole("button", { name: /^Winter service/ }).click();
  await button(page, "Edit as HTML").click();
  const source = page.getByLabel("HTML of the email");
  await expect(source).toHaveValue(/<a href="https:\/\/harbor\.example\/book"/);
  await expect(source).toHaveValue(/%first_name\|there%/);
  await expect(source).toHaveValue(
    /<p style="text-align:center">Yours, .*<span style="color:#016b70"> in teal<\/span><\/p>/,
  );
  await button(page, "Edit as text").click();
  await expect(editor).toContainText("Time for a checkup?");
  await button(page, "Delete").click();
  await button(page.getByRole("dialog", { name: "Delete this template?" }), "Delete").click();
  await expect(page.getByText("Template deleted")).toBeVisible();
  await expect(page.getByText("Write an email once, then use it in every campaign.")).toBeVisible();
});

test("every starter is saved and opened again as text, as it was written @once", { tag: "@deep" }, async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/email-templates");
  const starters = page.getByRole("region", { name: "Starters" }).getByRole("button");
  await expect(starters).toHaveCount(5);
  for (const starter of await starters.all()) {
    await starter.click();
    await expect(starter).toHaveAttribute("aria-current", "true");
    await expect(editorOf(page)).toContainText("Company name");
    const words = await editorOf(page).innerText();
    await button(page, "Save").click();
    await expect(page).toHaveURL(/template=\d+$/);
    await page.reload();
    await expect(button(page, "Update")).toBeVisible();
    await expect.poll(() => editorOf(page).innerText()).toBe(words);
  }
});

/** Each would call `alert` or ask another host if a page ran it. */
const hostile = [
  "<script>alert(1)</script><p>Read me</p>",
  '<img src=x onerror="alert(1)"><svg onload="alert(1)"></svg>',
  '<a href="javascript:alert(1)">Click</a><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="background:url(https://evil.example/a.png)">Hi</p><style>@import "https://evil.example/b.css"</style>',
  '<table class="button"><td><a href="data:text/html,<script>alert(1)</script>">%first_name%</a></td></table>',
].join("");

/** Reading HTML into a document of its own tells of each handler that the policy kept from running. */
const withoutHandlers = (refusals: readonly string[]) =>
  refusals.filter((text) => !text.includes("inline event handler"));

test("nothing in a hostile template runs while it is edited and previewed", async ({
  page,
  request,
  signIn,
  refusals,
}) => {
  await signIn(page, await registerBusiness(request));
  const events: string[] = [];
  page.on("dialog", (dialog) => {
    events.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (one) => void (one.url().includes("evil.example") && events.push(one.url())));
  await page.goto("/email-templates?template=new");
  await button(page, "Edit as HTML").click();
  const source = page.getByRole("textbox", { name: "HTML of the email" });
  await source.fill(hostile);
  await expect(page.frameLocator("iframe").locator("body")).toContainText("Read me");
  await button(page, "Convert anyway").click();
  await button(page.getByRole("dialog", { name: "Convert this email?" }), "Convert").click();
  await expect(editorOf(page)).toContainText("Read me");
  await editorOf(page).press("ControlOrMeta+End");
  await page.keyboard.type(" End");
  await expect(page.frameLocator("iframe").locator("body")).toContainText("End");
  expect(events).toEqual([]);
  expect(withoutHandlers(refusals.splice(0))).toEqual([]);
});

test("what pasted HTML loses is named, and what it hides stays out", { tag: ["@once", "@deep"] }, async ({
  page,
  request,
  signIn,
  refusals,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/email-templates");
  await page.getByRole("button", { name: /^Service reminder/ }).click();
  const editor = editorOf(page);
  await editor.click();
  const html =
    '<div style="display:none">Secret preheader</div><p onclick="x()">Pasted words</p><script>x()</script><form><input></form>' +
    '<a href="javascript:x()">Bad</a> <a href="sms:+19095550123">Text us</a><img src="https://other.example/1.png">';
  const paste = (text: string) =>
    editor.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", pasted);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste(html);
  const note = page.getByRole("status").filter({ hasText: "Removed from what you pasted" });
  await expect(note).toHaveText(
    "Removed from what you pasted: scripts, forms, hidden text, links that aren't web, email, phone or text addresses, and pictures from other servers.",
  );
  await expect(editor).toContainText("Pasted words");
  await expect(editor).not.toContainText("Secret preheader");
  await expect(editor.getByRole("link", { name: "Text us" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await paste("<p>Plain</p>");
  await expect(note).toBeHidden();

  await button(page, "Edit as HTML").click();
  const source = page.getByRole("textbox", { name: "HTML of the email" });
  await source.fill(`${await source.inputValue()}<script>x()</script><form><input></form>`);
  await expect(page.getByText("Removed when you save: scripts and forms.")).toBeVisible();
  expect(withoutHandlers(refusals.splice(0))).toEqual([]);
});
