/** What choosing a location says. */
export const locationTexts = {
  pickerTitle: "Locations",
  search: "Search locations",
  noMatch: "No matching locations found",
} as const;
