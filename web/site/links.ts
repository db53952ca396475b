/** A link of the site's menus. */
export interface SiteLink {
  readonly to: string;
  readonly label: string;
  readonly short?: string;
}

/** Sections of the landing page that the mega menu lists beside the services. */
export const features = [
  { to: "/#inbox", label: "Shared Inbox", short: "One conversation, the whole team" },
  { to: "/#appointments", label: "Appointments", short: "From a text to a visit" },
  { to: "/#locations", label: "Locations and Team", short: "Every rooftop with its own number" },
] as const satisfies readonly SiteLink[];

export const about: SiteLink = { to: "/#about", label: "About" };
export const faq: SiteLink = { to: "/#faq", label: "Faq" };
export const login: SiteLink = { to: "/login", label: "Login" };
export const register: SiteLink = { to: "/register", label: "Get started" };
export const apiDocs: SiteLink = { to: "/api/docs", label: "API reference" };
