import { resolve } from "node:path";
import type { Rolldown } from "vite";
import { root } from "./places.ts";

/*
 * Which modules travel in one file. Every file costs a request, its headers and a turn of the page, and compresses worse
 * than a larger one; but nobody should fetch what they don't need.
 */

const parts = [
  ...["ActionIcon", "Alert", "Anchor", "Button", "Center", "CloseButton", "Group", "Input", "InputBase", "Loader"],
  ...["Notification", "Portal", "Progress", "Stack", "Text", "TextInput", "Title", "Transition", "UnstyledButton"],
].join("|");

/** What every screen uses, the sign-in screens too. */
const base = [
  /\/node_modules\/(react\/|react-dom\/(index|cjs\/react-dom\.))/,
  /\/node_modules\/(@mantine\/(hooks|nprogress|store)|@tanstack|react-router|zod|clsx)\//,
  new RegExp(`/@mantine/core/esm/(core|components/(${parts}))/`),
  /\/icons-react\/dist\/esm\/(createReact|default|icons\/Icon(AlertCircle|AlertTriangle|Check|InfoCircle|X)\.)/,
  /\/core\/(call|client|envelope|event|failure|people|phone|words)\.ts$/,
  /\/core\/web\/(api|confirm|createSession|part|patiently|screen|session|toast|useMay|useSend)\.(tsx?|module\.css)$/,
  /\/web\/(palette|theme)\.ts$/,
];

/** What screens with a form use besides. */
const form = [
  /\/node_modules\/(@mantine\/form|klona|fast-deep-equal)\//,
  /\/@mantine\/core\/esm\/(components\/(Checkbox|PasswordInput)|utils\/(InlineInput|InputsGroupFieldset))\//,
  /\/core\/web\/useCallForm\.ts$/,
];

/** None of those in the menu: they are there before anybody has signed in. */
const icons = [
  ...["ArrowBackUp", "ArrowLeft", "At", "CalendarPlus", "ChevronDown", "ChevronRight", "Clock", "Eye", "Message"],
  ...["Pencil", "Plus", "Search", "Settings", "StarFilled", "Trash", "UserPlus"],
].join("|");

/** What most screens use, and what is too small for a file of its own. */
const small = [
  new RegExp(`/icons-react/dist/esm/icons/Icon(${icons})\\.`),
  /\/@mantine\/core\/esm\/components\/(Badge|FocusTrap|NativeSelect|Paper|Skeleton|VisuallyHidden)\//,
  /\/@mantine\/core\/esm\/components\/Combobox\/(ComboboxChevron|get-parsed-combobox-data)\//,
  /\/core\/web\/(May|PulsingDot|Screen)\./,
  /\/domains\/(alerts|customers|inbox|lists|live|locations|notifications|tags|tasks)\/(\w+\/)?contract\.ts$/,
];

type Modules = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/** A module and whatever must be there before it runs. */
function closureOf(file: string, modules: Modules): Set<string> {
  const found = new Set([resolve(root, file)]);
  // A set may grow while it is gone through, and ends when nothing new was found.
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** What `file` needs and none of those `before` it brought already. */
function closureGroup(name: string, file: string, before: readonly string[]) {
  let wanted: Set<string> | undefined;
  const closure = (modules: Modules) => {
    const all = closureOf(file, modules);
    // What is asked for by itself stays a file of its own.
    all.delete(resolve(root, file));
    for (const earlier of before) for (const id of closureOf(earlier, modules)) all.delete(id);
    return all;
  };
  return {
    debugName: name,
    test: isScript,
    name: (id: string, modules: Modules) => {
      wanted ??= closure(modules);
      return wanted.has(id) ? name : null;
    },
  };
}

const isScript = (id: string) => !id.endsWith(".css");

const listed = (name: string, modules: readonly RegExp[]) => ({
  name,
  test: (id: string) => !id.endsWith(".layer.css") && modules.some((part) => part.test(id)),
});

/** What is there before anybody has signed in. */
const outside = [
  ...["web/main.tsx", "web/drawn/hydrate.tsx", "domains/accounts/web/LoginScreen.tsx"],
  "domains/accounts/registration/web/RegisterScreen.tsx",
  "domains/accounts/reset/web/ForgotPasswordScreen.tsx",
];
/** Files that share parts with the group that is drawn from them: what these take from them they use when they are drawn. */
export const [frame, table] = ["web/shell/Shell.tsx", "core/web/DataTable.tsx"];

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    listed("base", base),
    listed("form", form),
    listed("small", small),
    closureGroup("frame", frame, outside),
    closureGroup("table", table, [...outside, frame]),
  ],
};
