import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, ownerToken, test } from "./app.ts";
import { bubble, newChat, row } from "./conversation.ts";

test("a location that turns the reply after hours on answers a text while it is closed", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { customer, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/settings/automatic-texts");
  const card = page.getByRole("region", { name: "After-hours reply" });
  const on = card.getByRole("switch", { name: "Reply to texts while you're closed" });
  await expect(on).not.toBeChecked();
  await on.press("Space");
  const words = card.getByLabel("Outside business hours");
  await words.fill("%fist_name%");
  const save = card.getByRole("button", { name: "Save after-hours reply" });
  await save.click();
  await expect(words).toHaveAccessibleDescription(/There is no variable %fist_name%/);
  await words.fill("Hi %first_name%, we're closed. We'll reply ");
  await words.press("End");
  await card.getByRole("button", { name: "Insert when we answer" }).first().click();
  await expect(card.getByRole("definition").nth(1)).toContainText(
    /Hi Maria, we're closed\. We'll reply .+ at \d+:\d\d [AP]M/,
  );
  await expectNoAxeViolationsInBothSchemes(page);
  await save.click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // Closed for as long as this takes.
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const profile = await request.get("/api/profile", { headers });
  const { location_id } = ((await profile.json()) as { data: { location_id: number } }).data;
  const address = `/api/locations/hours/${location_id}`;
  const before = (await (await request.get(address, { headers })).json()) as {
    data: { week: unknown; closed: unknown };
  };
  const { week, closed } = before.data;
  const setHours = async (data: object) => expect((await request.post(address, { headers, data })).ok()).toBe(true);
  await setHours({ week: Array.from({ length: 7 }, () => null), closed });
  try {
    await phone.text("Is the Accord still there?");
    await expect.poll(phone.received).toContainEqual("Hi Dana, we're closed. We'll reply as soon as we can");
  } finally {
    await setHours({ week, closed });
    const off = { is_on: 0, closed_words: "", holiday_words: "" };
    expect((await request.post("/api/auto-replies", { headers, data: off })).ok()).toBe(true);
  }
  await openInApp(page, "/inbox/all");
  await expect(row(page, customer)).toContainText("Auto:");
  await row(page, customer).click();
  await expect(bubble(page, "Hi Dana, we're closed.")).toContainText("Automatic · After hours");
});
