import { resolve } from "node:path";
import type { Rolldown } from "vite";
import { root } from "./paths.ts";

/*
 * Which modules share a chunk. Each chunk costs a request and compresses worse than a larger one, but nobody should
 * fetch code that they don't need. Groups by folder cost the inbox 14 kB and half a second (`npm run bench loading`).
 */

const mantineComponents = [
  "ActionIcon",
  "Alert",
  "Anchor",
  "Button",
  "Center",
  "CloseButton",
  "Group",
  "Input",
  "InputBase",
  "Loader",
  "Notification",
  "Portal",
  "Progress",
  "Stack",
  "Text",
  "TextInput",
  "Title",
  "Transition",
  "UnstyledButton",
].join("|");

/** What every page needs before the app itself. */
const first = [
  /vite\/preload-helper/,
  /\/core\/web\/loading\/(afterFrame|afterPaint|trustedTypes)\.ts$/,
  /\/core\/trustedTypes\.ts$/,
  /\/web\/(styles\.ts|shell\/(AuthLayout|PageLoader)\.module\.css)$/,
  /\/core\/web\/feedback\/toast\.module\.css$/,
];

/** What every screen uses, including sign-in, except the schemas in `data`. */
const base = [
  // What searches compare, which the theme gives to every select.
  /\/core\/(foldForSearch|searchWords|web\/form\/optionsFound)\.ts$/,
  /\/node_modules\/(react\/|react-dom\/(index|cjs\/react-dom\.))/,
  /\/node_modules\/(@mantine\/(hooks|nprogress|store)|@tanstack|react-router|clsx)\//,
  new RegExp(`/@mantine/core/esm/(core|components/(${mantineComponents}))/`),
  /\/icons-react\/dist\/esm\/(createReact|default|icons\/Icon(AlertCircle|AlertTriangle|Check|InfoCircle|X)\.)/,
  /\/core\/web\/(call\/(api|callCache|inFlight|reauthentication)|dialog\/confirm|session\/createSession|loading\/hydration|loading\/lazyNamed|loading\/retryImport|layout\/screenDeclaration|session\/session|feedback\/toast|session\/useCan|call\/useSend|useStore)\.(tsx?|module\.css)$/,
  /\/web\/(palette|theme|tokens)\.ts$/,
];

/** Schemas. Apart from `base`, so that each chunk is evaluated in its own task. */
const data = [
  /\/node_modules\/zod\//,
  /\/core\/(areaCodes|call|client|count|displayName|envelope|failure|fields|invisible|observable|passwords|people|phone)\.ts$/,
  /\/domains\/accounts\/(contract|rules|web\/texts)\.ts$/,
];

/** What screens with a form also use. */
const form = [
  /\/node_modules\/(@mantine\/form|klona|fast-deep-equal)\//,
  /\/@mantine\/core\/esm\/(components\/(Checkbox|PasswordInput)|utils\/(InlineInput|InputsGroupFieldset))\//,
  /\/core\/web\/form\/useCallForm\.ts$/,
];

/** Without the icons that only the menu shows, which come with the list of screens. */
const icons = [
  "AddressBook",
  "ArrowBackUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowMerge",
  "ArrowUp",
  "At",
  "Ban",
  "BellRinging",
  "BuildingStore",
  "CalendarEvent",
  "CalendarPlus",
  "Checks",
  "ChartBar",
  "ChevronDown",
  "ChevronLeft",
  "ChevronRight",
  "CircleCheck",
  "Clock",
  "Dots",
  "DotsVertical",
  "Download",
  "Eye",
  "ListCheck",
  "Mail",
  "Message",
  "Pencil",
  "Phone",
  "PhoneCall",
  "Plus",
  "Search",
  "Settings",
  "Star",
  "TargetArrow",
  "StarFilled",
  "Trash",
  "Trophy",
  "Upload",
  "UserPlus",
  "Video",
].join("|");

/** What most screens use, and what is too small for a chunk of its own. */
const small = [
  new RegExp(`/icons-react/dist/esm/icons/Icon(${icons})\\.`),
  /\/@mantine\/core\/esm\/components\/(Badge|FocusTrap|NativeSelect|Paper|Skeleton|Tabs|VisuallyHidden)\//,
  /\/@mantine\/core\/esm\/components\/Combobox\/(Combobox\.module|ComboboxChevron|get-parsed-combobox-data)/,
  /\/core\/(event|fileSize|periods|smsCounter|states|timeZones|web\/(download|newId))\.ts$/,
  /\/core\/web\/(layout\/Initials\.module|session\/Can|feedback\/PulsingDot|layout\/(CommandButtons|MenuCount|Screen|screenBack|screenCommands|shownTitle))\./,
  /\/domains\/(alerts|inbox|lists|missedEvents|notifications|tags|tasks)\/(\w+\/)?contract\.ts$/,
  /\/domains\/(customers(\/consent)?|team)\/contract\.ts$/,
  /\/domains\/locations\/(hours\/)?contract\.ts$/,
  /\/domains\/(customers|lists|inbox(\/(conversation|sending))?)\/rules\.ts$/,
  /\/domains\/notifications\/web\/PushBanner\.module\./,
  /\/core\/web\/(useThrottledCallback|form\/distinctOptions|session\/(personalChoice|usePersonalChoice)|table\/(density|useDensity))\.ts$/,
  /\/core\/web\/feedback\/LoadFailure\.tsx$/,
  /\/domains\/(customers\/((consent|custom|leadFields)\/)?fields|inbox\/firstRun\/rules)\.ts$/,
  /\/domains\/alerts\/web\/texts\.ts$/,
  /\/domains\/inbox\/sync\/web\/useInboxAddress\.ts$/,
  /\/core\/web\/filter\/FilterChip\.module\.css$/,
  /\/core\/web\/(useKeyedState\.ts|layout\/EmailText\.(tsx|module\.css))$/,
  /\/domains\/tags\/web\/TagBadge\.tsx$/,
  /\/domains\/(tags\/web\/TagBadge|customers\/consent\/web\/ConsentStatus)\.module\.css$/,
  /\/domains\/inbox\/list\/web\/(chatTime|customerName)\.ts$/,
];

/** What the inbox shares with its lazily loaded parts. */
const inbox = [
  /\/domains\/inbox\/(list|sync)\/rules\.ts$/,
  /\/domains\/inbox\/sync\/web\/(?!drafts|PresenceLine|unsentWork|useDraft|useInboxAddress)\w+\.ts$/,
  /\/domains\/inbox\/list\/web\/(rowNavigation|texts|useCloseChat)\.ts$/,
  /\/domains\/inbox\/list\/web\/ChatRows\.module\.css$/,
];

/** The menu's counts, which every first view of a business shows. */
const badges = [
  /\/domains\/\w+\/(\w+\/)?web\/(DangerBadge|LeadsBadge|OpenTasksBadge|UnreadBadge|useUnreadCounts)\.tsx?$/,
  /\/domains\/leads\/counts\/contract\.ts$/,
];

type ModuleGraph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/** A module with all its transitive static imports. */
function closureOf(file: string, graph: ModuleGraph): Set<string> {
  const modules = new Set([resolve(root, file)]);
  // Iterating a set visits the modules added meanwhile, so this collects all transitive imports.
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  return modules;
}

/** Groups what `file` imports and none of the `earlier` files does. */
function closureGroup(name: string, file: string, earlier: readonly string[]) {
  let members: Set<string> | undefined;
  const collect = (graph: ModuleGraph) => {
    const modules = closureOf(file, graph);
    // The dynamically imported module itself stays a chunk of its own.
    modules.delete(resolve(root, file));
    for (const other of earlier) for (const id of closureOf(other, graph)) modules.delete(id);
    return modules;
  };
  return {
    debugName: name,
    test: isScript,
    name: (id: string, graph: ModuleGraph) => {
      members ??= collect(graph);
      return members.has(id) ? name : null;
    },
  };
}

const isScript = (id: string) => !id.endsWith(".css");

const patternGroup = (name: string, patterns: readonly RegExp[]) => ({
  name,
  test: (id: string) => !id.endsWith(".layer.css") && patterns.some((pattern) => pattern.test(id)),
});

/** What loads before anybody has signed in. */
const signedOutModules = [
  "web/start.tsx",
  "web/prerendered/hydrate.tsx",
  "domains/accounts/web/LoginScreen.tsx",
  "domains/accounts/registration/web/RegisterScreen.tsx",
  "domains/accounts/reset/web/ForgotPasswordScreen.tsx",
];
/** Import cycles between these modules and their own group are safe: they use each other only when they render. */
export const shellModule = "web/shell/Shell.tsx";
export const screensModule = "web/screens.ts";
export const tableModule = "core/web/table/DataTable.tsx";

export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    patternGroup("first", first),
    patternGroup("data", data),
    patternGroup("base", base),
    patternGroup("form", form),
    patternGroup("small", small),
    patternGroup("inbox", inbox),
    patternGroup("badges", badges),
    closureGroup("frame", shellModule, signedOutModules),
    closureGroup("table", tableModule, [...signedOutModules, shellModule]),
  ],
};
