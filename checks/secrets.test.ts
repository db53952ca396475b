import { expect, test } from "vitest";
import { isTest, parseSource, readSources, type Source } from "./sources.ts";

const logCall = /\blog(?:ger)?\.(?:trace|debug|info|warn|error|fatal)\(([^;]*?)\);/g;
/** Must not reach a log: secrets, and what people write to each other. */
const secretName =
  /\b(password\w*|token\w*|authorization|secret\w*|request\.(body|headers)|headers|body|message_text|code_hash)\b/i;
const inQuotes = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const consoleCall = /\bconsole\.\w+\(/;
/** Programs that people start in a terminal. */
const mayPrint = /^bin\//;

function leaks(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!/\.(tsx?|mjs)$/.test(path)) return [];
    const calls = [...text.matchAll(logCall)].filter(([, logArguments = ""]) =>
      secretName.test(logArguments.replace(inQuotes, '""')),
    );
    return [
      ...(isTest(path) ? [] : calls.map(([call]) => `${path} logs what must stay secret: ${call}`)),
      ...(consoleCall.test(text) && !mayPrint.test(path) && !isTest(path)
        ? [`${path} uses the console; use the log.`]
        : []),
    ];
  });
}

test("no secret is logged, and only programs in bin/ print", async () => {
  expect(leaks(await readSources())).toEqual([]);
});

test("nothing logs but through the log that leaves out secrets", async () => {
  const own = (await readSources()).filter(
    ({ path }) => !/\.test\.tsx?$/.test(path) && !/^(testing|bench|checks|e2e)\//.test(path),
  );
  expect(own.filter(({ text }) => /\bpino\(/.test(text)).map(({ path }) => path)).toEqual(["server/log.ts"]);
  expect(own.find(({ path }) => path === "server/log.ts")?.text).toContain("redact(");
});

test.each([
  'log.info({ token }, "signed in");',
  'request.log.warn({ body: request.body }, "odd");',
  'console.log("here");',
])("%s is found", (text) => {
  expect(leaks([parseSource("domains/a/server/handlers.ts", text)])).toHaveLength(1);
});

test("the message of a log line may mention a token", () => {
  expect(leaks([parseSource("server/a.ts", 'log.warn({ id }, "the token was not known");')])).toEqual([]);
});
