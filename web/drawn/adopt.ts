const isChanged = ({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement) =>
  type === "checkbox" ? checked !== defaultChecked : value !== defaultValue;

/** React hears of what it doesn't know yet: a value that was set past its own hand, and an event that says so. */
function announce(input: HTMLInputElement): void {
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
 * The app has taken a drawn page over: what somebody typed there meanwhile, or the browser filled in, becomes the
 * form's, and a form that was sent already is sent now. Does nothing on other pages, nor a second time.
 */
export function adoptDrawn(): void {
  const page = document.querySelector("#root[data-drawn]");
  if (!page) return;
  page.removeAttribute("data-drawn");
  for (const input of page.querySelectorAll("input")) {
    if (isChanged(input)) announce(input);
  }
  const sent = page.querySelector<HTMLFormElement>("form[data-sent]");
  // When what was announced has arrived in the form.
  if (sent) setTimeout(() => sent.requestSubmit());
}
