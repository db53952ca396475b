import { IconBulb } from "@tabler/icons-react";
import { counterText } from "#core/smsCounter.ts";
import { type PartKind, type SegmentParts, type ShownValues, segmentParts } from "../rules.ts";
import classes from "./SegmentBar.module.css";
import { templateTexts } from "./texts.ts";

const { segments: texts } = templateTexts;

interface Props extends ShownValues {
  /** The message as written, with its variables. */
  template: string;
  /** What one segment less saves, as text: "$8.88"; omitted while unknown. */
  saving?: string | undefined;
}

/** What a marketing text costs: own text, required footer and longest name, drawn into the segments that are billed. */
export function SegmentBar({ template, usual, longest, saving }: Props) {
  const { segments, units, pieces, over } = segmentParts(template, { usual, longest });
  const shown = (["own", "footer", "name"] as const).filter((kind) => units[kind] > 0);
  const labels: Record<PartKind, string> = {
    own: `${texts.own} ${units.own}`,
    footer: `${texts.footer} ${units.footer}`,
    name: `${texts.name} +${units.name}`,
  };
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <div>
          <strong>{counterText(template)}</strong>
          <span>{texts.limit}</span>
        </div>
        <div>
          <strong>{texts.count(Math.max(1, segments.count))}</strong>
          <span>{texts.billed}</span>
        </div>
      </div>
      <div className={classes.bar} aria-hidden>
        {numbered(pieces).map(({ number, parts }) => (
          <span key={number} className={classes.segment}>
            {parts.map(({ kind, percent }) => (
              <span key={kind} data-kind={kind} style={{ width: `${percent}%` }} />
            ))}
          </span>
        ))}
      </div>
      <div className={classes.legend}>
        {shown.map((kind) => (
          <span key={kind} data-kind={kind}>
            {labels[kind]}
          </span>
        ))}
        <span className={classes.encoding}>{segments.encoding === "GSM-7" ? texts.plain : texts.unicode}</span>
      </div>
      {segments.count === 2 && (
        <p className={classes.tip}>
          <IconBulb size={16} aria-hidden />
          <span>
            <strong>{texts.over(over)}</strong> {saving ? `Shorten the text to save about ${saving}.` : texts.shorten}
          </span>
        </p>
      )}
    </div>
  );
}

/** A segment is known by its place. */
function numbered(pieces: SegmentParts["pieces"]) {
  return pieces.map((parts, index) => ({ number: index + 1, parts }));
}
