import { randomUUID } from "node:crypto";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";

test("a view is saved, changed, opens its page and is deleted", { tag: ["@phone", "@layout"] }, async ({
  page,
  signIn,
}) => {
  const name = `Closed ${randomUUID().slice(0, 8)}`;
  const views = page.getByRole("navigation", { name: "Views" });
  const view = views.getByRole("link", { name });
  const show = page.getByRole("combobox", { name: "Show", exact: true });
  const choose = async (option: string) => {
    await views.getByRole("button", { name: `Options for ${name}` }).click();
    await page.getByRole("menuitem", { name: option }).click();
  };
  await signIn(page, "manager");
  await page.goto("/tasks?show=all");
  await views.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(view).toHaveAttribute("aria-current", "true");
  await expectNoAxeViolationsInBothSchemes(page);

  await show.selectOption("done");
  await expect(views.getByText("View changed")).toBeVisible();
  await views.getByRole("link", { name: "Reset" }).click();
  await expect(show).toHaveValue("all");
  await show.selectOption("done");
  await views.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views.getByText("View changed")).toBeHidden();

  await choose("Open this page with it");
  await expect(page.getByText("Opening view changed")).toBeVisible();
  await page.goto("/tasks");
  await expect(show).toHaveValue("done");
  await views.getByRole("link", { name: "All", exact: true }).click();
  await expect(show).not.toHaveValue("done");
  await view.click();
  await choose("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(view).toBeHidden();
  await page.goto("/tasks");
  await expect(show).not.toHaveValue("done");
});
