/** Milliseconds within which a step has drawn its editor. */
const patienceMs = 5_000;

/**
 * Selects the words of an unfinished part in the field or editor that holds them, as soon as it is drawn. A part without
 * words, such as a picture, leads to the field that is marked as wrong, or to the editor.
 *
 * @returns what stops the search.
 */
export function showPart(container: HTMLElement, quote: string): () => void {
  const isShown = () =>
    quote === "" ? focusOnProblem(container) : selectInField(container, quote) || selectInEditor(container, quote);
  if (isShown()) return () => undefined;
  const observer = new MutationObserver(() => isShown() && observer.disconnect());
  observer.observe(container, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), patienceMs);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

const positionOf = (text: string, quote: string) => text.toLowerCase().indexOf(quote.toLowerCase());

function focusOnProblem(container: HTMLElement): boolean {
  const place =
    container.querySelector<HTMLElement>("[aria-invalid=true]") ??
    container.querySelector<HTMLElement>("[contenteditable=true]");
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "center" });
  return place !== null;
}

/** Two fields may hold the words, as a campaign's name and its subject: the one marked as wrong is meant. */
function selectInField(container: HTMLElement, quote: string): boolean {
  const fields = [...container.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea, input[type=text]")];
  const isWrong = (field: Element) => Number(field.getAttribute("aria-invalid") === "true");
  for (const field of fields.sort((one, other) => isWrong(other) - isWrong(one))) {
    const at = positionOf(field.value, quote);
    if (at === -1) continue;
    field.focus();
    field.setSelectionRange(at, at + quote.length);
    field.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}

function selectInEditor(container: HTMLElement, quote: string): boolean {
  for (const editor of container.querySelectorAll<HTMLElement>("[contenteditable=true]")) {
    const range = rangeOf(editor, quote);
    if (!range) continue;
    editor.focus({ preventScroll: true });
    // A caret within a button or a variable selects it as a whole.
    if (range.startContainer.parentElement?.closest("[contenteditable=false]")) range.collapse(true);
    const selection = window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}

/** Where the words are, over the borders of bold and other marks. */
function rangeOf(editor: HTMLElement, quote: string): Range | undefined {
  const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
  const nodes: { readonly node: Node; readonly start: number }[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += (node.nodeValue ?? "").replaceAll("\u00a0", " ");
  }
  const at = positionOf(text, quote);
  if (at === -1) return undefined;
  const first = nodes.findLast(({ start }) => start <= at);
  const last = nodes.findLast(({ start }) => start < at + quote.length);
  if (!first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first.node, at - first.start);
  range.setEnd(last.node, at + quote.length - last.start);
  return range;
}
