import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";

/** Which people of a campaign are shown, kept in the address: a group, and in it those with one reason or carrier's code. */
export function useRecipientFilter() {
  const [group, setGroup] = useQueryFilter("show");
  const [why, setWhy] = useQueryFilter("why");
  return {
    group,
    why,
    show: (group: string, why = "") => {
      setGroup(group);
      setWhy(why);
    },
  };
}
