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

/** What a page needs before anything of the app. */
const first = [
  /vite\/preload-helper/,
  /\/core\/web\/(afterFrame|pace)\.ts$/,
  /\/web\/(styles\.ts|shell\/AuthLayout\.module\.css)$/,
];

/** What every screen uses, the sign-in screens too, but for what says how data look. */
const base = [
  /\/node_modules\/(react\/|react-dom\/(index|cjs\/react-dom\.))/,
  /\/node_modules\/(@mantine\/(hooks|nprogress|store)|@tanstack|react-router|clsx)\//,
  new RegExp(`/@mantine/core/esm/(core|components/(${parts}))/`),
  /\/icons-react\/dist\/esm\/(createReact|default|icons\/Icon(AlertCircle|AlertTriangle|Check|InfoCircle|X)\.)/,
  /\/core\/web\/(api|confirm|createSession|part|patiently|screen|session|toast|useMay|useSend|useStore)\.(tsx?|module\.css)$/,
  /\/web\/(palette|theme)\.ts$/,
];

/** What says how data look, and is read before anything is shown: apart from `base`, so that each is evaluated by itself. */
const data = [/\/node_modules\/zod\//, /\/core\/(call|client|count|envelope|event|failure|people|phone|words)\.ts$/];

/** What screens with a form use besides. */
const form = [
  /\/node_modules\/(@mantine\/form|klona|fast-deep-equal)\//,
  /\/@mantine\/core\/esm\/(components\/(Checkbox|PasswordInput)|utils\/(InlineInput|InputsGroupFieldset))\//,
  /\/core\/web\/useCallForm\.ts$/,
];

/** None of those in the menu: they are there before anybody has signed in. */
const icons = [
  ...["ArrowBackUp", "ArrowDown", "ArrowLeft", "At", "BellRinging", "CalendarPlus", "ChevronDown", "ChevronLeft"],
  ...["ChevronRight", "Clock", "Download", "Eye", "Message", "Pencil", "Plus", "Search", "Settings", "StarFilled"],
  ...["Trash", "UserPlus"],
].join("|");

/** What most screens use, and what is too small for a file of its own. */
const small = [
  new RegExp(`/icons-react/dist/esm/icons/Icon(${icons})\\.`),
  /\/@mantine\/core\/esm\/components\/(Badge|FocusTrap|NativeSelect|Paper|Skeleton|Tabs|VisuallyHidden)\//,
  /\/@mantine\/core\/esm\/components\/Combobox\/(Combobox\.module|ComboboxChevron|get-parsed-combobox-data)/,
  /\/core\/(smsCounter|web\/(download|newId))\.ts$/,
  /\/core\/web\/(Initials\.module|May|PulsingDot|Screen)\./,
  /\/domains\/(alerts|customers|dashboard|inbox|lists|live|locations|notifications|tags|tasks|team)\/(\w+\/)?contract\.ts$/,
  /\/domains\/(inbox|lists)\/rules\.ts$/,
  /\/domains\/notifications\/web\/PushLine\.module\./,
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
  ...["web/start.tsx", "web/drawn/hydrate.tsx", "domains/accounts/web/LoginScreen.tsx"],
  "domains/accounts/registration/web/RegisterScreen.tsx",
  "domains/accounts/reset/web/ForgotPasswordScreen.tsx",
];
/** Files that share parts with the group that is drawn from them: what these take from them they use when they are drawn. */
export const [frame, table] = ["web/shell/Shell.tsx", "core/web/DataTable.tsx"];

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    listed("first", first),
    listed("data", data),
    listed("base", base),
    listed("form", form),
    listed("small", small),
    closureGroup("frame", frame, outside),
    closureGroup("table", table, [...outside, frame]),
  ],
};
