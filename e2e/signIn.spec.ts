import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test, waitForHydration } from "./app.ts";

test("signing in by keyboard alone leads to the inbox, and signing out forgets everything", async ({ page, app }) => {
  await page.goto("/login");
  await expect(page).toHaveTitle(/Rooftop/);
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await expect(page.getByLabel(/^Email/)).toBeFocused();
  await page.keyboard.type(app.emails.owner);
  await page.keyboard.press("Tab");
  await page.keyboard.type(app.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox\/all/);

  await expect(page.getByRole("button", { name: "Search or jump to" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search or jump to" });
  await expect(search).toBeFocused();
  await page.keyboard.type("leaderb");
  await expect(page.getByRole("option", { name: "Leaderboard" })).toHaveAttribute("aria-selected", "true");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/leaderboard/);
  await expect(search).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("listbox").getByRole("option").first()).toHaveText("Leaderboard");
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);

  const stored = () => page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("business_name")]);
  expect(await stored()).toEqual([expect.stringMatching(/^[\w-]{43}$/), "Sunrise Motors"]);

  await page.getByRole("button", { name: "Olivia Grant", exact: true }).click();
  await page.getByRole("menuitem", { name: "logout" }).click();
  await page.waitForURL(/\/login/);
  await expect(page.getByText("You are logged out")).toBeVisible();
  expect(await stored()).toEqual([null, null]);
  await page.goto("/customers?search=Lopez");
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
});

test("signing in leads to the address asked for, after a session's end too, and never elsewhere", {
  tag: "@once",
}, async ({ page, app }) => {
  const login = async () => {
    await page.getByLabel(/^Email/).fill(app.emails.owner);
    await page.getByLabel(/^Password/).fill(app.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
  };
  await page.goto("/tasks?show=done");
  await expect(page).toHaveURL(/\/login\?next=%2Ftasks%3Fshow%3Ddone$/);
  await login();
  await expect(page).toHaveURL(/\/tasks\?show=done$/);

  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  await page.request.post("/api/logout", { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page.getByText("You were signed out. Sign in to continue; your draft is saved.")).toBeVisible();
  await login();
  await expect(page).toHaveURL(/\/tasks\?show=done$/);

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login?next=//elsewhere.example/inbox");
  await login();
  await expect(page).toHaveURL(new RegExp(`^${app.url}/inbox/all$`));
});

test("an unknown path leads to the login, the password can be shown, and a wrong one is reported", {
  tag: ["@once", "@deep"],
}, async ({ page, app }) => {
  await page.goto("/no-such-page");
  const password = page.getByLabel(/^Password/);
  await password.fill("not the password");
  await expect(password).toHaveAttribute("type", "password");
  await waitForHydration(page);
  await page.getByRole("button", { name: /show|toggle/i }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: /show|toggle/i }).click();
  await expect(password).toHaveAttribute("type", "password");

  await page.getByLabel(/^Email/).fill(app.emails.agent);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Incorrect email or password.").first()).toBeVisible();
  await expect(page.getByLabel(/^Email/)).toHaveValue(app.emails.agent);
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeEnabled();
});
