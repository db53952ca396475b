/** Milliseconds within which a step has drawn its editor. */
const patienceMs = 5_000;

/**
 * Selects a message's words in the field or editor that holds them, as soon as it is drawn.
 *
 * @returns what stops the search.
 */
export function showPart(container: HTMLElement, quote: string): () => void {
  const isShown = () => quote !== "" && (selectInField(container, quote) || selectInEditor(container, quote));
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

function selectInField(container: HTMLElement, quote: string): boolean {
  for (const field of container.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "textarea, input[type=text]",
  )) {
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
