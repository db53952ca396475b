import { escapeHtml } from "#core/escapeHtml.ts";
import { maskedAddress } from "../rules.ts";
import { unsubscribeTexts as texts } from "./texts.ts";

/** What the page says: a question, or what was just done. */
export type SubscriptionView = "subscribed" | "unsubscribed" | "resubscribed";

interface Subscription {
  readonly business_name: string;
  /** Empty for an erased person's. */
  readonly address: string;
  readonly view: SubscriptionView;
}

/** The page behind a mail's unsubscribe link: one question, one button, no script. */
export function unsubscribePage({ business_name, address, view }: Subscription): string {
  const masked = maskedAddress(address);
  if (view === "unsubscribed")
    return page(texts.done, texts.doneExplanation(business_name, masked), button("resubscribe", "quiet"), "status");
  if (view === "resubscribed")
    return page(texts.back, texts.backExplanation(business_name, masked), button("unsubscribe", "quiet"), "status");
  return page(texts.question(business_name), texts.explanation(business_name, masked), button("unsubscribe", "main"));
}

/** The same for every link that isn't ours, whatever is wrong with it. */
export function unknownLinkPage(): string {
  return page(texts.unknown, texts.unknownExplanation, "");
}

function button(action: "unsubscribe" | "resubscribe", look: "main" | "quiet"): string {
  const note = action === "resubscribe" ? `<p class="note">${escapeHtml(texts.mistake)}</p>` : "";
  return `${note}<form method="post"><button class="${look}" name="action" value="${action}">${escapeHtml(texts[action])}</button></form>`;
}

function page(heading: string, explanation: string, form: string, role?: "status"): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(texts.title)}</title>
<style>${styles}</style></head>
<body><main><div${role ? ` role="${role}"` : ""}><h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(explanation)}</p></div>
${form}</main></body></html>
`;
}

// Colors of the app's own scheme (web/tokens.ts): the page is read by people who have never seen the app.
const styles = `
:root { --canvas: #f5f8fa; --card: #fff; --line: #d9dde1; --text: #151d23; --soft: #4a565f; --brand: #016b70; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #10171c; --card: #182127; --line: #33404a; --text: #eef2f4; --soft: #b4c0c8; --brand: #5ed0d3; --on: #07282a }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 480px; margin: 10vh auto 0; padding: 32px 24px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 24px; color: var(--soft) }
.note { margin: 0 0 8px }
button { min-height: 44px; width: 100%; padding: 8px 20px; border: 1px solid var(--brand); border-radius: 8px; font: inherit;
  font-weight: 600; cursor: pointer }
.main { background: var(--brand); color: var(--on) }
.quiet { background: transparent; color: var(--brand) }
button:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px }
`;
