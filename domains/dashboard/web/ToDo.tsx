import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import type { Dashboard, FigureKey } from "../contract.ts";
import { StripFigure } from "./LoadingFigures.tsx";
import { UncontactedLeads } from "./leads/LeadCards.tsx";
import { StripItem } from "./StripItem.tsx";
import tileClasses from "./Tiles.module.css";
import { toDoTexts } from "./texts.ts";
import type { DashboardQuery } from "./useDashboard.ts";

interface ToDoProps {
  data: Dashboard;
  query: DashboardQuery;
  onOpen: (figure: FigureKey) => void;
}

/** Open work: tasks and alerts of the acting location, untouched leads, and appointments by status. */
export function ToDo({ data: { parts, apps_shown }, query, onOpen }: ToDoProps) {
  const isActing = query.location === "acting";
  return (
    <ul className={tileClasses.strip} aria-label={toDoTexts.title}>
      {isActing && <Tasks />}
      {isActing && <Alerts />}
      <UncontactedLeads query={query} />
      <StripFigure
        figure="appointments_pending"
        label={toDoTexts.pending}
        value={parts.appointments_pending}
        onOpen={onOpen}
      />
      <StripFigure figure="apps_shown" label={toDoTexts.completed} value={apps_shown} onOpen={onOpen} />
      <StripFigure
        figure="appointments_no_show"
        label={toDoTexts.noShow}
        value={parts.appointments_no_show}
        onOpen={onOpen}
      />
    </ul>
  );
}

/** The same counts as the menu's, which keeps them fresh. */
function Tasks() {
  const { data } = useCall(tasks.counts, {}, { staleTime: 60_000 });
  const { tasks: label, tasksInfo, overdue } = toDoTexts;
  return (
    <StripItem label={label} info={tasksInfo}>
      <CountLink to="/tasks" label={label} count={data?.all} />
      {data !== undefined && data.overdue > 0 && <span className={tileClasses.urgent}>{overdue(data.overdue)}</span>}
    </StripItem>
  );
}

function Alerts() {
  const { data } = useCall(alerts.open, {}, { staleTime: 60_000 });
  const { alerts: label, alertsInfo, critical } = toDoTexts;
  return (
    <StripItem label={label} info={alertsInfo}>
      <CountLink to="/alerts?period=year" label={label} count={data?.open} />
      {data !== undefined && data.danger > 0 && <span className={tileClasses.urgent}>{critical(data.danger)}</span>}
    </StripItem>
  );
}

/** A count that leads to its rows; a dash until it is known. */
function CountLink({ to, label, count }: { to: string; label: string; count: number | undefined }) {
  const shown = count === undefined ? "–" : countText(count);
  return (
    <Link to={to} className={tileClasses.value} aria-label={`${label}: ${shown}`}>
      {shown}
    </Link>
  );
}
