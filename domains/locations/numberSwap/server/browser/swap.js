// Runs on the business's website: shows visitors the tracking number of the source that they came from.
(() => {
  const script = document.currentScript || document.querySelector("script[data-rooftop-swap]");
  const { rooftopSwap, numbers: shown = "" } = script.dataset;
  const digitsOf = (text) => text.replace(/\D/g, "").slice(-10);
  const replaced = shown
    .split(",")
    .map(digitsOf)
    .filter((digits) => digits.length === 10);
  const fold = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

  // How the visit began: what the ad's address says, or else the site that led here.
  const query = new URLSearchParams(location.search);
  const has = (...names) => names.some((name) => query.get(name));
  const from = /^https?:\/\/([^/]+)/.exec(document.referrer)?.[1] ?? "";
  let source = query.get("utm_source");
  if (!source && (has("gclid", "gbraid", "wbraid") || /(^|\.)google\./.test(from))) source = "google";
  if (!source && (has("fbclid") || /(^|\.)(facebook|instagram)\.com$/.test(from))) source = "facebook";
  try {
    if (source) sessionStorage.rooftopSource = source;
    else source = sessionStorage.rooftopSource;
  } catch {
    // Without storage, each page decides for itself.
  }

  const swap = (digits) => {
    const gap = "[\\s./\\-\\u2010-\\u2013]*";
    const spellings = replaced.map((own) => own.replace(/(...)(...)/, `\\(?$1\\)?${gap}$2${gap}`));
    const pattern = new RegExp(`(?<!\\d)(${spellings.join("|")})(?!\\d)`, "g");
    // Digit by digit, so that the number stays spelled as the website spells it.
    const swapped = (text) =>
      text.replace(pattern, (match) => {
        let at = 0;
        return match.replace(/\d/g, () => digits[at++]);
      });
    const change = (node) => {
      if (node.nodeType === 3) {
        const text = swapped(node.data);
        const isTyped = node.parentElement?.closest("script,style,textarea,[contenteditable]");
        if (text !== node.data && !isTyped) node.data = text;
      } else if (node.nodeType === 1) {
        if (/^tel:/i.test(node.getAttribute("href")) && replaced.includes(digitsOf(node.getAttribute("href"))))
          node.setAttribute("href", `tel:+1${digits}`);
        node.childNodes.forEach(change);
      }
    };
    change(document.body);
    // What the website adds later.
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) (target.nodeType === 3 ? [target] : addedNodes).forEach(change);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };

  fetch(`${new URL(script.src).origin}/w/numbers/${rooftopSwap}`)
    .then((answer) => answer.json())
    .then(({ numbers }) => {
      const numberOf = (name) => numbers.find((row) => fold(row.source) === fold(name))?.number;
      const number = (source && numberOf(source)) || numberOf("website");
      if (number && replaced.length > 0) swap(digitsOf(number));
    })
    .catch(() => {});
})();
