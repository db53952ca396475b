import { useQueryFilter } from "#core/web/useQueryFilter.ts";
import { type TaskView, taskViews } from "../contract.ts";

/** Which tasks are shown, as the address's query says in `show`: all that are open when it says nothing. */
export function useTaskView(): [TaskView, (view: TaskView) => void] {
  const [asked, show] = useQueryFilter("show");
  const view = taskViews.includes(asked as TaskView) ? (asked as TaskView) : "all";
  return [view, (next) => show(next === "all" ? "" : next)];
}
