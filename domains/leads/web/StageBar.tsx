import { Button, Group } from "@mantine/core";
import { useCan } from "#core/web/session/useCan.ts";
import { type Lead, type LeadStage, leads } from "../contract.ts";
import classes from "./StageBar.module.css";
import { openStages, StageRing } from "./StageRing.tsx";
import { outcomeText, leadDialogTexts as texts } from "./texts.ts";

interface Props {
  lead: Lead;
  stages: readonly LeadStage[];
  /** A stage was clicked that the lead isn't in. */
  onMove: (stage: LeadStage) => void;
}

/** The open stages as a bar, and below it those that close the lead; a click moves it. */
export function StageBar({ lead, stages, onMove }: Props) {
  const mayMove = useCan(leads.move);
  const open = openStages(stages);
  const reached = open.findIndex(({ id }) => id === lead.stage_id);
  const choose = (stage: LeadStage) => {
    if (mayMove && stage.id !== lead.stage_id) onMove(stage);
  };
  const ending = outcomeText(lead);
  return (
    <div>
      <ol className={classes.bar} aria-label={texts.stages}>
        {open.map((stage, place) => (
          <li key={stage.id}>
            <button
              type="button"
              className={classes.step}
              data-reached={place <= reached || undefined}
              aria-current={stage.id === lead.stage_id ? "step" : undefined}
              aria-label={stage.id === lead.stage_id ? stage.name : texts.moveTo(stage.name)}
              title={stage.name}
              disabled={!mayMove}
              onClick={() => choose(stage)}
            >
              <span dir="auto">{stage.name}</span>
            </button>
          </li>
        ))}
      </ol>
      <Group gap="xs" mt="xs">
        {stages
          .filter(({ kind, id }) => kind !== "open" && (mayMove || id === lead.stage_id))
          .map((stage) => (
            <Button
              key={stage.id}
              size="compact-sm"
              variant={stage.id === lead.stage_id ? "light" : "default"}
              color="gray"
              maw="100%"
              leftSection={<StageRing id={stage.id} kind={stage.kind} stages={stages} />}
              aria-current={stage.id === lead.stage_id ? "step" : undefined}
              aria-label={stage.id === lead.stage_id ? stage.name : texts.moveTo(stage.name)}
              onClick={() => choose(stage)}
            >
              {stage.name}
            </Button>
          ))}
        {ending !== "" && (
          <span className={classes.ending} dir="auto">
            {ending}
          </span>
        )}
      </Group>
    </div>
  );
}
