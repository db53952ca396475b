/** The screens whose filters, order and columns can be kept. */
export const viewScreens = ["inbox", "leads", "customers", "appointments", "tasks"] as const;
export type ViewScreen = (typeof viewScreens)[number];

const inApp = new RegExp(`^/(${viewScreens.join("|")})(/[\\w%-]+)*/?([?][^#\\s]*)?$`);

/** The screen of an address; undefined for one that has no views. */
export const screenOf = (address: string): ViewScreen | undefined => inApp.exec(address)?.[1] as ViewScreen | undefined;

/** Where a screen shows everything. */
export const wholeOf = (screen: ViewScreen): string => (screen === "inbox" ? "/inbox/all" : `/${screen}`);
