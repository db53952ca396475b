import type { FieldErrors } from "#core/failure.ts";
import { formatPhone } from "#core/phone.ts";
import { maxMessage, type WidgetSettings } from "../contract.ts";
import { textOn, widgetTexts } from "../rules.ts";

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
  const text =
    problem ?? (firstWrong === undefined ? undefined : "Check the highlighted fields. Nothing has been sent yet.");
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

/** The page for a key without an active widget. */
export const noWidgetPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not available</title></head><body><main><h1>Not available</h1><p>This messaging window is turned off. Contact the business directly.</p></main></body></html>';

/**
 * The page's styles. Colors of both schemes are set on the parts, never on the root: a root of another scheme than the
 * website's makes the frame opaque around the bubble.
 */
function styleOf({ color, side }: Pick<WidgetSettings, "color" | "side">): string {
  return `*{box-sizing:border-box}[hidden]{display:none!important}
html,body{margin:0;height:100%;background:none;font:16px/1.45 "Inter Variable",Inter,system-ui,sans-serif}
body{display:flex;flex-direction:column;justify-content:flex-end;align-items:${side === "left" ? "flex-start" : "flex-end"};
--s:#fff;--t:#151d23;--t2:#4b555e;--l:#e5eaed;--f:#8c939b;--r:#a11f25;--b:${color};--bt:${textOn(color)}}
@media(prefers-color-scheme:dark){body{--s:#121a1f;--t:#e9eef1;--t2:#b0bbc2;--l:#34424b;--f:#717c84;--r:#ffaaa3}}
main{display:flex;flex-direction:column;width:100%;max-width:24rem;height:100%;max-height:100%;overflow:hidden;background:var(--s);color:var(--t);
animation:show .2s .3s both}
@keyframes show{from{opacity:0}}
.framed main{animation:none;margin:12px;width:calc(100% - 24px);height:calc(100% - 24px);border-radius:16px;box-shadow:0 8px 28px -6px rgba(13,30,36,.45)}
header{display:flex;gap:8px;align-items:flex-start;padding:16px;background:var(--b);color:var(--bt)}
header div{flex:1;min-width:0}
h1{margin:0;font-size:18px;line-height:24px;overflow-wrap:anywhere}
header p{margin:4px 0 0;font-size:14px;overflow-wrap:anywhere}
.body{flex:1;overflow:auto;padding:16px;overscroll-behavior:contain}
form{display:grid;gap:12px}
label{display:block;font-size:14px;font-weight:550}
input,textarea{display:block;width:100%;margin-top:4px;padding:9px 12px;font:inherit;color:inherit;background:none;border:1px solid var(--f);border-radius:8px}
textarea{resize:vertical;min-height:84px}
[aria-invalid]{border-color:var(--r)}
.body .error{margin:4px 0 0;font-size:14px;color:var(--r)}
.alert{margin:0 0 12px;padding:10px 12px;border:1px solid var(--r);border-radius:8px;color:var(--r);font-size:14px}
.check{display:grid;grid-template-columns:auto 1fr;gap:8px;font-weight:400;font-size:13px;color:var(--t2)}
.check input{width:18px;height:18px;margin:1px 0 0;color-scheme:light dark}
small{display:block;font-size:12px;line-height:16px;color:var(--t2)}
a{color:inherit}
.go,#open,#elsewhere,#close{font:inherit;font-weight:600;border:0;cursor:pointer;background:var(--b);color:var(--bt)}
.go{display:block;width:100%;min-height:44px;padding:10px 16px;border-radius:8px;text-align:center;text-decoration:none}
.go[disabled]{opacity:.7}
#open,#elsewhere{margin:12px;min-height:52px;padding:0 20px;border-radius:26px;box-shadow:0 4px 14px rgba(13,30,36,.35);white-space:nowrap}
#elsewhere{display:none;line-height:52px;color:var(--bt);text-decoration:none}
.away main{display:none}.away #elsewhere{display:block}
@media(max-height:200px){body:not(.framed) main{display:none}body:not(.framed) #elsewhere{display:block}}
#close{flex:none;width:44px;height:44px;margin:-8px -8px 0 0;border-radius:8px;font-size:24px;line-height:1}
:focus-visible{outline:3px solid var(--t);outline-offset:2px}
header :focus-visible,.go:focus-visible,#open:focus-visible,#elsewhere:focus-visible{outline-color:var(--bt);outline-offset:-5px}
.trap{position:absolute;left:-9999px}
#messages{list-style:none;margin:0 0 16px;padding:0;display:grid;gap:8px}
#messages li{padding:8px 12px;border:1px solid var(--l);border-radius:12px;margin-left:32px;overflow-wrap:anywhere;white-space:pre-wrap}
#messages .us{margin:0 32px 0 0;background:var(--l)}
#messages b,#messages time{font-size:12px}
#messages p{margin:2px 0 0}
.body form{margin:0 0 16px}
h2{margin:0 0 8px;font-size:18px}
.body p{margin:0 0 12px}
@media(prefers-reduced-motion:reduce){main{animation:none}}`;
}

/** Markup that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Trusted text as it is. */
export const markup = (text: string): Html => new Html(text);

type Part = string | number | false | undefined | Html | readonly Html[];

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function partOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escapeHtml(String(part));
}

/** A piece of a page; every value in it that isn't markup itself is shown as text. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((page, text, at) => page + partOf(parts[at - 1]) + text));
}
