import type { FieldErrors } from "#core/failure.ts";
import { formatPhone } from "#core/phone.ts";
import { maxMessage, type WidgetSettings } from "../contract.ts";
import { widgetTexts } from "../rules.ts";
import { type Html, html, markup } from "./html.ts";
import { styleOf } from "./style.ts";

/** What the page in the frame says about its location. */
export interface ShownWidgetPage extends Pick<WidgetSettings, "color" | "side" | "privacy_url" | "terms_url"> {
  readonly key: string;
  readonly business: string;
  readonly greeting: string;
  /** The number that the location texts from, and one that can be called; empty without. */
  readonly number: string;
  readonly callable: string;
}

/** What a visitor typed, shown again when something of it is wrong. */
export interface TypedMessage {
  readonly name: string;
  readonly phone: string;
  readonly message: string;
  readonly marketing: 0 | 1;
  readonly page: string;
  readonly referrer: string;
}

export const nothingTyped: TypedMessage = { name: "", phone: "", message: "", marketing: 0, page: "", referrer: "" };

/** A form with its token; `problem` is why nothing was sent. */
export interface FormContent {
  readonly token: string;
  readonly typed: TypedMessage;
  readonly errors?: FieldErrors;
  readonly problem?: string;
}

const attribute = (name: string, isSet: boolean) => markup(isSet ? ` ${name}` : "");

function field(name: "name" | "phone" | "message", label: string, input: Html, error: string | undefined): Html {
  return html`<div><label for="${name}">${label}</label>${input}${
    error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`
  }</div>`;
}

const link = (address: string, label: string) =>
  address !== "" && html` <a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`;

/** The form of a location that has a number. */
export function formPage(widget: ShownWidgetPage, { token, typed, errors = {}, problem }: FormContent): Html {
  const { key, business, privacy_url, terms_url } = widget;
  const [firstWrong] = ["name", "phone", "message"].filter((name) => errors[name] !== undefined);
  const marks = (name: string) =>
    markup(
      (errors[name] === undefined ? "" : ` aria-invalid="true" aria-describedby="${name}-error"`) +
        (name === firstWrong ? " autofocus" : ""),
    );
  const text = problem ?? (firstWrong === undefined ? undefined : "Check the marked fields. Nothing was sent yet.");
  return html`${text !== undefined && html`<p class="alert" role="alert">${text}</p>`}
<form id="resume" method="post" action="/w/${key}/answers" hidden><input type="hidden" name="session" value=""><button class="go">Back to your conversation</button></form>
<form id="write" method="post" action="/w/${key}" novalidate>
${field("name", "Name", html`<input id="name" name="name" autocomplete="name" maxlength="100" required value="${typed.name}"${marks("name")}>`, errors.name)}
${field("phone", "Cell phone", html`<input id="phone" name="phone" type="tel" autocomplete="tel-national" inputmode="tel" maxlength="40" required value="${typed.phone}"${marks("phone")}>`, errors.phone)}
${field(
  "message",
  "Message",
  html`<textarea id="message" name="message" maxlength="${maxMessage}" required${marks("message")}>
${typed.message}</textarea>`,
  errors.message,
)}
<label class="check"><input type="checkbox" name="marketing" value="1"${attribute("checked", typed.marketing === 1)}><span>${widgetTexts.marketing(business)}</span></label>
<div class="trap" aria-hidden="true"><label>Leave this empty<input name="company" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="token" value="${token}"><input type="hidden" name="page" value="${typed.page}"><input type="hidden" name="referrer" value="${typed.referrer}">
<button class="go">Send</button>
<small>${widgetTexts.disclosure(business)}${link(privacy_url, "Privacy policy")}${link(terms_url, "Terms")}</small>
<small>Powered by Rooftop</small>
</form>`;
}

/** Calls the business, where a number is known. */
export const callButton = ({ callable }: ShownWidgetPage) =>
  callable !== "" && html`<p><a class="go" href="tel:${callable}">Call ${formatPhone(callable)}</a></p>`;

/** For a message that couldn't be taken, and a location that can't text. */
export function calmPage(widget: ShownWidgetPage, title: string, text: string): Html {
  return html`<h2>${title}</h2><p>${text}</p>${
    widget.number !== "" &&
    html`<p><a class="go" href="sms:${widget.number}">Text ${formatPhone(widget.number)}</a></p>`
  }${callButton(widget)}`;
}

/**
 * The whole page. It works without its script, which lets the frame be opened and closed. In a frame of the bubble's size
 * that no script enlarges, it is a link to the form in a tab of its own.
 */
export function pageAround(widget: ShownWidgetPage, body: Html, nonce: string): string {
  const title = widgetTexts.title(widget.business);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<style nonce="${nonce}">${markup(styleOf(widget))}</style><script src="/w/frame.js" defer></script><script src="/w/answers.js" defer></script></head>
<body><button id="open" type="button" hidden>Text us</button><a id="elsewhere" href="/w/${widget.key}" target="_blank" rel="noopener">Text us</a>
<main id="panel"><header><div><h1>${title}</h1><p>${widget.greeting}</p></div><button id="close" type="button" aria-label="Close" hidden>×</button></header>
<div class="body">${body}</div></main></body></html>`.text;
}

/** What anybody gets who has no key of a widget that is on. */
export const noWidgetPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not available</title></head><body><main><h1>Not available</h1><p>This messaging window is turned off. Contact the business directly.</p></main></body></html>';
