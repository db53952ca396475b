import { expect, test } from "vitest";
import { isTest, parseSource, readSources, type Source } from "./sources.ts";

const hook = "core/web/form/useFilledForm.ts";
const setters = "setValues|setFieldValue|resetDirty|initialize|reset";

/** Effects that fill a dialog's form as it opens: they run again when something behind it changes, and wipe what was typed. */
function fillingEffects(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    // Other things are reset, too: what a call answered.
    const hasForm = /\b(use\w*Form|CallForm|UseFormReturnType)\b/.test(text);
    if (!/\.tsx?$/.test(path) || isTest(path) || path === hook || !hasForm) return [];
    const renamed = [...text.matchAll(new RegExp(`\\b(?:${setters}):\\s*(\\w+)`, "g"))].map(([, name]) => name);
    const fills = new RegExp(`\\b(?:${[setters, ...renamed].join("|")})\\(`);
    return [...text.matchAll(/\buse(?:Layout)?Effect\(/g)].flatMap(({ index, 0: { length } }) => {
      const effect = text.slice(index, endOfCall(text, index + length));
      if (!/\bopened\b/.test(effect) || !fills.test(effect)) return [];
      const line = text.slice(0, index).split("\n").length;
      return [`${path}:${line} fills a form in an effect: call useFilledForm.`];
    });
  });
}

/** The position after the parenthesis that closes a call whose arguments begin at `start`. */
function endOfCall(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; at < text.length && depth > 0; at += 1) {
    if (text.charAt(at) === "(") depth += 1;
    if (text.charAt(at) === ")") depth -= 1;
  }
  return at;
}

test("dialogs fill their forms with useFilledForm", async () => {
  expect(fillingEffects(await readSources())).toEqual([]);
});

test.each([
  "useEffect(() => {\n  if (opened) setValues(data);\n}, [opened, data, setValues]);",
  'useEffect(() => {\n  if (!opened) return;\n  form.setFieldValue("a", me);\n}, [opened, me]);',
  "const { setValues: fill } = form;\nuseEffect(() => {\n  if (opened) fill(data);\n}, [opened, data, fill]);",
  "useLayoutEffect(() => {\n  if (opened) reset();\n}, [opened, reset]);",
])("%s is refused", (text) => {
  expect(fillingEffects([parseSource("core/A.tsx", `useCallForm(call);\n${text}`)])).toHaveLength(1);
});

test.each([
  "useFilledForm(form, opened, data);\nuseEffect(() => {\n  if (opened) focus();\n}, [opened]);",
  "useForm();\nuseEffect(() => setValues(draft), [draft]);\nconst { opened } = props;",
  "useEffect(() => {\n  if (opened) reset();\n}, [opened, reset]);",
])("%s is fine", (text) => {
  expect(fillingEffects([parseSource("core/A.tsx", text)])).toEqual([]);
});
