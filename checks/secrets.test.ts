import { expect, test } from "vitest";
import { isTest, readSources, type Source, sourceOf } from "./sources.ts";

const logged = /\blog(?:ger)?\.(?:trace|debug|info|warn|error|fatal)\(([^;]*?)\);/g;
/** What must not reach a log: secrets, and what people write to each other. */
const secret =
  /\b(password\w*|token\w*|authorization|secret\w*|request\.(body|headers)|headers|body|message_text|code_hash)\b/i;
const inQuotes = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const speaks = /\bconsole\.\w+\(/;
/** Programs that people start in a terminal, and what lets a test program explain itself. */
const mayPrint = /^(bin|bench|e2e|core\/testing)\//;

function leaks(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!/\.(tsx?|mjs)$/.test(path)) return [];
    const found = [...text.matchAll(logged)].filter(([, given = ""]) => secret.test(given.replace(inQuotes, '""')));
    return [
      ...(isTest(path) ? [] : found.map(([call]) => `${path} logs what must stay secret: ${call}`)),
      ...(speaks.test(text) && !mayPrint.test(path) && !isTest(path) ? [`${path} uses the console; use the log.`] : []),
    ];
  });
}

test("no secret is logged, and nothing but the programs of bin/ prints", async () => {
  expect(leaks(await readSources())).toEqual([]);
});

test("the log leaves out passwords, tokens and the header that carries them, wherever they stand", async () => {
  const text = (await readSources()).find(({ path }) => path === "server/log.ts")?.text ?? "";
  const redacted = /redact:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  for (const name of ["authorization", "password", "token"]) expect(redacted).toContain(`"${name}"`);
});

test.each([
  'log.info({ token }, "signed in");',
  'request.log.warn({ body: request.body }, "odd");',
  'console.log("here");',
])("%s is found", (text) => {
  expect(leaks([sourceOf("domains/a/server/handlers.ts", text)])).toHaveLength(1);
});

test("words of a log line are no secrets", () => {
  expect(leaks([sourceOf("server/a.ts", 'log.warn({ id }, "the token was not known");')])).toEqual([]);
});
