import { domains } from "#server/domains.ts";
import { fileLocationOf } from "./boundaries.ts";
import { isTest, type Source } from "./sources.ts";
import { type TableUse, tablesUsed } from "./sqlTables.ts";

/** The tables of each domain, and those of `core` and `ports`. Only the owner writes them; triggers and `core` may, too. */
export const ownedTables: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(domains.map(({ name, tables }) => [name, tables])),
  core: ["audit_log", "rate_limits", "ticks"],
  ports: [
    "simulated_call_tellings",
    "simulated_calendars",
    "simulated_calls",
    "simulated_carrier",
    "simulated_events",
    "simulated_faults",
    "simulated_forms",
    "simulated_joins",
    "simulated_mails",
    "simulated_messages",
    "simulated_numbers",
    "simulated_pages",
    "simulated_profiles",
    "simulated_queues",
    "simulated_registrar",
    "simulated_registrations",
    "simulated_reviews",
    "simulated_tellings",
    "socket_io_attachments",
  ],
};

/** The operator's domain stands above all others: it may read every table and lists none. */
const operatorsDomain = "admin";

/**
 * Reads of a domain that depends on the reader. They cost a query more per request, or a plan that walks every row, if
 * the owner answered instead.
 */
export const upwardReads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customers: {
    chats: "The customers table shows, and by a tag filters by, each row's chat in the statement that pages.",
    lead_stages:
      "A customer's newest open lead is a column of the table and of exports; an import reads stages by their names.",
    lead_vehicles:
      "What that lead is about stands beside it, and the filter by a vehicle is a condition of the paging statement.",
    leads:
      "The filters by a lead's owner, stage and source are conditions of the statement that pages, or scans of leads' indexes.",
    chat_tags: "The tags of a page of customers are one statement, and the filter by a tag is an index scan.",
  },
  inbox: {
    appointments: "The call log shows which calls an appointment followed, in the statement that pages.",
  },
  lists: {
    customers: "One statement adds live customers to a list and locks them against deletion.",
  },
  locations: {
    carrier_registrations: "A claim of campaign texts asks for the daily limit that carriers gave the business.",
    registration_terms: "Sending a text reads what unregistered numbers may do in the statement that finds its number.",
    review_invites: "The locations' table sorts by how many reviews its invites led to, in the statement that pages.",
    review_settings: "Each row's review goal stands beside them in that statement.",
    reviews: "The table sorts by how many reviews there are, and by their stars.",
  },
};

const owners = new Map(Object.entries(ownedTables).flatMap(([domain, tables]) => tables.map((name) => [name, domain])));

/** What a manifest says about tables. */
interface ReadsOfDomain {
  readonly name: string;
  /** The tables of other domains that its SQL reads. */
  readonly reads: readonly string[];
}

/** Foreign writes, unlisted and needless reads, and reads that climb against the imports, one sentence each. */
export function tableViolations(sources: readonly Source[], manifests: readonly ReadsOfDomain[]): string[] {
  const files = sources.flatMap((source) => {
    const domain = isTest(source.path) ? undefined : /^domains\/(\w+)\/(\w+\/)?server\//.exec(source.path)?.[1];
    return domain ? [{ ...source, domain, use: tablesUsed(source, (name) => owners.has(name)) }] : [];
  });
  return [
    ...files.flatMap(foreignWrites),
    ...manifests.flatMap((manifest) => {
      const own = files.filter(({ domain }) => domain === manifest.name);
      return wrongLists(manifest, new Set(own.flatMap(({ use }) => [...use.reads])));
    }),
    ...climbingReads(files),
  ];
}

interface ServerFile extends Source {
  readonly domain: string;
  readonly use: TableUse;
}

function foreignWrites({ path, domain, use }: ServerFile): string[] {
  return [...use.writes].flatMap((table) =>
    owners.get(table) === domain
      ? []
      : [`${path} writes ${table}: only ${owners.get(table)} does, so ask a function of its public.ts.`],
  );
}

function wrongLists({ name, reads }: ReadsOfDomain, used: ReadonlySet<string>): string[] {
  if (name === operatorsDomain) return reads.length === 0 ? [] : [`${name} may read every table and lists none.`];
  const foreign = [...used].filter((table) => owners.get(table) !== name);
  return [
    ...foreign
      .filter((table) => !reads.includes(table))
      .map((table) => `${name} reads ${table} of ${owners.get(table)}: list it in the manifest's reads.`),
    ...reads.filter((table) => !foreign.includes(table)).map((table) => `${name} lists ${table} and does not read it.`),
  ];
}

/** Reading a table makes a domain depend on the owner as an import does, and dependencies have no circles. */
function climbingReads(files: readonly ServerFile[]): string[] {
  const dependencies = new Map<string, Set<string>>();
  const reads = new Map<string, { readonly domain: string; readonly table: string; readonly owner: string }>();
  for (const { domain, imports, use } of files) {
    const needed = dependencies.get(domain) ?? new Set<string>();
    dependencies.set(domain, needed);
    for (const { target } of imports) {
      const to = fileLocationOf(target);
      const other = to.slice?.split("/")[0];
      if (other && other !== domain && /^(server|rules$)/.test(to.part)) needed.add(other);
    }
    for (const table of use.reads) {
      const owner = owners.get(table);
      if (!owner || owner === domain) continue;
      reads.set(`${domain} ${table}`, { domain, table, owner });
      if (!upwardReads[domain]?.[table]) needed.add(owner);
    }
  }
  const listed = Object.entries(upwardReads).flatMap(([domain, tables]) =>
    Object.keys(tables).map((table) => `${domain} ${table}`),
  );
  return [
    ...[...reads].flatMap(([key, { domain, table, owner }]) =>
      !listed.includes(key) && dependsOn(dependencies, owner, domain)
        ? [`${domain} reads ${table}, but its owner ${owner} depends on ${domain}: let the owner answer.`]
        : [],
    ),
    ...listed.flatMap((key) => {
      const read = reads.get(key);
      return read && dependsOn(dependencies, read.owner, read.domain) ? [] : [`"${key}" is no upward read any more.`];
    }),
  ];
}

function dependsOn(
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
  domain: string,
  other: string,
  seen = new Set<string>(),
): boolean {
  if (seen.has(domain)) return false;
  seen.add(domain);
  const needed = dependencies.get(domain) ?? new Set();
  return needed.has(other) || [...needed].some((next) => dependsOn(dependencies, next, other, seen));
}
