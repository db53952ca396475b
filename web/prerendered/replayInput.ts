const isChanged = ({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement) =>
  type === "checkbox" ? checked !== defaultChecked : value !== defaultValue;

/** Tells React about a value set before hydration: resets it past React's setter, then fires the event. */
function replayChange(input: HTMLInputElement): void {
  if (input.type === "checkbox") {
    input.checked = !input.checked;
    input.click();
    return;
  }
  const { value } = input;
  input.value = "";
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * After hydration of a prerendered form, passes early input (typed or autofilled) to React and repeats an early submit.
 * Does nothing on other pages or a second time.
 */
export function replayEarlyInput(): void {
  const page = document.querySelector("#root[data-drawn]");
  if (!page) return;
  page.removeAttribute("data-drawn");
  for (const input of page.querySelectorAll("input")) {
    if (isChanged(input)) replayChange(input);
  }
  const submitted = page.querySelector<HTMLFormElement>("form[data-sent]");
  // Deferred until React has processed the replayed input.
  if (submitted) setTimeout(() => submitted.requestSubmit());
}
