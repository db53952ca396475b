import { countText } from "#core/count.ts";
import type { BoardColumn } from "#domains/leads/board/contract.ts";
import type { LeadStage } from "#domains/leads/contract.ts";
import { StageRing } from "../StageRing.tsx";
import classes from "./StageTabs.module.css";
import { boardTexts as texts } from "./texts.ts";

interface Props {
  columns: readonly { stage: LeadStage; column: BoardColumn }[];
  stages: readonly LeadStage[];
  chosen: number;
  onChoose: (stage_id: number) => void;
}

/** On a phone one stage is shown at a time. */
export function StageTabs({ columns, stages, chosen, onChoose }: Props) {
  return (
    <div role="radiogroup" aria-label={texts.stages} className={classes.tabs}>
      {columns.map(({ stage: { id, kind, name }, column }) => (
        <label key={id} className={classes.tab} data-chosen={id === chosen || undefined}>
          <input
            type="radio"
            name="stage"
            className={classes.input}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          {id === chosen && <StageRing id={id} kind={kind} stages={stages} />}
          <span dir="auto">{name}</span>
          <span className={classes.count}>{countText(column.count)}</span>
        </label>
      ))}
    </div>
  );
}
