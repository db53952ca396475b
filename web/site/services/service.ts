/** One of a service's six selling points. */
export interface Blurb {
  readonly heading: string;
  readonly text: string;
}

/** One of the five services that the site presents. */
export interface SiteService {
  /** The last segment of its path, `/services/{slug}`. */
  readonly slug: string;
  readonly name: string;
  /** A short description for the menu. */
  readonly short: string;
  /** The headline of its page. */
  readonly claim: string;
  readonly lead: string;
  readonly blurbs: readonly [Blurb, Blurb, Blurb, Blurb, Blurb, Blurb];
}
