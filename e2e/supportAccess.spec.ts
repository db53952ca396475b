import { type Page, request as requests } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";

const reason = "The owner asked why a text did not arrive";

// The session becomes the support access, so no other journey may share it.
test.beforeEach(({ sessions, app }) => void sessions.delete(app.emails.admin));
test.afterEach(({ sessions, app }) => void sessions.delete(app.emails.admin));

const banner = (page: Page) => page.getByRole("region", { name: "Viewing an account" });

async function openDialog(page: Page) {
  await page.goto("/admin/clients?q=demo");
  const row = page.getByRole("row").filter({ hasText: "owner@demo.rooftop.test" });
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "View as client" }).click();
  return page.getByRole("dialog", { name: /^View as/ });
}

test("the operator gets support access, sees the account read-only, leaves, and the owner sees the visit", async ({
  page,
  app,
  signIn,
}) => {
  await signIn(page, "admin");
  const dialog = await openDialog(page);
  await dialog.getByLabel(/^Reason/).fill("Help");
  await dialog.getByRole("button", { name: "View as client" }).click();
  await expect(dialog.getByText("Enter a reason of at least 10 characters")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByLabel("For").selectOption("30");
  await dialog.getByRole("button", { name: "View as client" }).click();

  await expect(page).toHaveURL(/\/inbox\/all/);
  await expect(banner(page)).toContainText("View only.");
  await expect(banner(page)).toContainText("30 minutes left");
  await expectNoAxeViolationsInBothSchemes(page);

  await openInApp(page, "/customers");
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  // Actions that the screens don't offer are refused, too.
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const direct = await requests.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const refused = await direct.post("/api/customers/add", { data: { first_name: "Mallory", phone: "2125550199" } });
  expect(refused.status()).toBe(403);
  expect((await refused.json()).message).toBe("View only. You can't change anything in this account.");
  expect((await direct.post("/api/admin/clients/dt")).status()).toBe(403);
  await direct.dispose();

  await banner(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();

  await signIn(page, "owner");
  await page.goto("/settings/staff-access");
  await expect(page.getByRole("table", { name: "When Rooftop staff accessed your account" })).toContainText(reason);
  await expectNoAxeViolationsInBothSchemes(page);
});

/** Each screen of the client's menu, its heading, and a text that appears once its rows have loaded. */
const clientScreens = [
  ["/inbox/all", "Inbox", /./],
  ["/dashboard2?places=all", "Dashboard", /in \d+ conversations?/],
  ["/appointments", "Appointments", /Pending|Completed|No Show/],
  ["/tasks", "Tasks", /Task Descr|No /],
  ["/alerts", "Alerts", /Leadsheet|No /],
  ["/customers/lists", "Customer Lists", /List Name|No /],
  ["/customers", "Customers", /Opted in|No consent yet/],
  ["/customers/duplicates", "Possible duplicates", /Customers who may be the same person/],
  ["/customers/deleted", "Deleted customers", /can be restored/],
  ["/leaderboard", "Leaderboard", /Andre Silva/],
  ["/team", "Team", /Olivia Grant/],
  ["/report", "Report", /Andre Silva/],
  ["/locations", "Locations", /Downtown/],
] as const;

/** Controls that change or export something; a name that ends in a number is a figure. */
const mutatingControls =
  /^(?!.*\d%?$)(Invite|Add|Create|Send|New|Export|Upload|Rules|Alert rules|Delete|Edit|Merge|Undo|Restore|Not the same|Remove|Close conversation|Reopen|Assign to|Pin|Clear|Opt|Save|Dismiss|Download|Choose|Write|Discard|Take)\b/;

test("support access offers no forbidden action on any screen, and none of its requests is refused", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn }) => {
  await signIn(page, "admin");
  const dialog = await openDialog(page);
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole("button", { name: "View as client" }).click();
  await expect(banner(page)).toBeVisible();

  const refused: string[] = [];
  page.on("response", (answer) => void (answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`)));
  const main = page.getByRole("main");
  const expectNoDeeds = async (path: string) => {
    const buttons = main.getByRole("button", { name: mutatingControls, disabled: false });
    const links = main.getByRole("link", { name: mutatingControls });
    await expect(buttons.or(links).or(main.getByRole("switch", { disabled: false })), path).toHaveCount(0);
    expect(refused).toEqual([]);
  };
  for (const [path, title, shown] of clientScreens) {
    await openInApp(page, path);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(main.getByText(shown).filter({ visible: true }).first(), path).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectNoDeeds(path);
    const menu = main.getByRole("button", { name: /^Actions for/ }).first();
    if ((await menu.count()) === 0) continue;
    await menu.click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    for (const item of await page.getByRole("menuitem").allTextContents()) expect(item).not.toMatch(mutatingControls);
    await page.keyboard.press("Escape");
  }

  // An open conversation can be read, and says why it can't be answered.
  await openInApp(page, "/inbox/all");
  await page.getByRole("region", { name: "Conversations" }).getByRole("listitem").getByRole("link").first().click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByText("View only. You can't change anything in this account.")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toBeDisabled();
  await expectNoDeeds("an open conversation");

  // Dialogs can be opened, but not saved.
  await openInApp(page, "/locations");
  await page.getByRole("button", { name: "Actions for Downtown" }).click();
  await page.getByRole("menuitem", { name: "Business hours" }).click();
  const hours = page.getByRole("dialog", { name: "Business hours of Downtown" });
  await expect(hours.getByText("View only. You can't change anything in this account.")).toBeVisible();
  await expect(hours.getByRole("button", { name: "Save" })).toBeDisabled();
  await expectNoAxeViolationsInBothSchemes(page);
  expect(refused).toEqual([]);
});

test("the operator reads, filters and searches all customers, messages and logs", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "admin");
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", exact: true })).toBeVisible();
  for (const [path, title, label] of [
    ["/admin/customers", "All Customers", "Customers"],
    ["/admin/messages", "All Messages", "Messages"],
    ["/admin/logs", "Logs", "Logs"],
  ] as const) {
    await openInApp(page, path);
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    const rows = page.getByRole("table", { name: label }).getByRole("row");
    await expect(rows.nth(1)).toBeVisible();
    await expectNoAxeViolationsInBothSchemes(page);
    await page.getByRole("button", { name: "Today" }).click();
    await expect(page).toHaveURL(/since=today/);
    await page.getByRole("button", { name: "All Time" }).click();
    await expect(page).not.toHaveURL(/since=/);
    await page
      .getByRole("searchbox")
      .or(page.getByRole("textbox", { name: /^Search/ }))
      .first()
      .fill("qqqzzzxxx");
    await expect(page.getByText(/No (matching )?records|Nothing/i).first()).toBeVisible();
  }
  await openInApp(page, "/admin/logs?q=signed");
  await expect(page.getByRole("table", { name: "Logs" })).toContainText(/\(Rooftop\) signed in from|signed in from/);
  // Campaigns of clients may not exist yet; the texting hours always do.
  await openInApp(page, "/admin/campaigns");
  await expect(page.getByRole("heading", { name: "All Campaigns", exact: true })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await openInApp(page, "/admin/marketing");
  const hours = page.getByRole("table", { name: "Texting hours" });
  await expect(hours.getByRole("row", { name: /^Texas Mon–Sat 9 AM – 9 PM/ })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Change hours of Florida" }).click();
  const dialog = page.getByRole("dialog", { name: "Add hours" });
  await expect(dialog.getByLabel("Texts must end")).toHaveValue("1200");
  await dialog.getByLabel("Law or rule").clear();
  await dialog.getByRole("button", { name: "Save hours" }).click();
  await expect(dialog.getByText("Name the law or rule")).toBeVisible();
});
