import { segmentsOf } from "#core/smsCounter.ts";
import { companyValuesOf } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { type BusinessHours, businessHours } from "#domains/locations/hours/contract.ts";
import { answerTime, type Opening } from "#domains/locations/hours/rules.ts";
import { openingOf, type ReplyValues, shownMoments } from "../rules.ts";
import classes from "./AnswerPreviews.module.css";
import { shownName, previewTexts as texts } from "./texts.ts";

interface Props {
  /** The text at a moment with these values; undefined when none is sent then. */
  textAt: (opening: Opening, values: ReplyValues) => string | undefined;
}

/** Exactly what somebody would get now, tonight and on a holiday. */
export function AnswerPreviews({ textAt }: Props) {
  const id = useSession()?.location_id;
  const { data, error, refetch } = useCall(businessHours.show, { params: { id: id ?? 0 } }, { enabled: !!id });
  if (error && !data) return <LoadFailure failure={error} retry={refetch} />;
  return data ? <Previews place={data} textAt={textAt} /> : null;
}

function Previews({ place, textAt }: Props & { place: BusinessHours }) {
  const company = companyValuesOf(useProfile().data);
  const { time_zone, title } = place;
  const textOf = (moment: ReturnType<typeof shownMoments>[number]) =>
    textAt(openingOf(moment, time_zone), {
      first_name: shownName,
      company_name: company.company_name,
      company_phone: company.company_phone,
      location_name: title,
      answer_time: answerTime(moment.hours, time_zone, moment.at),
    });
  return (
    <fieldset className={classes.frame}>
      <legend>{texts.title}</legend>
      <dl className={classes.previews}>
        {shownMoments({ hours: place, time_zone }, new Date()).map((moment) => (
          <Preview key={moment.moment} label={texts.moments[moment.moment]} text={textOf(moment)} />
        ))}
      </dl>
    </fieldset>
  );
}

function Preview({ label, text }: { label: string; text: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      {text === undefined ? (
        <dd className={classes.none}>{texts.none}</dd>
      ) : (
        <dd>
          <p dir="auto">{text}</p>
          <span>{texts.segments(segmentsOf(text).count)}</span>
        </dd>
      )}
    </div>
  );
}
