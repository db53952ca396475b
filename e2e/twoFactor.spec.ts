import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, logIn, test } from "./app.ts";
import { codeTo, newPhone, registerBusiness, requireCodes } from "./business.ts";

const digits = (page: Page) => page.getByRole("textbox", { name: /^Digit \d of 6$/ });
const box = (page: Page, place: number) => page.getByRole("textbox", { name: `Digit ${place} of 6` });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
/** Another code can be requested after 30 seconds. */
const thirtySecondsMore = 150_000;
const checkPath = /\/login\/two-factor-authentication-check$/;

/** As a person pastes: into the box that has the focus. */
async function paste(page: Page, text: string) {
  await box(page, 1).focus();
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const kept = (page: Page) =>
  page.evaluate(() => ({ lasting: localStorage.getItem("auth_token"), passing: sessionStorage.getItem("auth_token") }));

test("the first sign-in asks for a number, verifies it by code, and leads to the inbox", { tag: "@once" }, async ({
  page,
  request,
}) => {
  const business = await registerBusiness(request);
  await requireCodes(request, business);
  const phone = newPhone();
  await logIn(page, business);

  await expect(page).toHaveURL(/\/login\/phoneNumber$/);
  await expect(page).toHaveTitle(/Rooftop — Your phone number$/);
  expect(await kept(page)).toEqual({ lasting: null, passing: expect.stringMatching(/^[\w-]{43}$/) });
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Send OTP").click();
  await expect(page.getByText("Phone number is required").first()).toBeVisible();
  await page.getByLabel("Phone").fill(phone);
  await expect(page.getByLabel("Phone")).toHaveValue(`(${phone.slice(0, 3)})${phone.slice(3, 6)}-${phone.slice(6)}`);
  await button(page, "Send OTP").click();

  await expect(page).toHaveURL(checkPath);
  await expect(page.getByRole("heading", { name: "Let's verify" })).toBeVisible();
  await expect(page.getByText(`(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`)).toBeVisible();
  await expect(page.getByText("Please allow up to 2 minutes for the code to arrive.")).toBeVisible();
  const code = await codeTo(phone);
  const wrong = code === "123456" ? "654321" : "123456";
  await paste(page, wrong);
  await button(page, "Verify").click();
  await expect(page.getByText("Invalid OTP!").first()).toBeVisible();
  // A mistyped number can be changed until it is verified, though not at once.
  await button(page, "Change Phone number").click();
  await page.getByLabel("Phone").fill(newPhone());
  await button(page, "Send OTP").click();
  await expect(page.getByText(/Wait \d+ seconds?/)).toBeVisible();
  await page.goBack();
  await paste(page, code);
  await expect(box(page, 6)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await expect(page.getByText("Login successfully")).toBeVisible();
  expect(await kept(page)).toEqual({ lasting: expect.stringMatching(/^[\w-]{43}$/), passing: null });
  // Now the number is on file, and only its holder can change it.
  await page.evaluate(() => localStorage.clear());
  await logIn(page, business);
  await expect(page).toHaveURL(checkPath);
  await expect(page.getByText(`(***) ***-${phone.slice(6)}`)).toBeVisible();
  await expect(button(page, "Change Phone number")).toBeHidden();
});

test("a mistyped number is changed before it is verified, and its code counts no longer", {
  tag: ["@once", "@deep"],
}, async ({ page, request }) => {
  test.setTimeout(thirtySecondsMore);
  const business = await registerBusiness(request);
  await requireCodes(request, business);
  const [wrong, phone] = [newPhone(), newPhone()];
  await logIn(page, business);
  await page.getByLabel("Phone").fill(wrong);
  await button(page, "Send OTP").click();
  await expect(page).toHaveURL(checkPath);
  const wrongsCode = await codeTo(wrong);
  await button(page, "Change Phone number").click();
  await page.getByLabel("Phone").fill(phone);
  await button(page, "Send OTP").click();
  await expect(page.getByText(/Wait \d+ seconds?/)).toBeVisible();
  await button(page, "Send OTP").click({ timeout: 40_000 });
  await expect(page).toHaveURL(checkPath);
  await paste(page, wrongsCode);
  await button(page, "Verify").click();
  await expect(page.getByText("Invalid OTP!").first()).toBeVisible();
  await paste(page, await codeTo(phone));
  await button(page, "Verify").click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("the six boxes advance, go back, and take a pasted code", { tag: "@deep" }, async ({ page, request }) => {
  const business = await registerBusiness(request);
  await requireCodes(request, business);
  const phone = newPhone();
  await logIn(page, business);
  await page.getByLabel("Phone").fill(phone);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(checkPath);
  await expect(box(page, 1)).toBeFocused();
  // Soon enough that another code can't be requested yet.
  await expect(button(page, /^Resend code in \d+ s$/)).toBeDisabled();
  await expect(digits(page)).toHaveCount(6);
  await expect(box(page, 1)).toHaveAttribute("autocomplete", "one-time-code");
  await expectNoAxeViolationsInBothSchemes(page);

  await page.keyboard.type("12");
  await expect(box(page, 3)).toBeFocused();
  await page.keyboard.type("x");
  await expect(box(page, 3)).toHaveValue("");
  await button(page, "Verify").click();
  await expect(page.getByText("Invalid OTP!").first()).toBeVisible();
  await expectNoAxeViolations(page);
  await box(page, 3).focus();
  await page.keyboard.press("Backspace");
  await expect(box(page, 2)).toBeFocused();
  await expect(box(page, 2)).toHaveValue("");
  await page.keyboard.press("Backspace");
  await expect(box(page, 1)).toBeFocused();
  await page.keyboard.type("9");
  await expect(box(page, 1)).toHaveValue("9");
  await expect(box(page, 2)).toBeFocused();
  // Typing the same digit again moves on as well.
  await box(page, 1).focus();
  await page.keyboard.type("9");
  await expect(box(page, 2)).toBeFocused();

  const code = await codeTo(phone);
  await box(page, 1).focus();
  await page.keyboard.type(code);
  await expect(box(page, 6)).toHaveValue(code.slice(5));
  await button(page, "Verify").click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("another code is sent after the wait, and voids the old one", { tag: ["@once", "@deep"] }, async ({
  page,
  request,
}) => {
  test.setTimeout(thirtySecondsMore);
  const business = await registerBusiness(request);
  await requireCodes(request, business);
  const phone = newPhone();
  await logIn(page, business);
  await page.getByLabel("Phone").fill(phone);
  await button(page, "Send OTP").click();
  const older = await codeTo(phone);
  await button(page, "Resend code").click({ timeout: 40_000 });
  await expect(page.getByText("A new code was sent")).toBeVisible();
  const newer = await codeTo(phone, older);
  await paste(page, older);
  await button(page, "Verify").click();
  await expect(page.getByText("Invalid OTP!").first()).toBeVisible();
  await paste(page, newer);
  await button(page, "Verify").click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("without a pending sign-in there is nothing to verify", { tag: ["@once", "@deep"] }, async ({ page, request }) => {
  for (const path of ["/login/phoneNumber", "/login/two-factor-authentication-check"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Please Login")).toBeVisible();
  }
  const business = await registerBusiness(request);
  await requireCodes(request, business);
  await logIn(page, business);
  await expect(page).toHaveURL(/\/login\/phoneNumber$/);
  await button(page, "Go Back").click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => [localStorage.getItem("auth_token"), sessionStorage.length])).toEqual([null, 0]);
});
