import { formatPhone } from "#core/phone.ts";
import { widgetTexts } from "../rules.ts";
import { type Html, html, markup } from "./html.ts";
import { callButton, type ShownWidgetPage } from "./page.ts";

/** One message as its visitor sees it. */
export interface MirroredMessage {
  /** Says nothing of how many messages there are. */
  readonly id: string;
  readonly isOurs: boolean;
  readonly text: string;
  /** Says how many files came with it, which are on the phone alone; empty without. */
  readonly files: string;
  /** In the location's zone. */
  readonly time: string;
}

/** A message just sent, before its phone is proved. */
export interface SentMessage {
  /** E.164. */
  readonly phone: string;
  readonly session: string;
  readonly error?: string | undefined;
}

const hiddenSession = (session: string) => html`<input type="hidden" name="session" value="${session}">`;

/**
 * What follows a message, the same for every phone: nobody learns whether a phone they typed is known here or opted out.
 */
export function sentPage(widget: ShownWidgetPage, { phone, session, error }: SentMessage): Html {
  const { business, number, key } = widget;
  const marks = markup(error === undefined ? "" : ' aria-invalid="true" aria-describedby="code-error" autofocus');
  return html`<h2 tabindex="-1"${markup(error === undefined ? " autofocus" : "")}>We got your message</h2>
<p>${business} will reply by text to ${formatPhone(phone)}, from ${formatPhone(number)}.</p>
<form method="post" action="/w/${key}/code" novalidate>
${hiddenSession(session)}
<div><label for="code">Code from our text</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required aria-describedby="code-hint"${marks}>${
    error !== undefined && html`<p class="error" id="code-error">${error}</p>`
  }</div>
<small id="code-hint">${widgetTexts.codeHint}</small>
<button class="go">Show replies here, too</button>
</form>
<p>If you stopped our texts before, text START to ${formatPhone(number)} first, or call us.</p>
${callButton(widget)}`;
}

function item(business: string, { id, isOurs, text, files, time }: MirroredMessage): Html {
  const name = isOurs ? business : widgetTexts.you;
  return html`<li data-id="${id}"${markup(isOurs ? ' class="us"' : "")}><b>${name}</b> <time>${time}</time><p>${text}</p>${
    files !== "" && html`<p>${files}</p>`
  }</li>`;
}

/** The conversation since the visitor's message. Without the script, its button brings what is new. */
export function answersPage(
  widget: ShownWidgetPage,
  { phone, session }: Omit<SentMessage, "error">,
  messages: readonly MirroredMessage[],
): Html {
  const { key, business } = widget;
  return html`<h2 tabindex="-1" autofocus>Your conversation</h2>
<div role="log" aria-label="Messages"><ol id="messages">${messages.map((message) => item(business, message))}</ol></div>
<form id="answers" method="post" action="/w/${key}/answers" data-business="${business}" data-you="${widgetTexts.you}">
${hiddenSession(session)}
<p id="waiting" hidden>${widgetTexts.waiting}</p>
<button class="go">Check for replies</button>
<small>${widgetTexts.alsoTexted(formatPhone(phone))}</small>
</form>`;
}

/** For a session that is over. */
export const endedPage = ({ key }: ShownWidgetPage): Html =>
  html`<h2 id="ended" tabindex="-1" autofocus>This conversation isn't shown here anymore</h2>
<p>Our replies keep coming to your phone by text.</p>
<p><a class="go" href="/w/${key}">Write a new message</a></p>`;
