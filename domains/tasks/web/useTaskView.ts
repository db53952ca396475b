import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { type TaskView, taskViews } from "../contract.ts";

/** The task view in the URL's query `show`; the default is all open tasks. */
export function useTaskView(): [TaskView, (view: TaskView) => void] {
  const [param, show] = useQueryFilter("show");
  const view = taskViews.includes(param as TaskView) ? (param as TaskView) : "all";
  return [view, (next) => show(next === "all" ? "" : next)];
}
