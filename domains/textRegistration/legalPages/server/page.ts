import type { FieldErrors } from "#core/failure.ts";
import { formatPhone } from "#core/phone.ts";
import { type Html, html, markup } from "#domains/widget/server/public.ts";
import {
  consentWords,
  type LegalDocument,
  type LegalFacts,
  type LegalLinks,
  type LegalText,
  legalEdition,
  signUpTexts as texts,
} from "../rules.ts";

/** A location that people can sign up at. */
export interface OfferedLocation {
  /** Names it in the form, and says nothing else. */
  readonly reference: string;
  readonly title: string;
}

/** What someone typed, shown again when something of it is wrong. */
export interface TypedSignUp {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly location: string;
  readonly isChecked: boolean;
}

export const nothingTypedYet: TypedSignUp = {
  first_name: "",
  last_name: "",
  phone: "",
  location: "",
  isChecked: false,
};

/** The form with what was typed; `problem` is why nothing was saved. */
export interface SignUpForm {
  readonly token: string;
  /** Empty: the business can't text yet, and the form only shows what people will agree to. */
  readonly locations: readonly OfferedLocation[];
  readonly typed: TypedSignUp;
  readonly errors?: FieldErrors;
  readonly problem?: string | undefined;
}

const piece = (text: LegalText): Html => {
  if (typeof text === "string") return html`${text}`;
  return "strong" in text ? html`<strong>${text.strong}</strong>` : html`<a href="${text.href}">${text.text}</a>`;
};

/** The content of a policy. @param updated the date of its newest words. */
export function documentContent(document: LegalDocument, business: string, updated: string): Html {
  const sections = document.sections.map(
    ({ heading, paragraphs, list = [] }) =>
      html`<section><h2>${heading}</h2>${paragraphs.map((parts) => html`<p>${parts.map(piece)}</p>`)}${
        list.length > 0 && html`<ul>${list.map((parts) => html`<li>${parts.map(piece)}</li>`)}</ul>`
      }</section>`,
  );
  return html`<header><p class="of">${business}</p><h1>${document.title}</h1><p class="date">Updated ${updated}</p></header>
<p class="lead">${document.introduction.map(piece)}</p>
${sections}`;
}

type FieldName = "first_name" | "last_name" | "phone" | "location" | "consent";

/** The page on which people sign up. Its box is never checked beforehand. */
export function signUpContent(
  { business, isPlatform }: LegalFacts,
  links: LegalLinks,
  { token, locations, typed, errors = {}, problem }: SignUpForm,
): Html {
  if (isPlatform) return platformContent(links);
  const fieldNames: readonly FieldName[] = ["first_name", "last_name", "phone", "location", "consent"];
  const firstWrong = fieldNames.find((name) => errors[name] !== undefined);
  const marks = (name: FieldName) =>
    markup(
      (errors[name] === undefined ? "" : ` aria-invalid="true" aria-describedby="${name}-error"`) +
        (name === firstWrong ? " autofocus" : ""),
    );
  const errorOf = (name: FieldName) =>
    errors[name] !== undefined && html`<p class="error" id="${name}-error">${errors[name]}</p>`;
  const field = (name: FieldName, label: string, input: Html) =>
    html`<div class="field"><label for="${name}">${label}</label>${input}${errorOf(name)}</div>`;
  const isReady = locations.length > 0;
  const alert = problem ?? (firstWrong === undefined ? undefined : texts.wrong);
  const choice =
    locations.length > 1 &&
    field(
      "location",
      texts.location,
      html`<select id="location" name="location" required${marks("location")}><option value="">${texts.selectLocation}</option>${locations.map(
        ({ reference, title }) =>
          html`<option value="${reference}"${markup(reference === typed.location ? " selected" : "")}>${title}</option>`,
      )}</select>`,
    );
  return html`<header><h1>${texts.title(business)}</h1></header>
<p class="lead">${texts.about(business)}</p>
${!isReady && html`<p class="note">${texts.notReady(business)}</p>`}
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
<form method="post" novalidate><fieldset${markup(isReady ? "" : " disabled")}>
<div class="pair">${field("first_name", texts.firstName, html`<input id="first_name" name="first_name" autocomplete="given-name" maxlength="100" required value="${typed.first_name}"${marks("first_name")}>`)}
${field("last_name", texts.lastName, html`<input id="last_name" name="last_name" autocomplete="family-name" maxlength="100" required value="${typed.last_name}"${marks("last_name")}>`)}</div>
${field("phone", texts.phone, html`<input id="phone" name="phone" type="tel" autocomplete="tel-national" inputmode="tel" maxlength="40" required value="${typed.phone}"${marks("phone")}>`)}
${choice}
<div><label class="check"><input id="consent" type="checkbox" name="consent" value="1" required${markup(typed.isChecked ? " checked" : "")}${marks("consent")}><span>${consentWords(business)}</span></label>${errorOf("consent")}
<p class="links">Read our ${policyLinks(links)}.</p></div>
<div class="trap" aria-hidden="true"><label>${texts.trap}<input name="company" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="token" value="${token}">
<button>${texts.submit}</button>
</fieldset></form>`;
}

const policyLinks = ({ terms, privacy }: LegalLinks) =>
  html`<a href="${terms}">text message terms</a> and <a href="${privacy}">privacy policy</a>`;

const platformContent = (links: LegalLinks) =>
  html`<header><h1>${texts.platformTitle}</h1></header>
<p class="lead">${texts.platformAbout}</p>
${texts.platform.map((words) => html`<p>${words}</p>`)}
<p class="links">Read our ${policyLinks(links)}.</p>`;

/** The answer to every sign-up, so that no one learns whether a phone is known or opted out. */
export function signedUpContent(business: string, phone: string): Html {
  return html`<header><p class="of">${business}</p><h1 tabindex="-1" autofocus>${texts.sentTitle}</h1></header>
<p class="lead">${texts.sent(business, formatPhone(phone))}</p>
<p>${texts.sentHint}</p>`;
}

/** For a sign-up that couldn't be taken now. */
export const calmContent = (business: string, text: string): Html =>
  html`<header><p class="of">${business}</p><h1>Try again later</h1></header><p class="lead">${text}</p>`;

/** The same for every address that isn't a page of ours, whatever is wrong with it. */
export const unknownPageContent = html`<header><h1>This link doesn't work</h1></header>
<p class="lead">It may be incomplete. Open it again from where you found it.</p>`;

/** Links to a business's other pages, at the end of each. */
export const pageFooter = ({ privacy, terms, texts: signUp }: LegalLinks): Html =>
  html`<footer><a href="${privacy}">Privacy policy</a> <a href="${terms}">Terms</a> <a href="${signUp}">Sign up for texts</a></footer>`;

export interface LegalPageParts {
  readonly title: string;
  readonly content: Html;
  readonly footer?: Html;
  /** For a form, which has shorter lines than a policy. */
  readonly isNarrow?: boolean;
}

/** A whole page; it runs no script. */
export function legalPage({ title, content, footer, isNarrow = false }: LegalPageParts, nonce: string): string {
  return `${
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title>
<style nonce="${nonce}">${markup(pageStyles)}</style></head>
<body${markup(isNarrow ? ' class="narrow"' : "")}><main>${content}</main>${footer}</body></html>`.text
  }\n`;
}

/** The date that a page shows. */
export function updatedDate(saved_at: Date | null, isAdded: boolean): string {
  if (!saved_at || !isAdded) return legalEdition.date;
  const edition = new Date(legalEdition.version);
  const newest = saved_at > edition ? saved_at : edition;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(newest);
}

/** The page's look: colors of the app's own scheme, for people who have never seen the app. */
const pageStyles = `
:root { --canvas: #f5f8fa; --card: #fff; --line: #d9dde1; --text: #151d23; --soft: #4a565f; --field: #7b858d; --brand: #016b70; --on: #fff; --wrong: #a11f25 }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #10171c; --card: #182127; --line: #33404a; --text: #eef2f4; --soft: #b4c0c8; --field: #7f8b94; --brand: #5ed0d3; --on: #07282a; --wrong: #ffaaa3 }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 680px; margin: 5vh auto 0; padding: 40px 48px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
.narrow main { max-width: 520px; padding: 32px }
header { margin: 0 0 16px }
.of { margin: 0; color: var(--soft); font-size: 14px; font-weight: 600 }
h1 { margin: 2px 0 0; font-size: 28px; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance }
h1:focus { outline: none }
.date { margin: 6px 0 0; color: var(--soft); font-size: 14px }
.lead { margin: 0 0 24px; color: var(--soft) }
section { margin: 28px 0 0 }
h2 { margin: 0 0 8px; font-size: 18px; line-height: 1.35 }
p { margin: 0 0 12px }
ul { margin: 0; padding: 0 0 0 20px }
li { margin: 0 0 6px }
li::marker { color: var(--field) }
p:last-child, li:last-child { margin-bottom: 0 }
a { color: var(--brand); text-underline-offset: 2px }
a[href^="tel:"], a[href^="sms:"] { white-space: nowrap }
section:last-of-type ul { padding: 0; list-style: none }
section p { white-space: pre-line }
fieldset { display: grid; gap: 16px; min-width: 0; margin: 0; padding: 0; border: 0 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px }
.field label { display: block; margin: 0 0 4px; font-size: 14px; font-weight: 600 }
.field input, select { display: block; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--card); color: inherit; font: inherit }
[aria-invalid] { border-color: var(--wrong) !important; outline-color: var(--wrong) }
.error { margin: 4px 0 0; color: var(--wrong); font-size: 14px; line-height: 1.4 }
.check + .error { margin-left: 32px }
.alert, .note { margin: 0 0 20px; padding: 10px 14px; border: 1px solid var(--wrong); border-radius: 8px; color: var(--wrong); font-size: 14px }
.note { border-color: var(--line); background: var(--canvas); color: var(--text) }
.check { display: grid; grid-template-columns: auto 1fr; gap: 12px; font-size: 14px; line-height: 1.5; cursor: pointer }
.check [aria-invalid]:not(:focus-visible) { outline: 2px solid var(--wrong); outline-offset: 1px }
.check input { width: 20px; height: 20px; margin: 1px 0 0; accent-color: var(--brand) }
.links { margin: 8px 0 0 32px; color: var(--soft); font-size: 14px }
main > .links { margin-left: 0 }
button { min-height: 48px; width: 100%; padding: 8px 20px; border: 1px solid var(--brand); border-radius: 8px; background: var(--brand);
  color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
:disabled :is(input, select, label) { cursor: not-allowed }
:disabled button { border-color: var(--line); background: var(--canvas); color: var(--soft); cursor: not-allowed }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.trap { position: absolute; left: -9999px }
footer { display: flex; flex-wrap: wrap; justify-content: center; gap: 4px 20px; margin: 16px auto 24px; font-size: 14px }
footer a { display: inline-block; padding: 4px 0; color: var(--soft) }
@media (max-width: 560px) {
  main, .narrow main { margin-top: 0; padding: 24px 20px }
  h1 { font-size: 24px }
}
@media (max-width: 420px) { .pair { grid-template-columns: 1fr } }
@page { margin: 0.75in }
@media print {
  :root { --canvas: #fff; --card: #fff; --line: #999; --text: #000; --soft: #333; --brand: #000 }
  body { padding: 0; font-size: 11pt }
  main, .narrow main { max-width: none; margin: 0; padding: 0; border: 0 }
  section { break-inside: avoid }
  footer { display: none }
}
`;
