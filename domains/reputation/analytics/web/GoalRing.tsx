import classes from "./GoalRing.module.css";

const radius = 24;
const around = 2 * Math.PI * radius;

/** How much of a goal is reached, as a ring with its percentage; past the goal it is full. */
export function GoalRing({ percent }: { percent: number }) {
  const filled = (Math.min(100, percent) / 100) * around;
  return (
    <svg className={classes.ring} viewBox="0 0 56 56" role="img" aria-label={`${percent}%`}>
      <circle cx={28} cy={28} r={radius} />
      {percent > 0 && <circle cx={28} cy={28} r={radius} data-filled strokeDasharray={`${filled} ${around}`} />}
      <text x={28} y={28} dy="0.35em" textAnchor="middle">
        {percent}%
      </text>
    </svg>
  );
}
