/** One of a service's six points. */
export interface Blurb {
  readonly heading: string;
  readonly text: string;
  /** It isn't built yet, and the page says so. Whoever builds it takes this away. */
  readonly coming?: true;
}

/** One of the five services that the site presents. */
export interface Service {
  /** Its place in `/services/{slug}`. */
  readonly slug: string;
  readonly name: string;
  /** What it is, in the half sentence that the menu has room for. */
  readonly short: string;
  /** The claim of its own page. */
  readonly claim: string;
  readonly lead: string;
  readonly blurbs: readonly [Blurb, Blurb, Blurb, Blurb, Blurb, Blurb];
}
