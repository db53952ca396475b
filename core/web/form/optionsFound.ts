import type { ComboboxParsedItem, OptionsFilter } from "@mantine/core";
import { isFound } from "#core/searchWords.ts";

/** The options of a select that a search finds, by the words that every search goes by. */
export const optionsFound: OptionsFilter = ({ options, search, limit }) =>
  options
    .flatMap((option): ComboboxParsedItem[] => {
      if (!("group" in option)) return isFound(search, option.label) ? [option] : [];
      const items = option.items.filter(({ label }) => isFound(search, label));
      return items.length > 0 ? [{ ...option, items }] : [];
    })
    .slice(0, limit);
