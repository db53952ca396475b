import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { useItAnyway } from "./appointment.ts";
import { registerBusiness } from "./business.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";
import { openSimulator } from "./simulator.ts";

test("a member connects Google Calendar, and a meeting gets its Google Meet link from there", {
  tag: ["@once", "@deep"],
}, async ({ page, request, browser, signIn }) => {
  const business = await registerBusiness(request);
  const person = newCustomerInput();
  const { email, password } = business;
  await addCustomer(request, { emails: { owner: email }, password }, person);
  await signIn(page, business);
  await page.goto("/virtual?calendar=own");
  const own = page.getByRole("dialog", { name: "Your own calendar" });
  await own.getByRole("button", { name: "Connect simulated Google Calendar" }).click();
  await expect(own.getByText(/^Connected as member-\w+@calendar\.example$/)).toBeVisible();
  await expect(page).toHaveURL(/\/virtual\?calendar=own$/);
  await expect(own.getByText(/^As of \d+:\d\d [AP]M$/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Create Virtual Meeting" }).first().click();
  const creating = page.getByRole("dialog", { name: "Create Virtual Meeting" });
  await creating.getByLabel("Title").fill("Trade-in");
  await creating.getByRole("combobox", { name: "Customer" }).fill(person.last_name);
  await page.getByRole("option", { name: new RegExp(person.last_name) }).click();
  await creating.getByRole("combobox", { name: "Where" }).selectOption("Google Meet");
  await expect(creating.getByLabel("Meeting link")).toBeHidden();
  await expectNoAxeViolationsInBothSchemes(page);
  await creating.getByRole("checkbox", { name: /Text the customer/ }).uncheck();
  await creating.getByRole("button", { name: "Create", exact: true }).click();
  const join = page.getByRole("link", { name: "Join: Trade-in" });
  await useItAnyway(page, join);
  await expect(creating).toBeHidden();
  await expect(join).toHaveAttribute("href", /^https:\/\/meet\.google\.com\/sim-/);
  await expect(page.getByText("· Google Meet")).toBeVisible();

  const simulator = await openSimulator(browser, "/simulator?tab=calendars");
  const event = simulator.getByRole("article", { name: `Trade-in · Rita ${person.last_name}` });
  await expect(event.getByText("Written by Rooftop")).toBeVisible();
  await expect(event.getByText(await join.getAttribute("href").then(String))).toBeVisible();
  await simulator.getByRole("button", { name: "Add a busy time" }).click();
  await expect(simulator.getByRole("article", { name: "Dentist" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(simulator);
  await simulator.close();

  await page.goto("/virtual?calendar=own");
  await own.getByRole("button", { name: "Disconnect" }).click();
  await page
    .getByRole("dialog", { name: "Disconnect Google Calendar?" })
    .getByRole("button", { name: "Disconnect" })
    .click();
  await expect(own.getByRole("button", { name: "Connect simulated Google Calendar" })).toBeVisible();
  await page.goto("/virtual/connected?state=forged&code=simulated");
  await expect(page.getByRole("alert")).toContainText("Start again from your meetings");
  await expect(page).toHaveURL(/\/virtual\/connected$/);
});
