/** Texts that would run as markup: each calls `injected()`, or requests `/injected`. */
const scripts = [
  "injected()",
  "window['injected']()",
  "top.injected()",
  "import('/injected.js')",
  "fetch('/injected')",
];

const elements: ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `"><script>${script}</script>`,
  (script) => `</textarea><script>${script}</script>`,
  (script) => `<img src=/injected onerror="${script}">`,
  (script) => `<img src=x onerror=${script}//`,
  (script) => `<svg onload="${script}">`,
  (script) => `<svg><script>${script}</script></svg>`,
  (script) => `<svg><animate onbegin="${script}" attributeName=x dur=1s>`,
  (script) => `<body onload="${script}">`,
  (script) => `<details open ontoggle="${script}">x</details>`,
  (script) => `<input autofocus onfocus="${script}">`,
  (script) => `<video src=x onerror="${script}"></video>`,
  (script) => `<iframe srcdoc="<script>parent.${script}</script>"></iframe>`,
  (script) => `<iframe src="javascript:parent.${script}"></iframe>`,
  (script) => `<a href="javascript:${script}">click</a>`,
  (script) => `<math><mtext><style><img src=x onerror="${script}">`,
  (script) => `<form><button formaction="javascript:${script}">go</button></form>`,
  (script) => `' onmouseover='${script}' x='`,
];

/** Without elements: for attributes, templates, URLs, styles and other parsers. */
const bare = [
  "javascript:injected()",
  "JaVaScRiPt:injected()",
  "data:text/html,<script>opener.injected()</script>",
  "{{constructor.constructor('injected()')()}}",
  "\u0024{injected()}",
  "<%= injected() %>",
  "#{injected()}",
  "[click](javascript:injected())",
  "![x](/injected)",
  "<style>@import '/injected';</style>",
  '<link rel=stylesheet href="/injected">',
  '<meta http-equiv=refresh content="0;url=/injected">',
  '<base href="/injected/">',
  '<object data="/injected"></object>',
  '<embed src="/injected">',
  "&lt;script&gt;injected()&lt;/script&gt;",
  "\\u003cscript\\u003einjected()\\u003c/script\\u003e",
  "%3Cscript%3Einjected()%3C/script%3E",
  "<scr<script>ipt>injected()</scr</script>ipt>",
  "<!--><script>injected()</script>-->",
  "]]><script>injected()</script>",
  "\u202E<script>injected()</script>",
  "__proto__",
  "constructor",
  "</title><script>injected()</script>",
];

/** More than a hundred different hostile texts, each short enough for a first name. */
export const hostileTexts: readonly string[] = [
  ...new Set([...elements.flatMap((element) => scripts.map(element)), ...bare]),
].filter((text) => text.length <= 100);
