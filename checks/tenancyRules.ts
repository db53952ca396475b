import type { CatalogTable } from "./catalog.ts";

/** Platform tables that have a dealer_id, each with the reason. */
export const platformTablesWithDealer: Record<string, string> = {
  logins: "an address signs in on the whole platform; no dealer's scope may read a password's hash",
  sessions: "a token is looked up before anybody knows whose it is",
  phone_numbers: "an inbound text finds its dealer by the number it was sent to",
  push_subscriptions:
    "a device belongs to whoever signed in there last, of whichever business, as long as the sign-in lasts",
  visits: "the operator's sign-in is looked up together with what it looks into",
  codes: "a code is compared before anybody is signed in; no dealer's scope may read its hash",
  known_browsers: "a browser is recognized before anybody is signed in; no dealer's scope may read its token's hash",
  email_proofs: "a link is compared before anybody is signed in; no dealer's scope may read its hash",
  quota_limits: "what a business may send is the operator's to choose; the business only reads it",
  allowed_countries: "where a business may text and call is the operator's to choose; the business only reads it",
  legal_pages: "a page is looked up before anyone knows whose it is; the business only reads its address",
  number_shops: "whether a business buys its numbers itself is the operator's to choose; the business only reads it",
  reset_tickets: "somebody who forgot the password is not signed in, and perhaps nobody's",
};

/** Platform tables whose own rows a dealer's scope may read, with the column that holds the dealer. */
export const readableByOwnDealer: Record<string, string> = {
  dealers: "id",
  phone_numbers: "dealer_id",
  quota_limits: "dealer_id",
  allowed_countries: "dealer_id",
  number_shops: "dealer_id",
  legal_pages: "dealer_id",
  visits: "dealer_id",
};

/** Platform tables that every dealer reads, each with the reason; `reference_table()` stamps them. */
export const readableByEveryDealer: Record<string, string> = {
  marketing_stops: "a stop holds for every business, and each reads why",
  quiet_hours: "the law of each state is the same for every business, and the operator keeps it",
  registration_terms: "what a registration costs, and what holds without one, is the same for every business",
  tags: "the operator keeps one list of tags, and every business sorts its chats by it",
  message_hours_until: "up to when messages have been added up, the same for all; it says nothing of anybody",
};

/** Tenant tables with a location_id that all locations of the dealer may read, each with the reason. */
export const readableAtEveryLocation: Record<string, string> = {
  location_members: "who belongs where is known to the whole business",
  notifications: "a person's own, who sees those of all their locations wherever they act",
  widgets: "each is added with its location, while its owner acts at another",
  lead_addresses: "each is added with its location, while its owner acts at another",
  lead_assignment: "each is added with its location, while its owner acts at another",
  business_hours: "an owner sets those of any location, wherever they act",
  sender_settings: "an owner sets those of any location, wherever they act",
  team_invitation_locations: "who is to work where is known to the owner, wherever they act",
};

/** Created by the migration library itself; no role is granted anything on them. */
const libraryOwn = /^kysely_migration/;

export function isTenantTable(table: CatalogTable): boolean {
  return table.columns.includes("dealer_id") && !(table.name in platformTablesWithDealer);
}

type TableRule = (table: CatalogTable, tenants: ReadonlySet<string>) => (string | false)[];

/** Every table forces row-level security, even on its owner. */
const isStamped: TableRule = ({ secured, forced }) => [
  !(secured && forced) && "has no forced row-level security; call tenant_table() or platform_table()",
];

const ownRows = "(dealer_id = current_dealer())";

const hasTenantPolicies: TableRule = (table) => {
  if (!isTenantTable(table)) return [];
  const dealer = table.policies.find(({ name }) => name === "dealer");
  const platform = table.policies.find(({ name }) => name === "platform");
  const more = table.policies.filter(({ name, permissive }) => permissive && !/^(dealer|platform)$/.test(name));
  return [
    dealer?.using !== ownRows && "has no dealer policy with USING dealer_id = current_dealer()",
    dealer?.check !== ownRows && "has no dealer policy with WITH CHECK dealer_id = current_dealer()",
    dealer?.roles.join() !== "rooftop_app" && "has no dealer policy of rooftop_app alone",
    platform?.roles.join() !== "rooftop_platform" && "has no platform policy of rooftop_platform alone",
    more.length > 0 && `has a policy that opens it further: ${more.map(({ name }) => name)}`,
  ];
};

const hidesOtherLocations: TableRule = (table) => {
  if (!isTenantTable(table) || !table.columns.includes("location_id") || table.name in readableAtEveryLocation)
    return [];
  const location = table.policies.find(({ name, permissive }) => name === "location" && !permissive);
  const both = location && [location.using, location.check].every((rule) => rule?.includes("current_location()"));
  return [!both && "has a location_id, but no restrictive location policy; by_location => true"];
};

const keysCarryDealer: TableRule = (table) => {
  const primary = table.uniques.find((one) => one.primary);
  const wide = isTenantTable(table) ? table.uniques.filter(({ columns }) => !columns.includes("dealer_id")) : [];
  return [
    !primary && "has no primary key",
    isTenantTable(table) &&
      primary?.columns[0] !== "dealer_id" &&
      "has a primary key that doesn't start with dealer_id",
    ...wide.map(({ name, columns }) => `${name} (${columns.join(", ")}) is unique over all dealers`),
  ];
};

const foreignKeysCarryDealer: TableRule = (table, tenants) =>
  table.foreignKeys.map(({ name, columns, to, toColumns }) => {
    const carried = columns.includes("dealer_id") && toColumns[columns.indexOf("dealer_id")] === "dealer_id";
    return tenants.has(to) && !carried && `${name} accepts another dealer's row of ${to}`;
  });

const isPlatformOnly: TableRule = (table) => {
  if (isTenantTable(table)) return [];
  const open = table.policies.filter(({ roles }) => roles.join() !== "rooftop_platform");
  const column = readableByOwnDealer[table.name];
  const everybody = table.name in readableByEveryDealer && "(current_dealer() IS NOT NULL)";
  const expected = column ? `(${column} = current_dealer())` : everybody;
  const wrong = open.filter(({ command, using }) => command !== "SELECT" || using !== expected);
  return [
    !table.policies.some(({ name }) => name === "platform") && "is not stamped; call platform_table()",
    wrong.length > 0 && `opens itself to a dealer's scope: ${wrong.map(({ name }) => name)}`,
  ];
};

const rules: readonly TableRule[] = [
  isStamped,
  hasTenantPolicies,
  hidesOtherLocations,
  keysCarryDealer,
  foreignKeysCarryDealer,
  isPlatformOnly,
];

/** Violations of tenancy, one sentence each. */
export function tenancyViolations(all: readonly CatalogTable[]): string[] {
  const tables = all.filter(({ name }) => !libraryOwn.test(name));
  const tenants = new Set(tables.filter(isTenantTable).map(({ name }) => name));
  return tables.flatMap((table) =>
    rules.flatMap((rule) => rule(table, tenants).flatMap((text) => (text ? `${table.name} ${text}.` : []))),
  );
}
