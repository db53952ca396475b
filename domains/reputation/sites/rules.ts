import { type SiteKind, siteNames } from "./fields.ts";

/** A site as the page for reviews offers it. */
export interface OfferedSite {
  readonly id: number;
  readonly kind: SiteKind;
  readonly title: string;
  readonly write_url: string;
}

interface StoredSite extends OfferedSite {
  readonly place: number;
  readonly is_shown: 0 | 1;
}

/** What a location's page offers: it depends on the location's own sites and their order, and on nothing else. */
export function offeredSites(sites: readonly StoredSite[]): OfferedSite[] {
  const shown = sites.filter(({ is_shown }) => is_shown === 1);
  return shown
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .map(({ id, kind, title, write_url }) => ({ id, kind, title, write_url }));
}

/** What people call a site. */
export const siteTitle = ({ kind, title }: Pick<OfferedSite, "kind" | "title">) =>
  kind === "other" ? title : siteNames[kind];
