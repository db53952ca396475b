import { randomUUID } from "node:crypto";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { app, expect, ownerToken, test } from "./app.ts";
import { newCustomerInput } from "./customer.ts";

/** Somebody fills in a form of the page that a location connected. */
async function fillIn(token: string, person: { last_name: string; phone: string }) {
  const response = await fetch(`${app.url}/simulator/api/leads`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ to: token, way: "facebook", first_name: "Fay", email: "", comments: "", ...person }),
  });
  expect(response.ok, await response.text()).toBe(true);
}

test("Facebook's forms become leads, and the owner says what else does", { tag: ["@phone", "@layout"] }, async ({
  page,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const { data } = (await (await request.get("/api/leads/address", { headers })).json()) as { data: { url: string } };
  await signIn(page, "owner");
  await page.goto("/settings/leads");
  const pages = page.getByRole("region", { name: "Facebook lead forms" });
  const connect = pages.getByRole("button", { name: /^(Connect simulated Facebook|Add a page)$/ });
  const use = pages.getByRole("button", { name: /^Use this page/ });
  await expect(connect.or(use).first()).toBeVisible();
  if (await connect.isVisible()) await connect.click();
  await use.first().click();
  await expect(pages.getByText("Connected", { exact: true }).first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await fillIn(data.url.split("/").at(-1) ?? "", { last_name: person.last_name, phone: person.phone });
  await page.goto("/leads");
  await page.getByRole("searchbox", { name: "Search leads" }).fill(person.last_name);
  await expect(page.getByText(`Fay ${person.last_name}`).first()).toBeVisible();

  await page.goto("/settings/leads");
  const widget = page.getByRole("switch", { name: "Messages from the website widget" });
  const wasOn = await widget.isChecked();
  await widget.click();
  await expect(widget).toBeChecked({ checked: !wasOn });
  await page.reload();
  await expect(widget).toBeChecked({ checked: !wasOn });
  await widget.click();
  await expect(widget).toBeChecked({ checked: wasOn });

  const disconnect = pages.getByRole("button", { name: /^Disconnect:/ }).first();
  await disconnect.click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Page disconnected")).toBeVisible();
});

test("a list of the inbox is saved as a view, and is opened by it", { tag: "@once" }, async ({ page, signIn }) => {
  const name = `Waiting ${randomUUID().slice(0, 8)}`;
  await signIn(page, "manager");
  await page.goto("/inbox/unreplied?sort=waiting");
  const views = page.getByRole("navigation", { name: "Views" });
  await page.getByRole("button", { name: /^Filter: / }).click();
  await page.getByRole("menuitem", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  const view = views.getByRole("link", { name });
  await expect(view).toHaveAttribute("aria-current", "true");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.goto("/inbox/all");
  await view.click();
  await expect(page).toHaveURL(/\/inbox\/unreplied\?sort=waiting$/);
  await views.getByRole("button", { name: `Options for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(view).toBeHidden();
});
