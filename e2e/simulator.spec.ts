import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { openSimulator } from "./simulator.ts";

test("a simulated phone texts a dealership, without accessibility violations", async ({ browser, isMobile }) => {
  const page = await openSimulator(browser);
  await expectNoAxeViolationsInBothSchemes(page);
  // A quick person types before the numbers have loaded.
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/simulator/api/numbers", (route) => promise.then(() => route.continue()));
  await page.getByLabel("Any phone").fill(`(909)555-01${isMobile ? 13 : 24}`);
  await page.keyboard.press("Enter");
  const log = page.getByRole("log", { name: "Texts on this phone" });
  await expect(log).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("Is the shop open on Sunday?");
  await page.keyboard.press("Enter");
  goOn();
  await expect(log.getByText("Is the shop open on Sunday?")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.context().close();
});

test("through a proxy, the simulator is the signed-in operator's alone", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  const simulator = page.getByRole("heading", { level: 1, name: "Simulator" });
  await page.goto("/simulator");
  await expect(page).toHaveURL(/\/login\?next=%2Fsimulator$/);

  await signIn(page, "owner");
  await page.goto("/simulator");
  await expect(page).toHaveURL(/\/inbox\/all/);
  await expect(simulator).toHaveCount(0);

  await signIn(page, "admin");
  await page.goto("/simulator");
  await expect(simulator).toBeVisible();
  await page.getByRole("tab", { name: "Mailbox" }).click();
  await expect(page.getByLabel("Only to this address")).toBeVisible();

  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("button", { name: "New person" }).click();
  await page.getByLabel("Send by").selectOption("Web request");
  await page.getByLabel("What to send").selectOption("A lead that’s cut off partway");
  await page.getByLabel("Request format").selectOption("JSON");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Refused with status 422")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open leads" })).toHaveAttribute("href", "/leads");

  await page.getByRole("tab", { name: "Carrier" }).click();
  const landlines = page.getByLabel("Landlines");
  await landlines.fill("2125550111, 2125550112");
  await page.getByLabel("Blocked as spam (percent)").fill("101");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter 0 to 100 percent.")).toBeVisible();
  await page.getByLabel("Blocked as spam (percent)").fill("0");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await page.getByRole("tab", { name: "Phones" }).click();
  await page.getByRole("tab", { name: "Carrier" }).click();
  await expect(landlines).toHaveValue("2125550111, 2125550112");
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(landlines).toHaveValue("");
  await expect(page.getByRole("alert")).toHaveCount(0);
});
