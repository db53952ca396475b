import { IconCircleCheckFilled, IconX } from "@tabler/icons-react";
import type { LeadStage } from "../contract.ts";
import classes from "./StageRing.module.css";

type RingStage = Pick<LeadStage, "id" | "kind" | "position">;

/** Around the filled part, whose line is as wide as its radius is long. */
const around = 2 * Math.PI * 2;

/** The open stages in their order. */
export const openStages = <S extends RingStage>(stages: readonly S[]): S[] =>
  stages.filter(({ kind }) => kind === "open").sort((one, other) => one.position - other.position);

/** The stages from a new lead to a sale. */
export const stagesToSale = <S extends RingStage>(stages: readonly S[]): S[] => [
  ...openStages(stages),
  ...stages.filter(({ kind }) => kind === "won").slice(0, 1),
];

interface Props {
  id: number;
  kind: LeadStage["kind"];
  /** All of the business's stages: how full the ring is follows from the place among the open ones. */
  stages: readonly RingStage[];
}

/** How far a lead is: the first open stage dashed, the others filled by fifths, won a check, lost a cross. Its word stands beside it. */
export function StageRing({ id, kind, stages }: Props) {
  if (kind === "won") return <IconCircleCheckFilled size={14} className={classes.won} aria-hidden />;
  if (kind === "lost") return <IconX size={14} stroke={2.25} className={classes.lost} aria-hidden />;
  const open = openStages(stages);
  const place = Math.max(
    0,
    open.findIndex((stage) => stage.id === id),
  );
  const share = place / Math.max(5, open.length);
  return (
    <svg viewBox="0 0 14 14" width={14} height={14} className={classes.ring} aria-hidden="true">
      <circle cx={7} cy={7} r={6} data-first={place === 0 || undefined} />
      {share > 0 && (
        <circle cx={7} cy={7} r={2} strokeWidth={4} strokeDasharray={`${share * around} ${around}`} data-filled />
      )}
    </svg>
  );
}

interface StageNameProps extends Props {
  name: string;
}

/** A stage's ring with its word. */
export function StageName({ name, ...ring }: StageNameProps) {
  return (
    <span className={classes.stage} title={name}>
      <StageRing {...ring} />
      <span className={classes.word} dir="auto">
        {name}
      </span>
    </span>
  );
}
