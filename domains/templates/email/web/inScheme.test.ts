import { expect, test } from "vitest";
import { inScheme } from "./inScheme.ts";

const html = `<meta name="color-scheme" content="light dark"><style>:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) { p { color: white } } @media (prefers-color-scheme:light) { p { color: black } }
</style>`;

test("a shown email follows the preview's scheme, not the page's", () => {
  expect(inScheme(html, "dark")).toBe(`<meta name="color-scheme" content="dark"><style>:root { color-scheme: dark }
@media (min-width: 0) { p { color: white } } @media (max-width: 0) { p { color: black } }
</style>`);
  expect(inScheme(html, "light")).toBe(`<meta name="color-scheme" content="light"><style>:root { color-scheme: light }
@media (max-width: 0) { p { color: white } } @media (min-width: 0) { p { color: black } }
</style>`);
});
