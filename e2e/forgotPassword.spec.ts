import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { codeTo, registerBusiness } from "./business.ts";
import { fromSimulator } from "./simulator.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const password = (page: Page) => page.getByRole("textbox", { name: /^Password/ });
const again = (page: Page) => page.getByRole("textbox", { name: "Confirm password" });
const newPassword = "Green-Lantern-29";

async function type(page: Page, code: string) {
  await page.getByRole("textbox", { name: "Digit 1 of 6" }).focus();
  await page.keyboard.type(code);
}

test("a forgotten password is replaced with the code from the mail", { tag: "@once" }, async ({ page, request }) => {
  test.slow();
  const { email, token } = await registerBusiness(request);
  await page.goto("/login");
  await link(page, "Forgot Password?").click();
  await expect(page).toHaveTitle(/Rooftop — Forgot your password\?$/);
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Reset your password").click();
  await expect(page.getByText("Email is required").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await button(page, "Reset your password").click();

  await expect(page).toHaveURL(/\/forgot-password\/otp-sent$/);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/expires in 2 minutes/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByText("Continue").click();

  await expect(page).toHaveURL(/\/forgot-password\/otp-check$/);
  await expect(page.getByRole("textbox", { name: "Digit 1 of 6" })).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await expect(button(page, /^Resend code in \d+ s$/)).toBeDisabled();
  const code = await codeTo(email);
  await type(page, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
  await button(page, "Verify").click();
  await expect(page.getByText("Invalid OTP!").first()).toBeVisible();
  await type(page, code);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/forgot-password\/new-password\/[^/]+\/[\w-]{43}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Confirm").click();
  await expect(page.getByText("Password is required").first()).toBeVisible();
  await password(page).fill("short");
  await button(page, "Confirm").click();
  await expect(page.getByText(/^Password must be at least 8 characters, must contain/).first()).toBeVisible();
  await password(page).fill(newPassword);
  await again(page).fill("Green-Lantern-28");
  await button(page, "Confirm").click();
  await expect(page.getByText("Passwords do not match").first()).toBeVisible();
  await button(page, "Show password").click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await again(page).fill(newPassword);
  const address = page.url();
  await button(page, "Confirm").click();

  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Your Password has been reset successfully")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  const profile = await request.get("/api/profile", { headers: { authorization: `Bearer ${token}` } });
  expect(profile.status(), "the other session has ended").toBe(401);

  // The ticket works once. The reset page sends no referrer.
  const loaded = await page.goto(address);
  expect(loaded?.headers()["referrer-policy"]).toBe("no-referrer");
  await password(page).fill("Another-Lamp-31");
  await again(page).fill("Another-Lamp-31");
  await button(page, "Confirm").click();
  await expect(page.getByText("This reset has expired. Request a new code.").first()).toBeVisible();
  await link(page, "Cancel").click();
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(newPassword);
  await button(page, "Login").click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("every step can be left, none can be entered midway, and an unknown address looks the same", {
  tag: ["@once", "@deep"],
}, async ({ page }) => {
  await page.goto("/forgot-password/otp-sent");
  await expect(page).toHaveURL(/\/forgot-password$/);
  await openInApp(page, "/forgot-password/otp-check");
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("Email").fill(`nobody${Date.now()}b@example.com`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/otp-sent$/);
  await page.getByText("Back", { exact: true }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await link(page, "Back to Login").click();
  await expect(page).toHaveURL(/\/login$/);

  const email = `nobody${Date.now()}@example.com`;
  await link(page, "Forgot Password?").click();
  // The page before has such a field, too.
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.getByText("Continue").click();
  await type(page, "123456");
  await button(page, "Verify").click();
  await expect(page.getByText("Invalid OTP!").first()).toBeVisible();
  expect(await fromSimulator("mails", { to: email })).toEqual([]);
});
