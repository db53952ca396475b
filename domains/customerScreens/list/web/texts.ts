/** What the customers screen says. */
export const customerTexts = {
  none: "Import your customers, or add them one by one. Everyone who texts you appears here, too.",
  import: "Import customers",
} as const;
