import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { taskViews } from "../contract.ts";

/** The task view in the URL's query `show`; the default is all open tasks. */
export const useTaskView = () => useQueryChoice("show", taskViews, "all");
