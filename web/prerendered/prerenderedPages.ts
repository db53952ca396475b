import type { Role } from "#core/people.ts";

/* What the renderers hand to the build, in a file that both TypeScript projects include. */

export interface PrerenderedPage {
  /** Its path below `prerendered/` in the built web app. */
  readonly file: string;
  readonly title: string;
}

/** A form that people can fill in before the app hydrates it. */
export interface PrerenderedForm extends PrerenderedPage {
  readonly markup: string;
}

/** An inert view that the app replaces once it has loaded. */
export interface PrerenderedFrame extends PrerenderedPage {
  /** By role. */
  readonly markups: Partial<Record<Role, string>>;
  /** The paths of the modules that it needs besides the shell. */
  readonly modules: readonly string[];
}

export interface PrerenderedScreens {
  readonly forms: readonly PrerenderedForm[];
  readonly frames: readonly PrerenderedFrame[];
}

/** A page of the public site as complete HTML. */
export interface SitePage {
  readonly path: string;
  /** Its path below `site/` in the built web app. */
  readonly file: string;
  readonly html: string;
}
